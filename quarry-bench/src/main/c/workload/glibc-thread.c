/*
 * glibc-thread: threads that share nothing, each replacing blocks of its own working set.
 *
 * After the multi-threaded malloc benchmark of the GNU C library's own suite: per thread 1024
 * places; one is drawn, its block freed, a new one allocated. Sizes lie between 4 B and 32 KiB
 * and the likelihood falls steeply with the size. Nothing has to be shared here, so what does not
 * scale is the allocator's own doing. Places and sizes are drawn beforehand.
 */
#include "bench.h"

enum { LIVE = 1024, PLAN = 8192, LEAST = 4, MOST = 32768 };

static struct { uint16_t place, bytes; } plan[PLAN];

/*
 * The likelihood of a size falls with its square: the inverse of a uniform number has that
 * distribution.
 */
static uint16_t draw_size(uint64_t random) {
    uint32_t divisor = 1 + bench_below(random, MOST / LEAST);
    return (uint16_t) (MOST / divisor);
}

static void body(struct bench_worker *worker) {
    void **slots = worker->memory;
    long step = (long) (worker->random % PLAN);
    for (long i = 0; i < worker->ops; i++) {
        void **slot = &slots[plan[step].place];
        free(*slot);
        volatile char *block = malloc(plan[step].bytes);
        *block = 1;
        *slot = (void *) block;
        step = (step + 1) & (PLAN - 1);
    }
    for (int i = 0; i < LIVE; i++) {
        free(slots[i]);
    }
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
