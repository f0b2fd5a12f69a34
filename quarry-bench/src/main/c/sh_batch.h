/*
 * What sh6bench and sh8bench share: batches of blocks of up to 1000 B, small ones most often, a
 * third of them freed last in, first out, a third first in, first out.
 */
#ifndef QUARRY_BENCH_SH_BATCH_H
#define QUARRY_BENCH_SH_BATCH_H

#include "bench_plan.h"

enum { BATCH = 6000, THIRD = BATCH / 3, SIZES = 16 };

/* Sizes of a batch come from here in turn: three quarters lie below 100 B. */
static const uint16_t sizes[SIZES] = {
    8, 12, 16, 24, 32, 36, 48, 56, 64, 72, 80, 96, 160, 256, 500, 1000
};

/* A multiple of 16 blocks. */
static inline void sh_fill(void **blocks, long count) {
    for (void **end = blocks + count; blocks < end; blocks += SIZES) {
        #pragma GCC unroll 16
        for (int i = 0; i < SIZES; i++) {
            void *block = malloc(sizes[i]);
            bench_touch(block, sizes[i]);
            blocks[i] = block;
        }
    }
}

static inline void sh_free(void **now) {
    bench_free_down(now + THIRD, THIRD);
    bench_free_up(now, THIRD);
}

#endif
