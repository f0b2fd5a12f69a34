/*
 * sh6bench: batches of small blocks, freed partly in reverse, partly in order, partly late.
 *
 * After the benchmark MicroQuill published for SmartHeap: each thread allocates a batch of blocks
 * of up to 1000 B, small ones most often. A third is freed last in, first out, a third first in,
 * first out, and a third only after the next batch has been allocated. A pure stack of freed
 * blocks serves only the first third well.
 */
#include "bench.h"

enum { BATCH = 6000, THIRD = BATCH / 3, SIZES = 16 };

/* Sizes of a batch come from here in turn: three quarters lie below 100 B. */
static const uint16_t sizes[SIZES] = {
    8, 12, 16, 24, 32, 36, 48, 56, 64, 72, 80, 96, 160, 256, 500, 1000
};

struct batches {
    void *now[BATCH];
    void *late[THIRD];      /* the last third of the batch before */
};

static void fill(struct batches *batches, long count) {
    for (long i = 0; i < count; i++) {
        size_t bytes = sizes[i & (SIZES - 1)];
        void *block = malloc(bytes);
        bench_touch(block, bytes);
        batches->now[i] = block;
    }
}

static void drain(struct batches *batches) {
    void **now = batches->now;
    for (int i = 2 * THIRD; i-- > THIRD; ) {
        free(now[i]);
    }
    for (int i = 0; i < THIRD; i++) {
        free(now[i]);
    }
    for (int i = 0; i < THIRD; i++) {
        free(batches->late[i]);
        batches->late[i] = now[2 * THIRD + i];
    }
}

static void body(struct bench_worker *worker) {
    struct batches *batches = worker->memory;
    for (long left = worker->ops; left > 0; left -= BATCH) {
        fill(batches, BATCH);
        drain(batches);
    }
    for (int i = 0; i < THIRD; i++) {
        free(batches->late[i]);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 10000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    ops = ops / threads / BATCH * BATCH * threads;
    bench_prepare(threads, sizeof(struct batches));
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
