/*
 * sh6bench: batches of small blocks, freed partly in reverse, partly in order, partly late.
 *
 * After the benchmark MicroQuill published for SmartHeap: each thread allocates a batch of blocks
 * of up to 1000 B, small ones most often. A third is freed last in, first out, a third first in,
 * first out, and a third only after the next batch has been allocated. A pure stack of freed
 * blocks serves only the first third well.
 */
#include "sh_batch.h"

struct batches {
    void *now[2 * THIRD];
    void *late[2][THIRD];       /* the last third, of this batch and of the one before */
};

static void body(struct bench_worker *worker) {
    struct batches *batches = worker->memory;
    int turn = 0;
    for (long left = worker->ops; left > 0; left -= BATCH) {
        sh_fill(batches->now, 2 * THIRD);
        sh_fill(batches->late[turn], THIRD);
        sh_free(batches->now);
        turn ^= 1;
        bench_free_up(batches->late[turn], THIRD);
    }
    bench_free_up(batches->late[turn ^ 1], THIRD);
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
