/*
 * mleak: thousands of threads, each allocates, frees half and ends; main frees the rest.
 *
 * After the thread-leak test in mimalloc's collection of benchmarks. What a thread's heap holds
 * when the thread ends must serve the next one: resident memory after the last thread must be
 * what it was after the first hundred. --threads of them are alive at a time. The time is mostly
 * that of starting threads, which the harness row shows.
 */
#include "bench.h"

enum { BLOCKS = 200, LARGEST_SHIFT = 12, WARM_THREADS = 100 };

static void *kept[BENCH_MAX_THREADS][BLOCKS / 2];

static void body(struct bench_worker *worker) {
    void *freed[BLOCKS / 2];
    for (int i = 0; i < BLOCKS; i++) {
        uint64_t word = bench_next(&worker->random);
        size_t bytes = 16 + (size_t) (word >> 8) % (16u << (word % (LARGEST_SHIFT - 4)));
        void *block = bench_check(malloc(bytes));
        bench_touch(block, bytes);
        *(i % 2 == 0 ? &kept[worker->id][i / 2] : &freed[i / 2]) = block;
    }
    for (int i = 0; i < BLOCKS / 2; i++) {
        free(freed[i]);
    }
}

/* Never bench_run: with one thread that would stay in main's own. */
static void wave(int threads, uint64_t stream) {
    for (int i = 0; i < threads; i++) {
        struct bench_worker *worker = &bench_workers[i];
        worker->id = i;
        worker->random = bench_stream(stream, (uint64_t) i);
        worker->body = body;
        bench_spawn(&worker->thread, bench_trampoline, worker);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(bench_workers[i].thread, NULL);
    }
    for (int i = 0; i < threads; i++) {
        for (int b = 0; b < BLOCKS / 2; b++) {
            free(kept[i][b]);
        }
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 2000L * BLOCKS);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    long waves = ops / BLOCKS / threads;
    long warm = 0;
    bench_start();
    for (long i = 0; i < waves; i++) {
        wave(threads, bench_stream(seed, (uint64_t) i));
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
