#include "quarry_teavm.h"
#include "core.h"
#include "names.h"
#include "quarry_rt.h"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "core.c"
__attribute__((visibility("default"))) int quarry_version = 1;
