/*
 * The thread that gives memory back while the program is idle (core.owner.DecommitThread). It has a
 * small stack, takes no signals, allocates nothing and is there only while memory waits.
 */
#pragma once
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>

/* From glibc 2.32 on; weak, so that an older one will do. */
extern char __libc_single_threaded __attribute__((weak));

enum { QUARRY_DECOMMIT_STACK_BYTES = 64 << 10 };

static void* quarry_decommit_main(void* unused) {
    prctl(PR_SET_NAME, "quarry-decommit");
    int64_t millis = Decommit_passWhenDue();
    while (millis >= 0) {
        struct timespec pause = {millis / 1000, millis % 1000 * 1000000};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
        millis = Decommit_passWhenDue();
    }
    return unused;
}

static int quarry_start_decommit(void) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return 0;
    }
    pthread_t thread;
    size_t stack = QUARRY_DECOMMIT_STACK_BYTES;
    long least = sysconf(_SC_THREAD_STACK_MIN);
    stack = least > 0 && (size_t) least > stack / 2 ? stack + (size_t) least : stack;
    pthread_attr_setstacksize(&attributes, stack);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int failed = pthread_create(&thread, &attributes, quarry_decommit_main, NULL);
    pthread_attr_destroy(&attributes);
    return !failed;
}

/*
 * Whether this may be a signal handler or libc's own end of a thread: either has signals blocked
 * that were not when the thread came. What it interrupted may hold the locks of pthread_create. In
 * a process with one thread nobody does.
 */
static int quarry_is_bad_moment(void) {
    int is_alone = &__libc_single_threaded != NULL && __libc_single_threaded;
    return !is_alone && (quarry_blocked_signals() & ~quarry_self.blocked) != 0;
}

/* The new thread inherits the mask: all signals go to the program's own threads. */
static inline int32_t decommitthread_start(void) {
    int saved = errno;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    int32_t started = 0;
    if (!quarry_is_bad_moment() && pthread_sigmask(SIG_SETMASK, &all, &before) == 0) {
        started = quarry_start_decommit();
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    errno = saved;
    return started;
}
