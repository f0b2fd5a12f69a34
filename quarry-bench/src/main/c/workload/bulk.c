/*
 * bulk: allocate 1024 blocks of one size, write one byte into each, free all in the same order.
 *
 * A parse tree built and dropped. A cache of a few freed blocks cannot help here: the cost is
 * that of taking blocks from and giving them to the layer behind it.
 */
#include "bench_plan.h"

enum { BLOCKS = 1024 };

static size_t size;

static void body(struct bench_worker *worker) {
    void **slots = worker->memory;
    for (long left = worker->ops; left > 0; left -= BLOCKS) {
        long count = left < BLOCKS ? left : BLOCKS;
        bench_fill(slots, count, size);
        bench_free_up(slots, count);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long ops = bench_option("ops", 8192000);
    int threads = bench_threads();
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    size = (size_t) bench_option("size", 64);
    bench_prepare(threads, BLOCKS * sizeof(void *));
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
