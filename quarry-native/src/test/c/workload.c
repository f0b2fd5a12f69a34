/* A bit of everything through quarry_* alone, for tools that own malloc: sanitizers, Valgrind. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include "quarry.h"

enum { THREADS = 3, OPERATIONS = 20000, SHARED = 128 };

static _Atomic(unsigned char*) shared[SHARED];

static size_t size_from(unsigned random) {
    if (random % 64 == 0) {
        return random % 300000;
    }
    return random % 8 == 0 ? random % 20000 : random % 500;
}

/* Blocks carry their size and a mark at the end, so that another thread can check them. */
static unsigned char* make(unsigned random) {
    size_t size = size_from(random) + 16;
    unsigned char* block;
    if (random % 5 == 0) {
        block = quarry_calloc(1, size);
        CHECK(block[size / 2] == 0);
    } else if (random % 7 == 0) {
        size_t alignment = (size_t) 16 << random % 9;
        block = quarry_aligned_alloc(alignment, size);
        CHECK(is_aligned(block, alignment));
    } else {
        block = quarry_realloc(quarry_malloc(size / 2), size);
    }
    CHECK(block != NULL);
    memcpy(block, &size, sizeof size);
    block[size - 1] = 42;
    return block;
}

static void drop(unsigned char* block) {
    if (block != NULL) {
        size_t size;
        memcpy(&size, block, sizeof size);
        CHECK(block[size - 1] == 42);
        CHECK(quarry_malloc_usable_size(block) >= size);
        quarry_free(block);
    }
}

static void* work(void* seed) {
    unsigned random = (unsigned) (uintptr_t) seed;
    for (int i = 0; i < OPERATIONS; i++) {
        random = random * 1103515245 + 12345;
        drop(atomic_exchange(&shared[(random >> 9) % SHARED], make(random >> 4)));
    }
    return NULL;
}

static void misuse(void) {
    void* block = quarry_malloc(40);
    quarry_free(block);
    quarry_free(block);
    quarry_free((void*) 0x1234);
    quarry_free((char*) block + 8);
    CHECK(quarry_fault_count(QUARRY_FAULT_DOUBLE_FREE) == 1);
    CHECK(quarry_fault_count(QUARRY_FAULT_FOREIGN) == 1);
    CHECK(quarry_fault_count(QUARRY_FAULT_NOT_A_BLOCK) == 1);
}

int main(void) {
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, work, (void*) (i + 1)) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK_ZERO(quarry_verify());
    for (int i = 0; i < SHARED; i++) {
        drop(shared[i]);
    }
    misuse();
    quarry_malloc_trim(0);
    CHECK_ZERO(quarry_verify());
    CHECK(quarry_live_bytes() == 0);
    puts("ok");
    return 0;
}
