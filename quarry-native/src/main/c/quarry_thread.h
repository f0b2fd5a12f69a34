/*
 * The running thread's state: one initial-exec thread-local structure, so that the fast path finds
 * its heap by one load. Bodies of dev.quarry.core.owner.ThreadHeap and of Os.watchThreadExit.
 */
#pragma once
#include <pthread.h>
#include <stdint.h>
#include "quarry_region_state.h"
#include "quarry_state.h"

typedef struct {
    void* heap;       /* the heap borrowed; the empty one before the first and after the last */
    int32_t departed; /* the thread is ending and borrows no heap again */
} quarry_thread;

static __thread quarry_thread quarry_self = {&quarry_empty_heap, 0};

static inline void* threadheap_current(void) { return quarry_self.heap; }
static inline void threadheap_bind(void* heap) { quarry_self.heap = heap; }
static inline int32_t threadheap_isDeparted(void) { return quarry_self.departed; }

static inline void threadheap_depart(void) {
    quarry_self.heap = &quarry_empty_heap;
    quarry_self.departed = 1;
}

/* Runs at the thread's end, before or after other destructors: they still allocate and free. */
static void quarry_thread_ends(void* heap) {
    (void) heap;
    Threads_leave();
}

/* The key plus 1; 0 until the first thread needs it, which may be before any constructor. */
static uint64_t quarry_exit_key;

static uint64_t quarry_make_exit_key(void) {
    pthread_key_t made;
    if (pthread_key_create(&made, quarry_thread_ends) != 0) {
        return 0;
    }
    uint64_t known = 0;
    if (__atomic_compare_exchange_n(&quarry_exit_key, &known, (uint64_t) made + 1, 0,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        return (uint64_t) made + 1;
    }
    pthread_key_delete(made);
    return known;
}

/* The heap is bound already, so pthread_setspecific may allocate through us. */
static inline void os_watchThreadExit(void) {
    int saved = errno;
    uint64_t key = __atomic_load_n(&quarry_exit_key, __ATOMIC_ACQUIRE);
    key = key != 0 ? key : quarry_make_exit_key();
    if (key != 0) {
        pthread_setspecific((pthread_key_t) (key - 1), quarry_self.heap);
    }
    errno = saved;
}

/* Held while the books are read (quarry_stats.h). */
static int64_t quarry_stats_lock;

static void quarry_fork_in_child(void) {
    quarry_thread_id_changed();
    Lock_reset((int64_t) &quarry_stats_lock);
    Lock_reset((int64_t) &quarry_region_lock);
    Lock_reset((int64_t) &quarry_layouts_lock);
    Fork_child();
}

/*
 * At load, not at the first malloc: registering may allocate, under a lock of libc's that a second
 * registration would wait for. Being early, our prepare handler runs after everybody else's.
 */
static __attribute__((constructor)) void quarry_watch_forks(void) {
    pthread_atfork(Fork_prepare, Fork_parent, quarry_fork_in_child);
}
