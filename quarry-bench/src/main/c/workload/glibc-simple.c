/*
 * glibc-simple: many blocks of one size, allocated and freed in order and in reverse.
 *
 * After the single-threaded malloc benchmark of the GNU C library's own suite: for a few block
 * counts (25, 100, 400, 1600) a run of equal blocks is allocated, then freed; here every other
 * run first to last, the rest last to first. With --size 0 the size changes from run to run over
 * the powers of two from 16 B to 1 KiB.
 */
#include "bench_plan.h"

enum { LONGEST = 1600, SIZES = 7 };

static const long lengths[] = { 25, 100, 400, LONGEST };
static size_t fixed_size;

static void body(struct bench_worker *worker) {
    void **slots = worker->memory;
    long left = worker->ops;
    for (long run = 0; left > 0; run++) {
        long length = lengths[run / 2 & 3];
        long count = left < length ? left : length;
        size_t bytes = fixed_size != 0 ? fixed_size : (size_t) 16 << (run / 8 % SIZES);
        bench_fill(slots, count, bytes);
        if ((run & 1) == 0) {
            bench_free_up(slots, count);
        } else {
            bench_free_down(slots, count);
        }
        left -= count;
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 4000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    fixed_size = (size_t) bench_option("size", 0);
    bench_prepare(threads, LONGEST * sizeof(void *));
    bench_start();
    bench_run(threads, ops, seed, body);
    bench_stop();
    bench_report(ops);
    return 0;
}
