/*
 * realloc: blocks that grow step by step, and large ones that shrink.
 *
 * --mode growth: buffers grown from 16 B to 1 MiB, each step by a half more, interleaved over 8
 * buffers so that a neighbour is in the way, as text and vectors do in most programs. An
 * allocator that copies at every step pays the whole size each time.
 *
 * --mode shrink: 50 buffers of 4 MB are written, then each is cut to 100 KB, as when a reader
 * over-estimated; 1.5 s later one grows to 64 MB; all are freed; 1.5 s later it ends. Resident
 * memory is printed after each phase: what stays is memory the program no longer owns.
 */
#define BENCH_NULL_BYTES (65L << 20)
#include "bench.h"

enum { BUFFERS = 8, FIRST = 16, LARGEST = 1 << 20 };
enum { WIDE = 50, WIDE_BYTES = 4000000, CUT_BYTES = 100000, GROWN_BYTES = 64000000 };

static void grow_once(long *left) {
    char *buffers[BUFFERS] = { NULL };
    for (size_t bytes = FIRST; bytes <= LARGEST && *left > 0; bytes += bytes / 2) {
        for (int i = 0; i < BUFFERS && *left > 0; i++, --*left) {
            buffers[i] = bench_check(realloc(buffers[i], bytes));
            bench_touch(buffers[i], bytes);
        }
    }
    for (int i = 0; i < BUFFERS; i++) {
        free(buffers[i]);
    }
}

static void growth(struct bench_worker *worker) {
    for (long left = worker->ops; left > 0; ) {
        grow_once(&left);
    }
}

static void note_resident(const char *phase, long wait_ms) {
    bench_sleep_ms(wait_ms);
    bench_note(phase, bench_resident());
}

static void shrink(long wait_ms) {
    char *buffers[WIDE];
    for (int i = 0; i < WIDE; i++) {
        buffers[i] = bench_check(malloc(WIDE_BYTES));
        bench_cover(buffers[i], WIDE_BYTES);
    }
    note_resident("written_kb", 0);
    for (int i = 0; i < WIDE; i++) {
        buffers[i] = bench_check(realloc(buffers[i], CUT_BYTES));
    }
    note_resident("cut_kb", 0);
    note_resident("cut_idle_kb", wait_ms);
    buffers[0] = bench_check(realloc(buffers[0], GROWN_BYTES));
    note_resident("grown_kb", 0);
    for (int i = 0; i < WIDE; i++) {
        free(buffers[i]);
    }
    note_resident("freed_kb", 0);
    note_resident("end_kb", wait_ms);
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    const char *mode = bench_text("mode", "growth");
    int threads = bench_threads();
    long ops = bench_option("ops", 6000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    long wait_ms = bench_option("wait", 1500);
    bench_start();
    if (strcmp(mode, "growth") == 0) {
        bench_run(threads, ops, seed, growth);
    } else if (strcmp(mode, "shrink") == 0) {
        ops = 2 * WIDE + 1;
        shrink(wait_ms);
    } else {
        bench_fail("--mode", "must be growth or shrink");
    }
    bench_stop();
    bench_report(ops);
    return 0;
}
