/*
 * records: two million records of 24 bytes, allocated, written, summed in order, given back.
 *
 * The textbook case for arenas and pools, here with malloc and free per record. The three steps
 * are timed apart, in a first pass (cold: the pages come from the kernel) and in a second one
 * (warm). The sum must be the same in both.
 */
#include "bench_plan.h"
#include <sys/resource.h>

struct record {
    uint64_t key;
    uint64_t value;
    uint64_t next;
};

static long page_faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

static void allocate(void **records, long count) {
    for (long i = 0; i < count; i++) {
        struct record *record = bench_check(malloc(sizeof(struct record)));
        if (BENCH_WORK) {
            *record = (struct record) { (uint64_t) i, (uint64_t) i * 3, (uint64_t) i + 1 };
        }
        records[i] = record;
    }
}

static uint64_t sum(void **records, long count) {
    uint64_t total = 0;
    for (long i = 0; BENCH_WORK && i < count; i++) {
        const struct record *record = records[i];
        total += record->key + record->value + record->next;
    }
    return total;
}

static void note(const char *pass, const char *step, long long value) {
    char name[48];
    snprintf(name, sizeof name, "%s_%s", pass, step);
    bench_note(name, value);
}

static uint64_t run(const char *pass, void **records, long count) {
    long faults = page_faults();
    uint64_t began = bench_cpu_now();
    allocate(records, count);
    uint64_t allocated = bench_cpu_now();
    uint64_t total = sum(records, count);
    uint64_t summed = bench_cpu_now();
    bench_free_up(records, count);
    uint64_t ended = bench_cpu_now();
    note(pass, "allocate_ns", (long long) (allocated - began));
    note(pass, "sum_ns", (long long) (summed - allocated));
    note(pass, "release_ns", (long long) (ended - summed));
    note(pass, "faults", page_faults() - faults);
    return total;
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long count = bench_option("ops", 4000000) / 2;
    void **records = bench_map((size_t) (count + 1) * sizeof(void *));
    bench_start();
    uint64_t cold = run("cold", records, count);
    uint64_t warm = run("warm", records, count);
    bench_stop();
    if (cold != warm) {
        bench_fail("the sums", "differ");
    }
    bench_note("checksum", (long long) cold);
    bench_report(2 * count);
    return 0;
}
