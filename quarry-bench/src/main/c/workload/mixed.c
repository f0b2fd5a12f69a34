/*
 * mixed: churn with sizes from 16 B to 1 KiB, evenly spread: 256 live blocks, each round replaces
 * 1024 at random places.
 *
 * No two neighbouring requests are of one size class, so branch prediction and the look-up of
 * the class are paid in full. Places and sizes are drawn beforehand.
 */
#include "bench_plan.h"

enum { LIVE = 256, REPLACEMENTS = 1024, LEAST = 16, MOST = 1024 };

static struct bench_step plan[REPLACEMENTS];

BENCH_INLINE void replace(void **slots, const struct bench_step *step) {
    void **slot = &slots[step->place];
    free(*slot);
    void *block = malloc(step->bytes);
    bench_write(block);
    *slot = block;
}

static void body(struct bench_worker *worker) {
    void **slots = worker->memory;
    for (int i = 0; i < LIVE; i++) {
        slots[i] = bench_check(malloc(plan[i].bytes));
    }
    bench_walk(plan, REPLACEMENTS, 0, worker->ops - LIVE, slots, replace);
    bench_free_up(slots, LIVE);
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long ops = bench_option("ops", 12000000);
    int threads = bench_threads();
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    if (ops < (long) LIVE * threads) {
        bench_fail("--ops", "must fill 256 places per thread");
    }
    uint64_t random = seed == 0 ? 1 : seed;
    for (int i = 0; i < REPLACEMENTS; i++) {
        plan[i].place = (uint16_t) (bench_next(&random) % LIVE);
        plan[i].bytes = (uint16_t) (LEAST + bench_next(&random) % (MOST - LEAST + 1));
    }
    bench_prepare(threads, LIVE * sizeof(void *));
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
