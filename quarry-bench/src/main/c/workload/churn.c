/*
 * churn: 256 live blocks of one size; a round replaces 1024 of them at random places.
 *
 * The steady state of a cache or a session table: what is freed is not what was allocated last,
 * so the next block comes from anywhere in a small working set. The places are drawn beforehand
 * (xorshift64), as drawing them would cost as much as a good allocator.
 */
#include "bench_plan.h"

enum { LIVE = 256, REPLACEMENTS = 1024 };

static size_t size;
static struct bench_step plan[REPLACEMENTS];

BENCH_INLINE void replace(void **slots, const struct bench_step *step) {
    void **slot = &slots[step->place];
    free(*slot);
    void *block = malloc(size);
    bench_write(block);
    *slot = block;
}

static void body(struct bench_worker *worker) {
    void **slots = worker->memory;
    for (int i = 0; i < LIVE; i++) {
        slots[i] = bench_check(malloc(size));
    }
    bench_walk(plan, REPLACEMENTS, 0, worker->ops - LIVE, slots, replace);
    bench_free_up(slots, LIVE);
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long ops = bench_option("ops", 16000000);
    int threads = bench_threads();
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    size = (size_t) bench_option("size", 64);
    if (ops < (long) LIVE * threads) {
        bench_fail("--ops", "must fill 256 places per thread");
    }
    uint64_t random = seed == 0 ? 1 : seed;
    for (int i = 0; i < REPLACEMENTS; i++) {
        plan[i].place = (uint16_t) (bench_next(&random) % LIVE);
    }
    bench_prepare(threads, LIVE * sizeof(void *));
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
