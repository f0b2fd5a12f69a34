/*
 * soak PAIRS TASKS: THREADS threads (16) allocate and free for long. First pairs of malloc and
 * free, of which every second block changes hands by a table that all share. Then a pool of threads
 * that steal tasks from each other: each step of a task frees what another thread allocated,
 * allocates anew and sends the task on. After each round all is at rest, and has to add up.
 */
#include <pthread.h>
#include <sched.h>
#include "blocks.h"

#ifndef THREADS
#define THREADS 16
#endif

enum { ROUNDS = 4, SLOTS = 512, KEPT = 64, HOPS = 8, ROOM = 1024, MINE = 32 };

static struct block* _Atomic slots[SLOTS];
static long pairs_each;

static void* exchange_pairs(void* seed) {
    struct worker worker = begin_work((uint64_t) (uintptr_t) seed);
    struct block* kept[KEPT] = {0};
    for (long i = 0; i < pairs_each; i++) {
        struct block* made = make_block(&worker, next_size(&worker));
        uint64_t random = next_random(&worker);
        struct block* old = kept[random % KEPT];
        if (i & 1) {
            old = atomic_exchange(&slots[random % SLOTS], made);
        } else {
            kept[random % KEPT] = made;
        }
        if (old != NULL) {
            drop_block(&worker, old);
        }
    }
    for (int i = 0; i < KEPT; i++) {
        if (kept[i] != NULL) {
            drop_block(&worker, kept[i]);
        }
    }
    end_work(&worker);
    return NULL;
}

/* A task is a block too, made where it began and dropped where it ends. */
struct task {
    struct block block;
    struct block* cargo;
    int hops;
};

struct deque {
    pthread_mutex_t lock;
    unsigned first;
    unsigned count;
    struct task* tasks[ROOM];
};

static struct deque deques[THREADS];
static _Atomic long tasks_to_begin;
static _Atomic long tasks_under_way;

static int push(struct deque* deque, struct task* task) {
    pthread_mutex_lock(&deque->lock);
    int has_room = deque->count < ROOM;
    if (has_room) {
        deque->tasks[(deque->first + deque->count++) % ROOM] = task;
    }
    pthread_mutex_unlock(&deque->lock);
    return has_room;
}

/* The owner's own end is the last, a thief's the first. */
static struct task* take(struct deque* deque, int is_thief) {
    struct task* task = NULL;
    pthread_mutex_lock(&deque->lock);
    if (deque->count != 0) {
        unsigned at = is_thief ? 0 : deque->count - 1;
        task = deque->tasks[(deque->first + at) % ROOM];
        deque->first += (unsigned) is_thief;
        deque->count--;
    }
    pthread_mutex_unlock(&deque->lock);
    return task;
}

static struct task* begin_task(struct worker* worker) {
    if (atomic_load(&tasks_under_way) >= THREADS * MINE
            || atomic_fetch_sub(&tasks_to_begin, 1) <= 0) {
        return NULL;
    }
    atomic_fetch_add(&tasks_under_way, 1);
    struct task* task = (struct task*) make_block(worker, sizeof(struct task) + 1);
    task->cargo = make_block(worker, next_size(worker));
    task->hops = HOPS;
    return task;
}

static void run_task(struct worker* worker, struct task* task) {
    drop_block(worker, task->cargo);
    if (task->hops-- == 0) {
        drop_block(worker, &task->block);
        atomic_fetch_sub(&tasks_under_way, 1);
        return;
    }
    task->cargo = make_block(worker, next_size(worker));
    while (!push(&deques[next_random(worker) % THREADS], task)) {
        sched_yield();
    }
}

static void* serve_pool(void* number) {
    uintptr_t self = (uintptr_t) number;
    struct worker worker = begin_work(self + 100);
    while (atomic_load(&tasks_to_begin) > 0 || atomic_load(&tasks_under_way) > 0) {
        struct task* task = take(&deques[self - 1], 0);
        task = task != NULL ? task : take(&deques[next_random(&worker) % THREADS], 1);
        task = task != NULL ? task : begin_task(&worker);
        if (task != NULL) {
            run_task(&worker, task);
        } else {
            sched_yield();
        }
    }
    end_work(&worker);
    return NULL;
}

static void together(void* (*work)(void*)) {
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK_ZERO(pthread_create(&threads[i], NULL, work, (void*) (i + 1)));
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK_ZERO(pthread_join(threads[i], NULL));
    }
}

static void empty_slots(void) {
    struct worker worker = begin_work(1);
    for (int i = 0; i < SLOTS; i++) {
        struct block* old = atomic_exchange(&slots[i], NULL);
        if (old != NULL) {
            drop_block(&worker, old);
        }
    }
    end_work(&worker);
}

int main(int argc, char** argv) {
    CHECK(argc == 3);
    pairs_each = atol(argv[1]) / THREADS / ROUNDS;
    for (int i = 0; i < THREADS; i++) {
        pthread_mutex_init(&deques[i].lock, NULL);
    }
    for (int round = 0; round < ROUNDS; round++) {
        together(exchange_pairs);
        empty_slots();
        check_rest();
        tasks_to_begin = atol(argv[2]) / ROUNDS;
        together(serve_pool);
        check_rest();
    }
    CHECK(blocks_made >= atol(argv[1]) / THREADS / ROUNDS * THREADS * ROUNDS);
    puts("ok");
    return 0;
}
