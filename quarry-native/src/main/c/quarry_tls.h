/* What belongs to the running thread (dev.quarry.core.base.Tls): a kernel thread id, cached. */
#pragma once
#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static __thread int64_t quarry_thread_id;

static inline int64_t tls_threadId(void) {
    if (__builtin_expect(quarry_thread_id == 0, 0)) {
        quarry_thread_id = syscall(SYS_gettid);
    }
    return quarry_thread_id;
}

/* A lock as the core sees it: its word, and what the core's Held keeps with it. */
typedef struct {
    int64_t word;
    int64_t order;  /* where it stands among all locks */
    int64_t before; /* what its holder held before */
} quarry_lock;

/* In a fork's child: the thread that survived has another id there. */
static inline void quarry_thread_id_changed(void) { quarry_thread_id = 0; }

/* Stacks do not overflow into an exception here. */
static inline void tls_ensureStack(void) {}
