/*
 * The allocator as inline nothings: every block is the same window, a free only keeps the
 * pointer's load alive. A workload built this way costs what harness and workload cost by
 * themselves. Both ends of a block lie in the window (BENCH_LAST); a workload that writes more
 * than those says with BENCH_NULL_BYTES how large a window it needs.
 */
#ifndef QUARRY_BENCH_NULL_H
#define QUARRY_BENCH_NULL_H

#include <stddef.h>
#include <stdlib.h>

#ifdef BENCH_NULL_BYTES
static char bench_null_window[BENCH_NULL_BYTES] __attribute__((aligned(64)));
#else
/*
 * One per thread: threads that write the same line would charge its sharing to the harness. Small,
 * as the C library clears it when a thread starts.
 */
static __thread char bench_null_window[1024] __attribute__((aligned(64)));
#endif

#define BENCH_LAST(bytes) (((bytes) - 1) % sizeof bench_null_window)

static inline void *bench_null_malloc(size_t bytes) {
    __asm__ volatile("" : : "r"(bytes));
    return bench_null_window;
}

static inline void bench_null_free(void *block) {
    __asm__ volatile("" : : "r"(block));
}

static inline void *bench_null_realloc(void *block, size_t bytes) {
    __asm__ volatile("" : "+r"(block) : "r"(bytes));
    return block == NULL ? bench_null_malloc(bytes) : block;
}

#define malloc(bytes) bench_null_malloc(bytes)
#define free(block) bench_null_free(block)
#define calloc(count, bytes) bench_null_malloc((count) * (bytes))
#define realloc(block, bytes) bench_null_realloc(block, bytes)
#define _Znwm(bytes) bench_null_malloc(bytes)
#define _ZdlPvm(block, bytes) ((void) (bytes), bench_null_free(block))

#endif
