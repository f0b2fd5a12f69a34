/*
 * alloc-test: random places, few of them visited often, sizes of a falling distribution.
 *
 * After the allocator test that S. Ignatchenko (OLogN, ITHare) described in 2018: a table of
 * places per thread, drawn by the rule "a fifth of the places gets four fifths of the visits",
 * again within that fifth. A visit reads and frees the block that lies there and allocates
 * another of up to 1 KiB, small sizes most likely. Long and short lives mix in the same pages.
 * Stresses fragmentation and locality. Places and sizes are drawn beforehand.
 */
#include "bench_plan.h"

enum { PLACES = 16384, PLAN = 65536, LEAST = 8, OCTAVES = 7 };

static struct bench_step plan[PLAN];

static uint16_t draw_place(uint64_t *random) {
    uint32_t span = PLACES;
    for (int level = 0; level < 3 && bench_below(bench_next(random), 5) != 0; level++) {
        span /= 5;
    }
    return (uint16_t) bench_below(bench_next(random), span);
}

/* 9 B to 1 KiB: an octave is half as likely as the one below it, and even within. */
static uint16_t draw_size(uint64_t random) {
    uint32_t base = (uint32_t) LEAST << __builtin_ctz((uint32_t) random | 1u << (OCTAVES - 1));
    return (uint16_t) (base + bench_below(random, base) + 1);
}

/* What lies at the place is read, and freed, and followed by another block. */
BENCH_INLINE void visit(void **places, const struct bench_step *step) {
    void **place = &places[step->place];
    if (BENCH_WORK && *place != NULL) {
        (void) *(volatile char *) *place;
    }
    free(*place);
    void *block = malloc(step->bytes);
    bench_touch(block, step->bytes);
    *place = block;
}

static void body(struct bench_worker *worker) {
    void **places = worker->memory;
    bench_walk(plan, PLAN, (long) (worker->random % PLAN), worker->ops, places, visit);
    bench_free_up(places, PLACES);
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 4000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    uint64_t random = bench_stream(seed, 0);
    for (int i = 0; i < PLAN; i++) {
        plan[i].place = draw_place(&random);
        plan[i].bytes = draw_size(bench_next(&random));
    }
    bench_prepare(threads, PLACES * sizeof(char *));
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
