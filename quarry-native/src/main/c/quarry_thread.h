/*
 * The running thread's state: one initial-exec thread-local structure, so that the fast path finds
 * its heap by one load. Bodies of dev.quarry.core.owner.ThreadHeap, of dev.quarry.core.base.Held
 * and of Os.watchThreadExit.
 */
#pragma once
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include "quarry_region_state.h"
#include "quarry_state.h"

typedef struct {
    void* heap;       /* what calls use: its own, or the empty one while that is hidden */
    void* own;        /* the heap borrowed; the empty one before the first and after the last */
    int64_t held;     /* the last in order of the locks it holds, plus 1; 0 when there is none */
    int32_t departed; /* the thread is ending and borrows no heap again */
    int32_t unheld;   /* forks under way that could not take the locks */
    uint64_t blocked; /* signals that were blocked when it borrowed its heap */
} quarry_thread;

static __thread quarry_thread quarry_self = {&quarry_empty_heap, &quarry_empty_heap, 0, 0, 0, 0};

static inline void* threadheap_current(void) { return quarry_self.heap; }
static inline void* threadheap_own(void) { return quarry_self.own; }
static inline int32_t threadheap_isDeparted(void) { return quarry_self.departed; }

/* A signal handler sees stores in the order in which they stand. */
static inline void quarry_signal_fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

static inline void threadheap_bind(void* heap) {
    quarry_self.own = heap;
    quarry_signal_fence();
    if (quarry_self.held == 0) {
        quarry_self.heap = heap;
    }
}

static inline void threadheap_depart(void) {
    quarry_self.departed = 1;
    quarry_signal_fence();
    quarry_self.heap = &quarry_empty_heap;
    quarry_self.own = &quarry_empty_heap;
}

/* ---- base.Held ---- */

/* In the child of a fork that could not take the locks: their holders are not here. */
static int32_t quarry_never_waits;

static inline void held_setOrder(int64_t word, int64_t order) {
    ((quarry_lock*) word)->order = order;
}

static inline int64_t held_begin(int64_t word) {
    int64_t before = quarry_self.held;
    int64_t rank = ((quarry_lock*) word)->order + 1;
    quarry_self.held = before > rank ? before : rank;
    quarry_signal_fence();
    if (QUARRY_HIDDEN_HEAP) {
        quarry_self.heap = &quarry_empty_heap;
        quarry_signal_fence();
    }
    return before;
}

static inline int32_t held_mayWait(int64_t word, int64_t before) {
    int32_t is_later = before <= ((quarry_lock*) word)->order || !QUARRY_LOCK_ORDER;
    return is_later && !quarry_never_waits;
}

static inline void held_keep(int64_t word, int64_t before) {
    ((quarry_lock*) word)->before = before;
}

static inline int64_t held_kept(int64_t word) { return ((quarry_lock*) word)->before; }

static inline void held_end(int64_t before) {
    quarry_signal_fence();
    quarry_self.held = before;
    quarry_signal_fence();
    if (before == 0) {
        quarry_self.heap = quarry_self.own;
    }
}

static inline int32_t held_isEverInterrupted(void) { return 1; }

static inline int32_t held_isAny(void) { return quarry_self.held != 0; }

static inline int32_t held_isInTheWay(int64_t word) {
    return !held_mayWait(word, quarry_self.held);
}

/* ---- the end of threads ---- */

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

/* The signals that are blocked now. */
static inline uint64_t quarry_blocked_signals(void) {
    uint64_t blocked = 0;
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, sizeof blocked);
    return blocked;
}

/* The heap is bound already, so pthread_setspecific may allocate through us. */
static inline void os_watchThreadExit(void) {
    int saved = errno;
    quarry_self.blocked = quarry_blocked_signals();
    uint64_t key = __atomic_load_n(&quarry_exit_key, __ATOMIC_ACQUIRE);
    key = key != 0 ? key : quarry_make_exit_key();
    if (key != 0) {
        pthread_setspecific((pthread_key_t) (key - 1), quarry_self.own);
    }
    errno = saved;
}

/* Held while the books are read (quarry_stats.h). */
static quarry_lock quarry_stats_lock;

/* ---- forks ---- */

static void quarry_fork_begins(void) {
    if (!Fork_prepare()) {
        quarry_self.unheld++;
    }
}

static void quarry_fork_in_parent(void) {
    if (quarry_self.unheld != 0) {
        quarry_self.unheld--;
    } else {
        Fork_parent();
    }
}

static void quarry_fork_in_child(void) {
    quarry_thread_id_changed();
    Lock_reset((int64_t) &quarry_stats_lock);
    Lock_reset((int64_t) &quarry_region_lock);
    Lock_reset((int64_t) &quarry_layouts_lock);
    if (quarry_self.unheld != 0) {
        quarry_self.unheld--;
        quarry_never_waits = 1;
    } else {
        Fork_child();
    }
}

/*
 * At load, not at the first malloc: registering may allocate, under a lock of libc's that a second
 * registration would wait for. Being early, our prepare handler runs after everybody else's.
 */
static __attribute__((constructor)) void quarry_watch_forks(void) {
    pthread_atfork(quarry_fork_begins, quarry_fork_in_parent, quarry_fork_in_child);
}
