/*
 * cache-scratch: blocks that neighbours got from one thread must not tie them together for ever.
 *
 * After E. Berger et al., "Hoard" (ASPLOS 2000), passive false sharing. The main thread allocates
 * one small block per thread, likely in one cache line, and hands them out. Each thread frees its
 * block and then goes on as in cache-thrash. An allocator that gives a thread back the very piece
 * it freed, although it lies in another thread's line, keeps the sharing alive.
 */
#include "bench.h"

static size_t size;
static long writes;
static char *handed_out[BENCH_MAX_THREADS];

static void write_often(volatile char *block, size_t bytes, long count) {
    block[0] = block[bytes - 1] = 0;
    for (long i = 0; i < count; i++) {
        block[0]++;
        block[bytes - 1]++;
    }
}

static void body(struct bench_worker *worker) {
    free(handed_out[worker->id]);
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
    for (int i = 0; i < threads; i++) {
        handed_out[i] = bench_check(malloc(size));
        bench_write(handed_out[i]);
    }
    bench_run(threads, ops - threads, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
