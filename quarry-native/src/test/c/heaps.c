/* Heaps that a program opens: each use and each misuse has one answer; threads share them. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "quarry.h"

/* Whether libc allocates from somewhere else. */
#ifndef QUARRY_PREFIX_ONLY
#define QUARRY_PREFIX_ONLY 0
#endif

enum { UNIT = 64 << 10, THREADS = 3, OPERATIONS = 6000, SHARED = 128, ROUNDS = 300 };

static quarry_heap* opened(quarry_heap* parent, size_t limit, size_t reserved) {
    quarry_heap_options options = {parent, limit, reserved};
    quarry_heap* heap = quarry_heap_open(&options);
    CHECK(heap != NULL);
    return heap;
}

static struct quarry_heap_stats figures(quarry_heap* heap) {
    struct quarry_heap_stats stats;
    CHECK_ZERO(quarry_heap_stats(heap, &stats));
    return stats;
}

static void blocks(void) {
    quarry_heap* heap = quarry_heap_open(NULL);
    char* block = quarry_heap_malloc(heap, 100);
    memset(block, 1, 100);
    block = quarry_heap_realloc(heap, block, 100000);
    CHECK(block[99] == 1 && quarry_heap_usable_size(heap, block) >= 100000);
    CHECK(figures(heap).blocks_live == 1 && figures(heap).bytes_live >= 100000);
    block = quarry_realloc(block, 50);
    CHECK(block[49] == 1 && figures(heap).blocks_live == 1);
    CHECK(quarry_malloc_usable_size(block) >= 50);
    CHECK_KEEPS_ERRNO(quarry_heap_free(heap, block) == 0);
    CHECK(quarry_heap_free(heap, NULL) == 0);
    int* zeros = quarry_heap_calloc(heap, 1000, sizeof(int));
    CHECK(zeros[0] == 0 && zeros[999] == 0);
    quarry_free(zeros);
    CHECK(is_aligned(quarry_heap_aligned_alloc(heap, 4096, 10), 4096));
    CHECK_ERRNO(EINVAL, quarry_heap_aligned_alloc(heap, 24, 10) == NULL);
    CHECK_ERRNO(ENOMEM, quarry_heap_malloc(heap, SIZE_MAX) == NULL);
    CHECK_ERRNO(ENOMEM, quarry_heap_calloc(heap, SIZE_MAX, 2) == NULL);
    block = quarry_heap_malloc(heap, 0);
    CHECK(block != NULL && quarry_heap_realloc(heap, block, 0) == NULL);
    CHECK(figures(heap).blocks_live == 1);
    CHECK_ZERO(quarry_heap_close(heap));
}

static void limits(void) {
    quarry_heap* root = opened(NULL, 8 * UNIT, 0);
    quarry_heap* kept = opened(root, 4 * UNIT, 2 * UNIT);
    CHECK(figures(root).used == 2 * UNIT && figures(kept).headroom == 4 * UNIT);
    CHECK(quarry_heap_malloc(root, 6 * UNIT - 64) != NULL);
    CHECK_ERRNO(ENOMEM, quarry_heap_malloc(root, UNIT) == NULL);
    CHECK(quarry_heap_malloc(kept, 2 * UNIT - 64) != NULL);
    CHECK_ERRNO(ENOMEM, quarry_heap_malloc(kept, 16) == NULL);
    CHECK(figures(root).used == 8 * UNIT && figures(root).headroom == 0);
    CHECK(figures(root).limit == 8 * UNIT && figures(kept).reserved == 2 * UNIT);
    CHECK_ERRNO(EINVAL, quarry_heap_set_limit(kept, UNIT) == -1);
    CHECK_ZERO(quarry_heap_set_limit(root, 0));
    CHECK(figures(root).headroom == UINT64_MAX && figures(root).limit == 0);
    CHECK(quarry_heap_malloc(kept, 16) != NULL);
    quarry_heap_options more = {root, UNIT, 2 * UNIT};
    CHECK_ERRNO(EINVAL, quarry_heap_open(&more) == NULL);
    CHECK_ZERO(quarry_heap_close(kept));
    CHECK(figures(root).used == 6 * UNIT && figures(root).most_used == 9 * UNIT);
    CHECK_ZERO(quarry_heap_close(root));
}

static void closed(quarry_heap* heap, void* block, int expected) {
    struct quarry_heap_stats stats;
    quarry_heap_options below = {heap, 0, 0};
    CHECK_ERRNO(EINVAL, quarry_heap_malloc(heap, 8) == NULL);
    CHECK_ERRNO(EINVAL, quarry_heap_calloc(heap, 1, 8) == NULL);
    CHECK_ERRNO(EINVAL, quarry_heap_aligned_alloc(heap, 16, 8) == NULL);
    CHECK_ERRNO(EINVAL, quarry_heap_realloc(heap, block, 8) == NULL);
    CHECK_ERRNO(EINVAL, quarry_heap_free(heap, block) == -1);
    CHECK_KEEPS_ERRNO(quarry_heap_usable_size(heap, block) == 0);
    CHECK_ERRNO(EINVAL, quarry_heap_trim(heap) == -1);
    CHECK_ERRNO(EINVAL, quarry_heap_set_limit(heap, 0) == -1);
    CHECK_ERRNO(EINVAL, quarry_heap_stats(heap, &stats) == -1);
    CHECK(quarry_heap_close(heap) == expected);
    CHECK(heap == NULL || quarry_heap_open(&below) == NULL);
}

static void misuse(void) {
    quarry_heap* one = quarry_heap_open(NULL);
    quarry_heap* two = opened(one, 0, 0);
    for (size_t size = 40; size < 200000; size *= 2000) {
        char* block = quarry_heap_malloc(one, size);
        CHECK_KEEPS_ERRNO(quarry_heap_free(two, block) == QUARRY_FAULT_NOT_A_BLOCK);
        CHECK_ERRNO(EINVAL, quarry_heap_realloc(two, block, 80) == NULL);
        CHECK(quarry_heap_free(one, block + 16) == QUARRY_FAULT_NOT_A_BLOCK);
        block[0] = 1;
        CHECK_ZERO(quarry_heap_free(one, block));
        CHECK(quarry_heap_free(one, block) == QUARRY_FAULT_DOUBLE_FREE);
    }
    int local;
    CHECK(quarry_heap_free(one, &local) == QUARRY_FAULT_FOREIGN);
    void* late[] = {quarry_heap_malloc(two, 40), quarry_heap_malloc(one, 300000)};
    CHECK_ZERO(quarry_heap_close(one));
    closed(two, late[0], -1);
    quarry_heap* next = quarry_heap_open(NULL);
    closed(one, late[0], -1);
    closed(NULL, late[0], 0);
    uint64_t faults = quarry_fault_count(0);
    quarry_free(late[0]);
    quarry_free(late[1]);
    CHECK(quarry_fault_count(0) == faults + 2);
    CHECK_ZERO(quarry_heap_close(next));
}

static quarry_heap* common;
static _Atomic(unsigned char*) shared[SHARED];
static _Atomic int running = THREADS;

static unsigned next_random(unsigned* seed) {
    *seed = *seed * 1103515245 + 12345;
    return *seed >> 8;
}

/* Blocks go from thread to thread, and back by either free. */
static void* churn(void* number) {
    unsigned seed = (unsigned) (uintptr_t) number;
    for (int i = 0; i < OPERATIONS; i++) {
        unsigned random = next_random(&seed);
        size_t size = random % 50 == 0 ? 30000 + random % 100000 : 1 + random % 2000;
        unsigned char* block = quarry_heap_malloc(common, size);
        if (block != NULL) {
            block[0] = block[size - 1] = 42;
        }
        block = atomic_exchange(&shared[random % SHARED], block);
        if (block != NULL && random % 3 == 0) {
            CHECK(block[0] == 42);
            quarry_free(block);
        } else {
            CHECK_ZERO(quarry_heap_free(common, block));
        }
    }
    atomic_fetch_sub(&running, 1);
    return NULL;
}

/* A child finds the heap whole, whatever other threads were doing in it. */
static void fork_and_use(void) {
    pid_t child = fork();
    if (child == 0) {
        quarry_heap* below = opened(common, 0, 0);
        quarry_heap_free(common, quarry_heap_malloc(common, 200));
        quarry_heap_malloc(below, 40);
        CHECK_ZERO(quarry_verify());
        CHECK_ZERO(quarry_heap_close(common));
        CHECK_ERRNO(EINVAL, quarry_heap_malloc(below, 40) == NULL);
        CHECK_ZERO(quarry_verify());
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}

/* Heaps of its own come and go meanwhile, below the common one and beside it. */
static void* open_and_close(void* unused) {
    for (int i = 0; atomic_load(&running) != 0 || i < ROUNDS; i++) {
        quarry_heap* heap = opened(i % 2 == 0 ? common : NULL, 0, 0);
        void* block = quarry_heap_malloc(heap, (size_t) (i * 37 % 40000));
        CHECK(block != NULL || i % 2 == 0);
        CHECK_ZERO(i % 5 == 0 ? quarry_heap_trim(common) : 0);
        i % 16 == 0 ? quarry_malloc_trim(0) : 0;
        CHECK_ZERO(quarry_heap_close(heap));
        if (!QUARRY_PREFIX_ONLY && i % 32 == 0) {
            fork_and_use();
        }
    }
    return unused;
}

static void threads(void) {
    common = opened(NULL, 12 << 20, 0);
    pthread_t threads[THREADS + 1];
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK_ZERO(pthread_create(&threads[i], NULL, churn, (void*) (i + 1)));
    }
    CHECK_ZERO(pthread_create(&threads[THREADS], NULL, open_and_close, NULL));
    for (int i = 0; i <= THREADS; i++) {
        CHECK_ZERO(pthread_join(threads[i], NULL));
    }
    CHECK_ZERO(quarry_verify());
    CHECK(figures(common).most_used <= 12 << 20);
    for (int i = 0; i < SHARED; i++) {
        CHECK_ZERO(quarry_heap_free(common, shared[i]));
    }
    CHECK(figures(common).blocks_live == 0 && figures(common).bytes_live == 0);
    CHECK_ZERO(quarry_heap_trim(common));
    CHECK(figures(common).used == 0);
    CHECK_ZERO(quarry_heap_close(common));
}

int main(void) {
    uint64_t live = quarry_live_bytes();
    blocks();
    limits();
    misuse();
    threads();
    CHECK_ZERO(quarry_verify());
    CHECK(quarry_live_bytes() == live || !QUARRY_PREFIX_ONLY);
    puts("ok");
    return 0;
}
