/*
 * sh8bench: sh6bench with blocks that change hands.
 *
 * After the multi-threaded benchmark MicroQuill published for SmartHeap: threads allocate batches
 * of blocks of up to 1000 B, small ones most often. A third is freed last in, first out, a third
 * first in, first out, and a third goes to whichever thread comes by next, which frees it. So a
 * third of the frees is remote, in runs of blocks that were allocated together.
 */
#include "bench.h"

enum { BATCH = 6000, THIRD = BATCH / 3, SIZES = 16 };

/* Sizes of a batch come from here in turn: three quarters lie below 100 B. */
static const uint16_t sizes[SIZES] = {
    8, 12, 16, 24, 32, 36, 48, 56, 64, 72, 80, 96, 160, 256, 500, 1000
};

struct batches {
    void *now[BATCH];
    void **late;            /* the last third: swapped with another thread's */
};

/* Where the sets to pass on lie; a thread drops its own and takes what lay there. */
static _Atomic(void **) passing;

static void fill(struct batches *batches, long count) {
    for (long i = 0; i < count; i++) {
        size_t bytes = sizes[i & (SIZES - 1)];
        void *block = malloc(bytes);
        bench_touch(block, bytes);
        batches->now[i] = block;
    }
}

static void free_late(void **late) {
    for (int i = 0; i < THIRD; i++) {
        free(late[i]);
        late[i] = NULL;
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
    memcpy(batches->late, now + 2 * THIRD, THIRD * sizeof(void *));
    batches->late = atomic_exchange(&passing, batches->late);
    free_late(batches->late);
}

static void body(struct bench_worker *worker) {
    struct batches *batches = worker->memory;
    for (long left = worker->ops; left > 0; left -= BATCH) {
        fill(batches, BATCH);
        drain(batches);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 10000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    ops = ops / threads / BATCH * BATCH * threads;
    bench_prepare(threads, sizeof(struct batches));
    for (int i = 0; i < threads; i++) {
        ((struct batches *) bench_workers[i].memory)->late = bench_map(THIRD * sizeof(void *));
    }
    passing = bench_map(THIRD * sizeof(void *));
    bench_start();
    bench_run(threads, ops, seed, body);
    free_late(passing);
    bench_stop();
    bench_report(ops);
    return 0;
}
