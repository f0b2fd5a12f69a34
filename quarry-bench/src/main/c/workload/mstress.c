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
#include "bench.h"

enum { ROUNDS = 25, TRANSFERS = 1000, SMALLEST_SHIFT = 3, LARGE_SHIFT = 15 };

struct store {
    void **blocks;
    long count;
};

static struct store stores[BENCH_MAX_THREADS];
static _Atomic(void *) transfers[TRANSFERS];
static long weights;
static long ops_total;

/* 8 B to 4 KiB, each size half as likely as the one below it; one block in 1024 has 32 KiB. */
static size_t draw_size(uint64_t random) {
    if ((random & 1023) == 0) {
        return (size_t) 1 << LARGE_SHIFT;
    }
    int shift = __builtin_ctzll(random >> 10 | 1u << 9);
    return (size_t) 1 << (SMALLEST_SHIFT + shift);
}

static void *new_block(uint64_t random) {
    size_t bytes = draw_size(random);
    void *block = bench_check(malloc(bytes));
    bench_touch(block, bytes);
    return block;
}

static void free_one(struct store *store, uint64_t random) {
    void **slot = &store->blocks[bench_below(random, (uint32_t) store->count)];
    free(*slot);
    *slot = NULL;
}

static void swap_one(struct store *store, uint64_t random) {
    void **slot = &store->blocks[bench_below(random, (uint32_t) store->count)];
    *slot = atomic_exchange(&transfers[bench_below(random << 16, TRANSFERS)], *slot);
}

static void fill(struct store *store, long count, uint64_t *random) {
    for (long i = 0; i < count; i++) {
        uint64_t word = bench_next(random);
        store->blocks[store->count++] = new_block(word);
        if ((i & 3) == 3) {
            free_one(store, bench_next(random));
        } else if ((i & 7) == 0) {
            swap_one(store, bench_next(random));
        }
    }
}

/* Frees every other block and closes the gaps. */
static void free_half(struct store *store) {
    long kept = 0;
    for (long i = 0; i < store->count; i++) {
        if ((i & 1) == 0) {
            free(store->blocks[i]);
        } else if (store->blocks[i] != NULL) {
            store->blocks[kept++] = store->blocks[i];
        }
    }
    store->count = kept;
}

/* The first thread has the most to do, the last the least. */
static long share_of(int id, int threads) {
    return ops_total / ROUNDS * (2 * threads - id) / weights;
}

static void body(struct bench_worker *worker) {
    struct store *store = &stores[worker->id];
    fill(store, share_of(worker->id, worker->threads), &worker->random);
    free_half(store);
}

static void drain(int threads) {
    for (int i = 0; i < threads; i++) {
        for (long b = 0; b < stores[i].count; b++) {
            free(stores[i].blocks[b]);
        }
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
    bench_start();
    for (int round = 0; round < ROUNDS; round++) {
        bench_run(threads, ops_total, bench_stream(seed, (uint64_t) round), body);
    }
    drain(threads);
    bench_stop();
    bench_report(done);
    return 0;
}
