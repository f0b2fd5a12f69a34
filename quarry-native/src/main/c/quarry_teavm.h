/*
 * What TeaVM's generated C needs in order to be compiled, and no more: its runtime is left out, so
 * code that would need it (exceptions, casts, strings, virtual calls) does not compile.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define TEAVM_FIELD(object, type, field) (((type*) (object))->field)

#define TEAVM_TO_BYTE(i) ((int32_t) (int8_t) (i))
#define TEAVM_TO_SHORT(i) ((int32_t) (int16_t) (i))
#define TEAVM_TO_CHAR(i) ((int32_t) (uint16_t) (i))

static inline int32_t teavm_compare_i32(int32_t a, int32_t b) { return (a > b) - (a < b); }
static inline int32_t teavm_compare_i64(int64_t a, int64_t b) { return (a > b) - (a < b); }

static inline int32_t teavm_compare_u32(int32_t a, int32_t b) {
    return ((uint32_t) a > (uint32_t) b) - ((uint32_t) a < (uint32_t) b);
}

static inline int32_t teavm_compare_u64(int64_t a, int64_t b) {
    return ((uint64_t) a > (uint64_t) b) - ((uint64_t) a < (uint64_t) b);
}

/* A core method whose name ends in Slow: kept off the fast path's lines and registers. */
#define QUARRY_SLOW __attribute__((noinline))

/* Second readers of a value (dev.quarry.aot.Seq): they keep calls in Java's order. */
static inline void seq_i(int32_t value) { (void) value; }
static inline void seq_l(int64_t value) { (void) value; }
static inline void seq_o(void* value) { (void) value; }
