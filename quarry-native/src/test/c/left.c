/*
 * left HOW MIB: an owner allocates so much, others free it all, and the owner sleeps ("asleep") or
 * has ended ("ended"). Then a second owner does the same, again and again. Told is the most that
 * was resident in the first and in the second half of that, beyond what was before; and after two
 * seconds of rest.
 */
#include <pthread.h>
#include "blocks.h"
#include "resident.h"

enum { ROUNDS = 20 };

static size_t count;
static struct block** blocks;
static pthread_barrier_t barrier;

static void* take_all(void* sleeps) {
    struct worker worker = begin_work(7);
    for (size_t i = 0; i < count; i++) {
        blocks[i] = make_block(&worker, 64 + next_random(&worker) % 961);
        memset(blocks[i] + 1, MARK, blocks[i]->bytes - sizeof(struct block));
    }
    end_work(&worker);
    if (sleeps != NULL) {
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void* drop_all(void* unused) {
    struct worker worker = begin_work(9);
    for (size_t i = 0; i < count; i++) {
        drop_block(&worker, blocks[i]);
    }
    end_work(&worker);
    return unused;
}

static void elsewhere(void* (*work)(void*)) {
    pthread_t thread;
    CHECK_ZERO(pthread_create(&thread, NULL, work, NULL));
    CHECK_ZERO(pthread_join(thread, NULL));
}

static long most_of_rounds(long base) {
    long most = 0;
    for (int round = 0; round < ROUNDS / 2; round++) {
        elsewhere(take_all);
        long now = resident_kib() - base;
        most = now > most ? now : most;
        elsewhere(drop_all);
    }
    return most;
}

int main(int argc, char** argv) {
    CHECK(argc == 3);
    int sleeps = strcmp(argv[1], "asleep") == 0;
    count = (size_t) atol(argv[2]) << 11;
    blocks = calloc(count, sizeof *blocks);
    memset(blocks, 1, count * sizeof *blocks);
    pthread_barrier_init(&barrier, NULL, 2);
    long base = resident_kib();
    pthread_t owner;
    CHECK_ZERO(pthread_create(&owner, NULL, take_all, sleeps ? &barrier : NULL));
    if (sleeps) {
        pthread_barrier_wait(&barrier);
    } else {
        CHECK_ZERO(pthread_join(owner, NULL));
    }
    tell("live_kib", resident_kib() - base);
    elsewhere(drop_all);
    tell("early_kib", most_of_rounds(base));
    tell("late_kib", most_of_rounds(base));
    sleep_millis(2000);
    tell("rest_kib", resident_kib() - base);
    if (sleeps) {
        pthread_barrier_wait(&barrier);
        CHECK_ZERO(pthread_join(owner, NULL));
    }
    check_rest();
    return 0;
}
