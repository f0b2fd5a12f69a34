/*
 * scarce HOW: a process that may not have much memory.
 *
 *   fill     takes blocks of all sizes until there are no more: each refusal is NULL and ENOMEM.
 *            Whatever was freed can be had again, also as blocks of other sizes.
 *   start    cannot even start until its limit of addresses is raised, and then does.
 *   locked   locks all its memory, now and later (mlockall).
 *   strict   asks for all that the machine may commit, where the kernel keeps account of that.
 *   churn    holds up to 40 MiB at a time, of another size each time, many times over.
 *
 * Told are the MiB it got or kept, and "ok" at the end.
 */
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "check.h"
#include "quarry.h"
#include "resident.h"

enum { MIB = 1 << 20, MOST_BLOCKS = 1 << 18 };

static void* blocks[MOST_BLOCKS];

/* Takes blocks of a size until there are no more; returns how many. */
static int take_all(size_t size) {
    int count = 0;
    errno = 0;
    while (count < MOST_BLOCKS && (blocks[count] = malloc(size)) != NULL) {
        memset(blocks[count], 1, size < 4096 ? size : 4096);
        count++;
        CHECK(errno == 0);
    }
    CHECK(count < MOST_BLOCKS && errno == ENOMEM);
    CHECK_ERRNO(ENOMEM, calloc(1, (size_t) 1 << 40) == NULL);
    if (count != 0) {
        CHECK_ERRNO(ENOMEM, realloc(blocks[0], (size_t) 1 << 40) == NULL);
    }
    void* aligned = &aligned;
    CHECK_KEEPS_ERRNO(posix_memalign(&aligned, 64, (size_t) 1 << 40) == ENOMEM);
    CHECK(aligned == &aligned);
    return count;
}

static void drop(int count) {
    for (int i = 0; i < count; i++) {
        free(blocks[i]);
    }
}

static long fill(void) {
    const size_t sizes[] = {1 * MIB, 3000, 40000, 20000, 6 * MIB, 1 * MIB};
    long first = 0;
    long last = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int count = take_all(sizes[i]);
        last = (long) ((size_t) count * sizes[i] / MIB);
        first = i == 0 ? last : first;
        CHECK_ZERO(quarry_verify());
        drop(count);
        malloc_trim(0);
        void* one = malloc(sizes[i]);
        CHECK(count == 0 || one != NULL);
        free(one);
    }
    CHECK_ZERO(quarry_verify());
    CHECK(last >= first - first / 8 - 1);
    return last;
}

static void limit_addresses(rlim_t bytes) {
    struct rlimit limit;
    CHECK_ZERO(getrlimit(RLIMIT_AS, &limit));
    limit.rlim_cur = bytes;
    CHECK_ZERO(setrlimit(RLIMIT_AS, &limit));
}

/* Nothing more can be mapped; then a little, too little; then enough. */
static void start(void) {
    limit_addresses(1 << 12);
    for (int i = 0; i < 3; i++) {
        CHECK_ERRNO(ENOMEM, malloc(10) == NULL);
        CHECK_ERRNO(ENOMEM, malloc(1000000) == NULL);
    }
    limit_addresses((rlim_t) 8 * MIB);
    CHECK_ERRNO(ENOMEM, malloc((size_t) 16 * MIB) == NULL);
    limit_addresses((rlim_t) 512 * MIB);
    void* block = malloc(10 * MIB);
    CHECK(block != NULL && quarry_owns(block));
    free(block);
    CHECK_ZERO(quarry_verify());
}

static long locked(void) {
    free(malloc(1));
    CHECK_ZERO(mlockall(MCL_CURRENT | MCL_FUTURE));
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 100; i++) {
            blocks[i] = malloc((size_t) (round * 1000 + i * 500 + 1));
            CHECK(blocks[i] != NULL);
        }
        drop(100);
    }
    CHECK_ZERO(quarry_verify());
    return resident_kib() >> 10;
}

/* Nobody may have so much, with what there is already. */
static void strict(void) {
    FILE* file = fopen("/proc/meminfo", "r");
    CHECK(file != NULL);
    char line[256];
    long long kib = 0;
    while (kib == 0 && fgets(line, sizeof line, file) != NULL) {
        sscanf(line, "CommitLimit: %lld", &kib);
    }
    CHECK(kib > 0 && fclose(file) == 0);
    CHECK_ERRNO(ENOMEM, malloc((size_t) kib << 10) == NULL);
    void* block = malloc((size_t) 10 * MIB);
    CHECK(block != NULL);
    CHECK_ERRNO(ENOMEM, realloc(block, (size_t) kib << 10) == NULL);
    free(block);
    CHECK_ZERO(quarry_verify());
}

/* What is free must not add up beside what is held. */
static long churn(void) {
    for (int round = 0; round < 60; round++) {
        size_t size = (size_t) 64 << (round * 7 % 16);
        int count = (int) ((size_t) 40 * MIB / size);
        count = count < MOST_BLOCKS ? count : MOST_BLOCKS;
        for (int i = 0; i < count; i++) {
            blocks[i] = malloc(size);
            CHECK(blocks[i] != NULL);
            memset(blocks[i], round, size);
        }
        drop(count);
    }
    CHECK_ZERO(quarry_verify());
    return resident_kib() >> 10;
}

int main(int count, char** arguments) {
    CHECK(count == 2);
    if (strcmp(arguments[1], "start") == 0) {
        start();
    } else if (strcmp(arguments[1], "strict") == 0) {
        strict();
    } else {
        int is_fill = strcmp(arguments[1], "fill") == 0;
        int is_locked = strcmp(arguments[1], "locked") == 0;
        tell("mib", is_fill ? fill() : is_locked ? locked() : churn());
    }
    CHECK(quarry_fault_count(0) == 0);
    puts("ok");
    return 0;
}
