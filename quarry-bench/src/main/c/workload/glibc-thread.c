/*
 * glibc-thread: threads that share nothing, each replacing blocks of its own working set.
 *
 * After the multi-threaded malloc benchmark of the GNU C library's own suite: per thread 1024
 * places; one is drawn, its block freed, a new one allocated. Sizes lie between 4 B and 32 KiB
 * and the likelihood falls steeply with the size. Nothing has to be shared here, so what does not
 * scale is the allocator's own doing. Places and sizes are drawn beforehand.
 */
#include "bench_plan.h"

enum { LIVE = 1024, PLAN = 8192, LEAST = 4, MOST = 32768 };

static struct bench_step plan[PLAN];

/*
 * The likelihood of a size falls with its square: the inverse of a uniform number has that
 * distribution.
 */
static uint16_t draw_size(uint64_t random) {
    uint32_t divisor = 1 + bench_below(random, MOST / LEAST);
    return (uint16_t) (MOST / divisor);
}

BENCH_INLINE void replace(void **slots, const struct bench_step *step) {
    void **slot = &slots[step->place];
    free(*slot);
    void *block = malloc(step->bytes);
    bench_write(block);
    *slot = block;
}

static void body(struct bench_worker *worker) {
    void **slots = worker->memory;
    bench_walk(plan, PLAN, (long) (worker->random % PLAN), worker->ops, slots, replace);
    bench_free_up(slots, LIVE);
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 16000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    uint64_t random = seed == 0 ? 1 : seed;
    for (int i = 0; i < PLAN; i++) {
        plan[i].place = (uint16_t) bench_below(bench_next(&random), LIVE);
        plan[i].bytes = draw_size(bench_next(&random));
    }
    bench_prepare(threads, LIVE * sizeof(void *));
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
