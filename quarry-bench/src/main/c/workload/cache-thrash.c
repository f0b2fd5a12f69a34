/*
 * cache-thrash: small blocks of several threads that must not share a cache line.
 *
 * After E. Berger et al., "Hoard" (ASPLOS 2000), active false sharing. Each thread allocates a
 * small block, writes it many times and frees it, again and again. An allocator that cuts one
 * cache line into blocks for two threads makes every write a transfer between cores. The writes
 * are the workload.
 */
#include "bench.h"

static size_t size;
static long writes;

static void write_often(volatile char *block, size_t bytes, long count) {
    block[0] = block[bytes - 1] = 0;
    for (long i = 0; i < count; i++) {
        block[0]++;
        block[bytes - 1]++;
    }
}

static void body(struct bench_worker *worker) {
    for (long i = 0; i < worker->ops; i++) {
        char *block = bench_check(malloc(size));
        if (BENCH_WORK) {
            write_often(block, size, writes);
        }
        free(block);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 100000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    size = (size_t) bench_option("size", 8);
    writes = bench_option("writes", 1000);
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
