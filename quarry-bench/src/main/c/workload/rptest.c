/*
 * rptest: threads that allocate and free scattered blocks, and hand whole sets to each other.
 *
 * After the benchmark that M. Jansson describes for rpmalloc, with its usual setting of random
 * sizes from 8 B to 16000 B whose likelihood falls linearly. Each thread holds 1000 blocks and
 * replaces 100 of them, spread over the set, in each loop; after every second loop it passes the
 * whole set to the next thread, which frees it. Stresses large spread of sizes, remote frees in
 * bulk, and giving memory back too eagerly.
 */
#include "bench_plan.h"

enum { BLOCKS = 1000, REPLACED = 100, LOOPS_PER_PASS = 2, LEAST = 8, MOST = 16000 };
enum { PLAN = 16384 };
enum { BLOCKS_PER_PASS = BLOCKS + LOOPS_PER_PASS * REPLACED };

struct set {
    long count;             /* all of them, or none */
    void *blocks[BLOCKS];
};

static _Atomic(struct set *) mailboxes[BENCH_MAX_THREADS];

/* Sizes drawn beforehand; a run of them begins at a random place. */
static uint16_t sizes[PLAN];

static uint16_t draw_size(uint64_t *random) {
    uint32_t one = bench_below(bench_next(random), MOST - LEAST);
    uint32_t other = bench_below(bench_next(random), MOST - LEAST);
    return (uint16_t) (LEAST + (one < other ? one : other));
}

static const uint16_t *run_of_sizes(uint64_t *random, int count) {
    return &sizes[bench_below(bench_next(random), (uint32_t) (PLAN - count))];
}

static void *new_block(size_t bytes) {
    void *block = bench_check(malloc(bytes));
    bench_touch(block, bytes);
    return block;
}

static void fill(struct set *set, uint64_t *random) {
    const uint16_t *bytes = run_of_sizes(random, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        set->blocks[i] = new_block(bytes[i]);
    }
    set->count = BLOCKS;
}

static void drain(struct set *set) {
    bench_free_up(set->blocks, set->count);
    set->count = 0;
}

static void replace_scattered(struct set *set, uint64_t *random) {
    const uint16_t *bytes = run_of_sizes(random, REPLACED);
    uint32_t at = bench_below(bench_next(random), BLOCKS);
    for (int i = 0; i < REPLACED; i++) {
        free(set->blocks[at]);
        set->blocks[at] = new_block(bytes[i]);
        at += 389;      /* prime to the number of blocks: never the same place twice */
        if (at >= BLOCKS) {
            at -= BLOCKS;
        }
    }
}

/* What lies in the box comes out, mine goes in. */
static struct set *exchange(int box, struct set *mine) {
    return atomic_exchange(&mailboxes[box], mine);
}

static void body(struct bench_worker *worker) {
    int next = (worker->id + 1) % worker->threads;
    struct set *set = worker->memory;
    for (long left = worker->ops; left > 0; left -= BLOCKS_PER_PASS) {
        fill(set, &worker->random);
        for (int loop = 0; loop < LOOPS_PER_PASS; loop++) {
            replace_scattered(set, &worker->random);
        }
        set = exchange(next, set);
        drain(set);
        set = exchange(worker->id, set);
        drain(set);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 800000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    uint64_t random = bench_stream(seed, BENCH_MAX_THREADS);
    for (int i = 0; i < PLAN; i++) {
        sizes[i] = draw_size(&random);
    }
    long passes = ops / BLOCKS_PER_PASS / threads;
    ops = passes * threads * BLOCKS_PER_PASS;
    for (int i = 0; i < threads; i++) {
        atomic_init(&mailboxes[i], bench_map(sizeof(struct set)));
    }
    bench_prepare(threads, sizeof(struct set));
    bench_start();
    bench_run(threads, ops, seed, body);
    for (int i = 0; i < threads; i++) {
        drain(exchange(i, NULL));
    }
    bench_stop();
    bench_report(ops);
    return 0;
}
