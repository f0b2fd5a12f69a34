/*
 * pair: allocate a block, write one byte, free it.
 *
 * The shortest life a block can have, and the loop every allocator paper begins with. It shows
 * the cost of the two fast paths and nothing else: the block stays in the first-level cache.
 */
#include "bench.h"

static size_t size;

static void body(struct bench_worker *worker) {
    size_t bytes = size;
    #pragma GCC unroll 8
    for (long i = worker->ops; i > 0; i--) {
        void *block = malloc(bytes);
        bench_write(block);
        free(block);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long ops = bench_option("ops", 20000000);
    int threads = bench_threads();
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    size = (size_t) bench_option("size", 64);
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
