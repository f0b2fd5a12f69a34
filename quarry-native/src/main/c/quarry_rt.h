/*
 * The C bodies of the core's ground floor: Memory, Os, Tls, Build, Guards. Their contracts are in
 * the Javadoc of the classes of these names; here is only how C meets them.
 */
#pragma once
#include "bodies.h"
#include "guards.h"
#include "quarry_build.h"
#include "quarry_memory.h"
#include "quarry_tls.h"
#include "quarry_report.h"
#include "quarry_os.h"
