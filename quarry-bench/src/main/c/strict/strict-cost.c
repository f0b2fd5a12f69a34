/*
 * strict-cost: pairs of allocate and deallocate through the strict interface, in its old and its
 * new form (STRICT_OLD compiles the old one in). --line 1: a cache line, 128 bytes aligned to 128;
 * else a page, 4096 bytes aligned to 1. Counted, not timed: see strict.sh.
 */
#include "../bench.h"
#include "strict_old.h"
#include "quarry.h"

#ifdef STRICT_OLD
#define ALLOC old_alloc
#define DEALLOC old_dealloc
#else
#define ALLOC quarry_alloc
#define DEALLOC quarry_dealloc
#endif

#define PAIRS(size, alignment)                      \
    for (long i = 0; i < ops; i++) {                \
        void *block = ALLOC(size, alignment);       \
        __asm__ volatile("" : "+r"(block));         \
        DEALLOC(block, size, alignment);            \
    }

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long ops = bench_option("ops", 1000000);
    long line = bench_option("line", 0);
    bench_start();
    if (line) {
        PAIRS(128, 128)
    } else {
        PAIRS(4096, 1)
    }
    bench_stop();
    bench_report(ops);
    return 0;
}
