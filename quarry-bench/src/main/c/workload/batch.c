/*
 * batch: allocate 100 blocks of one size, free them first in, first out.
 *
 * Between pair and bulk: a request's worth of blocks. It just overflows a small cache of freed
 * blocks, so it shows what refilling and emptying that cache costs per block. Used for counted
 * instructions.
 */
#include "bench_plan.h"

enum { BLOCKS = 100 };

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
    long ops = bench_option("ops", 16000000);
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
