/*
 * sh8bench: sh6bench with blocks that change hands.
 *
 * After the multi-threaded benchmark MicroQuill published for SmartHeap: threads allocate batches
 * of blocks of up to 1000 B, small ones most often. A third is freed last in, first out, a third
 * first in, first out, and a third goes to whichever thread comes by next, which frees it. So a
 * third of the frees is remote, in runs of blocks that were allocated together.
 */
#include "sh_batch.h"

struct batches {
    void *now[2 * THIRD];
    void **late;            /* the last third: swapped with another thread's */
};

/* Where the sets to pass on lie; a thread drops its own and takes what lay there. */
static _Atomic(void **) passing;

static void body(struct bench_worker *worker) {
    struct batches *batches = worker->memory;
    for (long left = worker->ops; left > 0; left -= BATCH) {
        sh_fill(batches->now, 2 * THIRD);
        sh_fill(batches->late, THIRD);
        sh_free(batches->now);
        batches->late = atomic_exchange(&passing, batches->late);
        bench_free_up(batches->late, THIRD);
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
    bench_free_up(passing, THIRD);
    bench_stop();
    bench_report(ops);
    return 0;
}
