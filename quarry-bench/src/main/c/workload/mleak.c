/*
 * mleak: thousands of threads, each allocates, frees half and ends; main frees the rest.
 *
 * After the thread-leak test in mimalloc's collection of benchmarks. What a thread's heap holds
 * when the thread ends must serve the next one: resident memory after the last thread must be
 * what it was after the first hundred. --threads of them are alive at a time. The time is mostly
 * that of starting threads.
 */
#include "bench_plan.h"

enum { BLOCKS = 200, LARGEST_SHIFT = 12, WARM_THREADS = 100, PLAN = 8192 };

static void *kept[BENCH_MAX_THREADS][BLOCKS / 2];

/* Sizes drawn beforehand; a thread takes a run of them from a place of its own. */
static uint16_t sizes[PLAN];

/* 16 B to 4 KiB, small ones more often: evenly up to a limit that doubles evenly. */
static uint16_t draw_size(uint64_t random) {
    return (uint16_t) (16 + (random >> 8) % (16u << (random % (LARGEST_SHIFT - 4))));
}

static void *new_block(size_t bytes) {
    void *block = bench_check(malloc(bytes));
    bench_touch(block, bytes);
    return block;
}

static void body(struct bench_worker *worker) {
    void *freed[BLOCKS / 2];
    const uint16_t *bytes = &sizes[worker->random % (PLAN - BLOCKS)];
    for (int i = 0; i < BLOCKS / 2; i++) {
        kept[worker->id][i] = new_block(bytes[2 * i]);
        freed[i] = new_block(bytes[2 * i + 1]);
    }
    bench_free_up(freed, BLOCKS / 2);
}

static void wave(int threads, uint64_t stream) {
    bench_wave(threads, 0, stream, body);
    for (int i = 0; i < threads; i++) {
        bench_free_up(kept[i], BLOCKS / 2);
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 2000L * BLOCKS);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    long waves = ops / BLOCKS / threads;
    long warm = 0;
    uint64_t random = bench_stream(seed, 0);
    for (int i = 0; i < PLAN; i++) {
        sizes[i] = draw_size(bench_next(&random));
    }
    bench_start();
    for (long i = 0; i < waves; i++) {
        wave(threads, bench_stream(seed, (uint64_t) i + 1));
        if (warm == 0 && (i + 1) * threads >= WARM_THREADS) {
            warm = bench_resident();
        }
    }
    bench_stop();
    bench_note("warm_kb", warm);
    bench_note("end_kb", bench_resident());
    bench_report(waves * threads * BLOCKS);
    return 0;
}
