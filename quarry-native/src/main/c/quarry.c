/*
 * libquarry as one compilation unit: the core as generated from Java between the bodies that its
 * @InC methods have in C and the face that programs see.
 */
#define _GNU_SOURCE
#ifndef QUARRY_PREFIX_ONLY
#define QUARRY_PREFIX_ONLY 0
#endif

#include "quarry_teavm.h"
#include "core.h"
#include "names.h"

#include "quarry_rt.h"
#include "quarry_options.h"
#include "quarry_poison.h"
#include "quarry_state.h"
#include "quarry_region_state.h"
#include "quarry_thread.h"
#include "quarry_decommit.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "core.c"
#pragma GCC diagnostic pop

#pragma GCC visibility push(default)
#define QUARRY_INSIDE 1
#include "quarry.h"
#pragma GCC visibility pop
#include "quarry_stats.h"
#include "quarry_api.h"
#include "quarry_glibc.h"
#include "quarry_region.h"
#include "quarry_program_heap.h"
#include "quarry_strict.h"
#include "quarry_cxx.h"
