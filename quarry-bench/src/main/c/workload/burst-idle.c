/*
 * burst-idle: a burst of memory, all of it freed, then nothing.
 *
 * A service after a peak, of which operators ask why it still holds the memory. --mib of blocks
 * of 16 B to 32 KiB are written and freed, first to last; then the process sleeps and calls the
 * allocator no more. Resident memory is sampled every --step ms for --idle ms. It should fall
 * to almost nothing by itself.
 */
#define BENCH_NULL_BYTES (32L << 10)
#include "bench_plan.h"

enum { LEAST_SHIFT = 4, SHIFTS = 11, LARGEST = 1 << (LEAST_SHIFT + SHIFTS), PLAN = 1 << 16 };

static uint16_t sizes[PLAN];

/* 16 B to 32 KiB, every octave as likely as the others. */
static uint16_t draw_size(uint64_t random) {
    uint32_t base = 1u << (LEAST_SHIFT + bench_below(random, SHIFTS));
    return (uint16_t) (base + (uint32_t) random % base);
}

static long burst(void **blocks, long bytes_wanted) {
    long count = 0;
    for (long bytes = 0; bytes < bytes_wanted; count++) {
        size_t size = sizes[count % PLAN];
        blocks[count] = bench_check(malloc(size));
        bench_cover(blocks[count], size);
        bytes += (long) size;
    }
    return count;
}

static void watch(long idle_ms, long step_ms) {
    char name[32];
    for (long at = step_ms; at <= idle_ms; at += step_ms) {
        bench_sleep_ms(step_ms);
        snprintf(name, sizeof name, "idle_%ldms_kb", at);
        bench_note(name, bench_resident());
    }
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long mib = bench_option("mib", 1024);
    uint64_t random = bench_stream((uint64_t) bench_option("seed", BENCH_DEFAULT_SEED), 0);
    long idle_ms = bench_option("idle", 3000);
    long step_ms = bench_option("step", 250);
    long bytes = mib << 20;
    /* Half of the average size, and a margin for small bursts, bounds the number of blocks. */
    void **blocks = bench_map((size_t) (bytes / (LARGEST / SHIFTS / 2) + 65536) * sizeof(void *));
    for (int i = 0; i < PLAN; i++) {
        sizes[i] = draw_size(bench_next(&random));
    }
    long before = bench_resident();
    bench_start();
    long count = burst(blocks, bytes);
    bench_note("before_kb", before);
    bench_note("peak_kb", bench_resident());
    bench_free_up(blocks, count);
    bench_stop();
    bench_note("freed_kb", bench_resident());
    watch(idle_ms, step_ms);
    bench_note("end_kb", bench_resident());
    bench_report(count);
    return 0;
}
