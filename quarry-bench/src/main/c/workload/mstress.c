/*
 * mstress: rounds of fill and free half, by unequal threads that pass blocks to each other.
 *
 * After the stress test that mimalloc's authors describe: a server in phases. Sizes are powers of
 * two, small ones most often. In a round each thread allocates its part; with every fourth block
 * it frees one at a random place, with every eighth it swaps one for another thread's. Then it
 * frees half of what it holds and ends. A new thread of the next round takes over the other half.
 * Stresses migration of blocks between threads, abandoned and adopted heaps, and fragmentation by
 * survivors.
 */
#include "bench_plan.h"

enum { ROUNDS = 25, TRANSFERS = 1000, SMALLEST_SHIFT = 3, LARGE_SHIFT = 15 };
enum { STEPS = 8, PLAN = 2048 };

struct store {
    void **blocks;
    long count;
};

static struct store stores[BENCH_MAX_THREADS];
static _Atomic(void *) transfers[TRANSFERS];
static long weights;
static long ops_total;

/*
 * What eight allocations need of random numbers, drawn beforehand. Places are fractions of the
 * store's count, in units of 2^-32.
 */
struct step {
    uint16_t bytes[STEPS];
    uint16_t transfer;
    uint32_t swapped;
    uint32_t freed[STEPS / 4];
};

static struct step plan[PLAN];

/* 8 B to 4 KiB, each size half as likely as the one below it; one block in 1024 has 32 KiB. */
static uint16_t draw_size(uint64_t random) {
    if ((random & 1023) == 0) {
        return (uint16_t) (1 << LARGE_SHIFT);
    }
    int shift = __builtin_ctzll(random >> 10 | 1u << 9);
    return (uint16_t) (1 << (SMALLEST_SHIFT + shift));
}

static void draw_plan(uint64_t random) {
    for (int i = 0; i < PLAN; i++) {
        for (int b = 0; b < STEPS; b++) {
            plan[i].bytes[b] = draw_size(bench_next(&random));
        }
        plan[i].transfer = (uint16_t) bench_below(bench_next(&random), TRANSFERS);
        plan[i].swapped = (uint32_t) (bench_next(&random) >> 32);
        for (int f = 0; f < STEPS / 4; f++) {
            plan[i].freed[f] = (uint32_t) (bench_next(&random) >> 32);
        }
    }
}

/* The slot of a store, counted at the beginning of a step, that a fraction stands for. */
BENCH_INLINE void **slot_at(void **blocks, uint64_t count, uint32_t fraction) {
    return &blocks[count * fraction >> 32];
}

BENCH_INLINE void *new_block(size_t bytes) {
    void *block = bench_check(malloc(bytes));
    bench_touch(block, bytes);
    return block;
}

BENCH_INLINE void free_one(void **slot) {
    free(*slot);
    *slot = NULL;
}

BENCH_INLINE void swap_one(void **slot, uint16_t transfer) {
    *slot = atomic_exchange_explicit(&transfers[transfer], *slot, memory_order_acq_rel);
}

/* Allocates up to eight; after the first one is swapped, after each fourth one is freed. */
BENCH_INLINE void take(void **blocks, uint64_t before, const struct step *step, int count) {
    #pragma GCC unroll 8
    for (int i = 0; i < count; i++) {
        blocks[before + (uint64_t) i] = new_block(step->bytes[i]);
        if (i == 0) {
            swap_one(slot_at(blocks, before, step->swapped), step->transfer);
        } else if ((i & 3) == 3) {
            free_one(slot_at(blocks, before, step->freed[i / 4]));
        }
    }
}

static void fill(struct store *store, long count, uint64_t random) {
    void **blocks = store->blocks;
    uint64_t before = (uint64_t) store->count;
    uint64_t at = random % PLAN;
    store->count += count;
    for (; count >= STEPS; count -= STEPS, before += STEPS) {
        take(blocks, before, &plan[at], STEPS);
        at = (at + 1) % PLAN;
    }
    take(blocks, before, &plan[at], (int) count);
}

/* Of each pair of blocks frees the first and keeps the second. */
BENCH_INLINE void free_firsts(void **pairs, void **kept, long count) {
    #pragma GCC unroll 8
    for (long i = 0; i < count; i++) {
        free(pairs[2 * i]);
        kept[i] = pairs[2 * i + 1];
    }
}

/* Frees every other block and closes the gaps. What is odd at the end stays. */
static void free_half(struct store *store) {
    void **blocks = store->blocks;
    long half = store->count / 2, i = 0;
    for (; i + STEPS <= half; i += STEPS) {
        free_firsts(blocks + 2 * i, blocks + i, STEPS);
    }
    free_firsts(blocks + 2 * i, blocks + i, half - i);
    if (store->count % 2 != 0) {
        blocks[half++] = blocks[store->count - 1];
    }
    store->count = half;
}

/* The first thread has the most to do, the last the least. */
static long share_of(int id, int threads) {
    return ops_total / ROUNDS * (2 * threads - id) / weights;
}

static void body(struct bench_worker *worker) {
    struct store *store = &stores[worker->id];
    fill(store, share_of(worker->id, worker->threads), worker->random);
    free_half(store);
}

static void drain(int threads) {
    for (int i = 0; i < threads; i++) {
        bench_free_up(stores[i].blocks, stores[i].count);
    }
    for (int t = 0; t < TRANSFERS; t++) {
        free(atomic_exchange(&transfers[t], NULL));
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    ops_total = bench_option("ops", 2000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    long done = 0;
    for (int i = 0; i < threads; i++) {
        weights += 2 * threads - i;
    }
    for (int i = 0; i < threads; i++) {
        long share = share_of(i, threads);
        stores[i].blocks = bench_map((size_t) (2 * share + 2) * sizeof(void *));
        done += share * ROUNDS;
    }
    draw_plan(bench_stream(seed, ROUNDS));
    /* A single thread is main's own, which lives through all rounds. */
    bench_runner *run = threads == 1 ? bench_run : bench_wave;
    bench_start();
    for (int round = 0; round < ROUNDS; round++) {
        run(threads, 0, bench_stream(seed, (uint64_t) round), body);
    }
    drain(threads);
    bench_stop();
    bench_report(done);
    return 0;
}
