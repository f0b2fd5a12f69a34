/*
 * storm THREADS: short threads, a few at a time, one after the other. Each leaves most of its
 * blocks to others, who free them when it has ended. Told is the most that was resident during
 * the first tenth of the threads, and later.
 */
#include <pthread.h>
#include "blocks.h"
#include "resident.h"

enum { AT_ONCE = 8, BLOCKS = 60, LEFT = 40 };

static struct block* left[AT_ONCE][LEFT];

static void* live_shortly(void* number) {
    uintptr_t self = (uintptr_t) number;
    struct worker worker = begin_work(self);
    struct block* blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = make_block(&worker, next_size(&worker));
    }
    for (int i = 0; i < BLOCKS; i++) {
        if (i < LEFT) {
            left[self % AT_ONCE][i] = blocks[i];
        } else {
            drop_block(&worker, blocks[i]);
        }
    }
    end_work(&worker);
    return NULL;
}

static void free_what_is_left(void) {
    struct worker worker = begin_work(1);
    for (int i = 0; i < AT_ONCE; i++) {
        for (int k = 0; k < LEFT; k++) {
            drop_block(&worker, left[i][k]);
        }
    }
    end_work(&worker);
}

static void some_threads(uintptr_t first) {
    pthread_t threads[AT_ONCE];
    for (uintptr_t i = 0; i < AT_ONCE; i++) {
        CHECK_ZERO(pthread_create(&threads[i], NULL, live_shortly, (void*) (first + i)));
    }
    for (int i = 0; i < AT_ONCE; i++) {
        CHECK_ZERO(pthread_join(threads[i], NULL));
    }
    free_what_is_left();
}

int main(int argc, char** argv) {
    CHECK(argc == 2);
    long threads = atol(argv[1]);
    long tenth = 0;
    long most = 0;
    for (long begun = 0; begun < threads; begun += AT_ONCE) {
        some_threads((uintptr_t) begun + AT_ONCE);
        if (begun % 80 == 0) {
            long* so_far = begun <= threads / 10 ? &tenth : &most;
            long now = resident_kib();
            *so_far = now > *so_far ? now : *so_far;
        }
    }
    check_rest();
    tell("tenth_kib", tenth);
    tell("most_kib", most);
    return 0;
}
