/*
 * Loops that workloads share, written so that they cost little: drawing a random number takes a
 * tenth of a good malloc. Places and sizes are drawn before the clock starts, into a plan that is
 * walked round and round; runs of blocks are filled and freed in strides.
 */
#ifndef QUARRY_BENCH_PLAN_H
#define QUARRY_BENCH_PLAN_H

#include "bench.h"

#define BENCH_INLINE static inline __attribute__((always_inline))

/* ---- places and sizes ---- */

struct bench_step {
    uint16_t place;
    uint16_t bytes;
};

enum { BENCH_STRIDE = 16 };

/* What a workload does with a step: replace the block at that place by one of that size. */
typedef void bench_visit(void **blocks, const struct bench_step *step);

/* Visits all steps of a part of a plan; in strides, which saves an instruction a step. */
BENCH_INLINE void bench_visit_all(const struct bench_step *step, long count, void **blocks,
                                  bench_visit visit) {
    const struct bench_step *end = step + count;
    for (; end - step >= BENCH_STRIDE; step += BENCH_STRIDE) {
        #pragma GCC unroll 16
        for (int i = 0; i < BENCH_STRIDE; i++) {
            visit(blocks, &step[i]);
        }
    }
    while (step < end) {
        visit(blocks, step++);
    }
}

/* Visits count steps of a plan of the given length, from `at` on; the next one's place. */
BENCH_INLINE long bench_walk(const struct bench_step *plan, long length, long at, long count,
                             void **blocks, bench_visit visit) {
    while (count > 0) {
        long part = count < length - at ? count : length - at;
        bench_visit_all(plan + at, part, blocks, visit);
        count -= part;
        at = at + part == length ? 0 : at + part;
    }
    return at;
}

/* ---- runs of blocks ---- */

/* Blocks of one size, a byte written into each. */
BENCH_INLINE void bench_fill(void **blocks, long count, size_t bytes) {
    #pragma GCC unroll 8
    for (long i = 0; i < count; i++) {
        void *block = malloc(bytes);
        bench_write(block);
        blocks[i] = block;
    }
}

/* First to last. */
BENCH_INLINE void bench_free_up(void **blocks, long count) {
    #pragma GCC unroll 8
    for (long i = 0; i < count; i++) {
        free(blocks[i]);
    }
}

/* Last to first. */
BENCH_INLINE void bench_free_down(void **blocks, long count) {
    #pragma GCC unroll 8
    for (long i = count; i-- > 0; ) {
        free(blocks[i]);
    }
}

#endif
