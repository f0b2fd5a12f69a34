/*
 * malloc-large: buffers of 5 to 25 MB, 20 of them live, one replaced at a time.
 *
 * After the large-object test in mimalloc's collection of benchmarks. A byte is written into
 * every sixteenth page, as a program does that fills a buffer in part. An allocator that unmaps
 * and maps each time pays a fault for each page; one that keeps everything pays in resident
 * memory.
 */
#define BENCH_NULL_BYTES (26L << 20)
#include "bench.h"

enum { LIVE = 20, LEAST = 5000000, MOST = 25000000, STRIDE = 65536 };

static void body(struct bench_worker *worker) {
    char *slots[LIVE] = { NULL };
    for (long i = 0; i < worker->ops; i++) {
        uint64_t word = bench_next(&worker->random);
        uint32_t bytes = LEAST + (uint32_t) (word & 0xFFFFFFFF) % (MOST - LEAST);
        char **slot = &slots[bench_below(word, LIVE)];
        free(*slot);
        char *block = bench_check(malloc(bytes));
        for (uint32_t at = 0; BENCH_WORK && at < bytes; at += STRIDE) {
            block[at] = 1;
        }
        *slot = block;
    }
    for (int i = 0; i < LIVE; i++) {
        free(slots[i]);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 1000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
