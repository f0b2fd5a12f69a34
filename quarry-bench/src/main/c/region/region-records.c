/*
 * region-records: two million records of 24 bytes, allocated, written, summed in order, given back.
 *
 * The textbook case of arenas and pools. The kind is compiled in: RECORDS_MALLOC (a malloc and a
 * free each, of whatever malloc the process has), RECORDS_ARENA (given back by one reset),
 * RECORDS_POOL (a free each; with --at-once 1 a reset), RECORDS_HANDLES (a checked look-up on every
 * access). Each step is timed apart, in a cold pass, whose pages come from the kernel, and in a
 * warm one. With --shuffle 1 they are summed and given back in a random order instead, so that the
 * next pass finds free memory in that order. With --huge 1 the kernel is asked for huge pages
 * behind what regions use (for glibc's malloc the environment asks).
 */
#include "../bench.h"
#include <sys/resource.h>
#ifndef RECORDS_MALLOC
#include "quarry.h"
#endif

struct record {
    uint64_t key;
    uint64_t value;
    uint64_t next;
};

static const long HUGE = 2L << 20;
static long huge_pages, at_once, is_shuffled;

/* Advises the whole huge pages of a range that was just opened and not touched. */
static void advise(void *start, size_t bytes) {
    uintptr_t first = ((uintptr_t) start + HUGE - 1) & -HUGE;
    uintptr_t last = ((uintptr_t) start + bytes) & -HUGE;
    if (huge_pages && first < last && madvise((void *) first, last - first, MADV_HUGEPAGE) != 0) {
        bench_fail("no huge pages:", strerror(errno));
    }
}

#if defined(RECORDS_MALLOC)
typedef struct record *place;

static void begin(long count) {
    (void) count;
    (void) at_once;
    (void) advise;
}

static inline place take(void) { return bench_check(malloc(sizeof(struct record))); }
static inline struct record *at(place record) { return record; }

static void give_back(place *records, long count) {
    for (long i = 0; i < count; i++) {
        free(records[i]);
    }
}
#elif defined(RECORDS_ARENA)
typedef struct record *place;
static quarry_arena *arena;

static void begin(long count) {
    arena = bench_check(quarry_arena_open_fixed((size_t) count * sizeof(struct record) + 64));
    advise(quarry_arena_alloc(arena, 1, 1), (size_t) count * sizeof(struct record));
    quarry_arena_reset(arena);
}

static inline place take(void) { return bench_check(quarry_arena_new(arena, struct record)); }
static inline struct record *at(place record) { return record; }

static void give_back(place *records, long count) {
    (void) records;
    (void) count;
    quarry_arena_reset(arena);
}
#elif defined(RECORDS_POOL)
typedef struct record *place;
static quarry_pool *pool;

static void begin(long count) {
    pool = bench_check(quarry_pool_open_fixed(sizeof(struct record), (size_t) count));
    void *first = quarry_pool_alloc(pool);
    advise(first, (size_t) count * quarry_pool_block_size(pool));
    quarry_pool_free(pool, first);
}

static inline place take(void) { return bench_check(quarry_pool_new(pool, struct record)); }
static inline struct record *at(place record) { return record; }

static void give_back(place *records, long count) {
    if (at_once) {
        quarry_pool_reset(pool);
        return;
    }
    for (long i = 0; i < count; i++) {
        quarry_pool_delete(pool, records[i]);
    }
}
#elif defined(RECORDS_HANDLES)
typedef quarry_handle place;
static quarry_hpool *pool;

static void begin(long count) {
    (void) at_once;
    pool = bench_check(quarry_hpool_open_fixed(sizeof(struct record), (size_t) count));
    quarry_handle first = quarry_hpool_alloc(pool);
    advise(quarry_hpool_get(pool, first), (size_t) count * quarry_hpool_block_size(pool));
    quarry_hpool_free(pool, first);
}

static inline place take(void) { return quarry_hpool_alloc(pool); }
static inline struct record *at(place record) {
    return bench_check(quarry_hpool_get(pool, record));
}

static void give_back(place *records, long count) {
    for (long i = 0; i < count; i++) {
        quarry_hpool_free(pool, records[i]);
    }
}
#endif

static long page_faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

static void allocate(place *records, long count) {
    for (long i = 0; i < count; i++) {
        place made = take();
        struct record *record = at(made);
        record->key = (uint64_t) i;
        record->value = (uint64_t) i * 3;
        record->next = (uint64_t) i + 1;
        records[i] = made;
    }
}

static uint64_t sum(place *records, long count) {
    uint64_t total = 0;
    for (long i = 0; i < count; i++) {
        struct record *record = at(records[i]);
        total += record->key + record->value + record->next;
    }
    return total;
}

/* After Fisher and Yates, between two steps, which see an order and not how it came about. */
static void shuffle(place *records, long count) {
    uint64_t random = BENCH_DEFAULT_SEED;
    for (long i = count - 1; i > 0; i--) {
        long j = bench_below(bench_next(&random), (uint32_t) i + 1);
        place other = records[j];
        records[j] = records[i];
        records[i] = other;
    }
}

static void note(const char *pass, const char *step, long long value) {
    char name[48];
    snprintf(name, sizeof name, "%s_%s", pass, step);
    bench_note(name, value);
}

static uint64_t run(const char *pass, place *records, long count) {
    long faults = page_faults();
    uint64_t began = bench_cpu_now();
    allocate(records, count);
    uint64_t allocated = bench_cpu_now();
    if (is_shuffled) {
        shuffle(records, count);
    }
    uint64_t shuffled = bench_cpu_now();
    uint64_t total = sum(records, count);
    uint64_t summed = bench_cpu_now();
    give_back(records, count);
    uint64_t ended = bench_cpu_now();
    note(pass, "allocate_ns", (long long) (allocated - began));
    note(pass, "sum_ns", (long long) (summed - shuffled));
    note(pass, "release_ns", (long long) (ended - summed));
    note(pass, "faults", page_faults() - faults);
    return total;
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    long count = bench_option("ops", 4000000) / 2;
    long passes = bench_option("passes", 2);
    huge_pages = bench_option("huge", 0);
    at_once = bench_option("at-once", 0);
    is_shuffled = bench_option("shuffle", 0);
    place *records = bench_map((size_t) (count + 1) * sizeof(place));
    bench_start();
    begin(count);
    uint64_t cold = run("cold", records, count);
    for (long pass = 1; pass < passes; pass++) {
        if (run(pass + 1 == passes ? "warm" : "again", records, count) != cold) {
            bench_fail("the sums", "differ");
        }
    }
    bench_stop();
    bench_note("checksum", (long long) cold);
    bench_report(passes * count);
    return 0;
}
