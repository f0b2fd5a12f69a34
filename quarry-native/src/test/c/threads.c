/* Threads that come, allocate in their last destructors, and go; blocks freed by others. */
#include "check.h"
#include <pthread.h>
#include "quarry.h"

enum { EARLY_KEYS = 20, THREADS = 8, ROUNDS = 40, BLOCKS = 200 };

static pthread_key_t keys[EARLY_KEYS];
static void* handed[THREADS][BLOCKS];

/* Runs before or after the library's own destructor, several rounds long. */
static void destructor(void* value) {
    free(value);
    void* block = malloc(100);
    CHECK(block != NULL);
    free(realloc(block, 5000));
    static __thread int rounds;
    if (rounds++ < 3) {
        pthread_setspecific(keys[0], malloc(48));
    }
}

static void* live_and_die(void* slot) {
    void** blocks = handed[(intptr_t) slot];
    for (int i = 0; i < EARLY_KEYS; i++) {
        pthread_setspecific(keys[i], malloc(16 + i));
    }
    for (int i = 0; i < BLOCKS; i++) {
        free(blocks[i]);
        blocks[i] = malloc((size_t) (i * 37 % 3000 + 1));
        memset(blocks[i], (int) (intptr_t) slot, (size_t) (i * 37 % 3000 + 1));
    }
    return NULL;
}

static void round_of_threads(int shift) {
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++) {
        void* slot = (void*) ((i + shift) % THREADS);
        CHECK(pthread_create(&threads[i], NULL, live_and_die, slot) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
}

int main(void) {
    for (int i = 0; i < EARLY_KEYS; i++) {
        CHECK(pthread_key_create(&keys[i], destructor) == 0);
    }
    for (int i = 0; i < ROUNDS; i++) {
        round_of_threads(i);
    }
    for (int i = 0; i < THREADS * BLOCKS; i++) {
        free(handed[i / BLOCKS][i % BLOCKS]);
    }
    CHECK_ZERO(quarry_verify());
    CHECK_ZERO(quarry_fault_count(0));
    puts("ok");
    return 0;
}
