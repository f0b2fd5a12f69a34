/*
 * What every workload shares: options, a random sequence, clocks, threads, and the one line a
 * run prints, which the driver reads.
 *
 * A workload's own arrays come from bench_map or bench_prepare, never from malloc, so that every
 * call to the allocator which leaves the program's text is an operation of the workload.
 *
 * Two builds tell what a run costs without its allocator. With -DBENCH_NULL the allocator's
 * functions become inline nothings (bench_null.h): the harness and the workload's own work are
 * left. With -DBENCH_NO_WORK besides, that work is left out too: what remains is the harness.
 */
#ifndef QUARRY_BENCH_H
#define QUARRY_BENCH_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define BENCH_MAX_THREADS 256
#define BENCH_DEFAULT_SEED 0xCAFE

#ifdef BENCH_NULL
#include "bench_null.h"
#else
#define BENCH_LAST(bytes) ((bytes) - 1)
#endif

static void bench_fail(const char *what, const char *detail) {
    fprintf(stderr, "%s: %s %s\n", program_invocation_short_name, what, detail);
    exit(2);
}

/* ---- options: --name value, each name asked for once, unknown ones refused ---- */

static int bench_argc;
static char **bench_argv;
static int bench_options_used;

static void bench_init(int argc, char **argv) {
    bench_argc = argc;
    bench_argv = argv;
}

static inline const char *bench_text(const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < bench_argc; i += 2) {
        if (strncmp(bench_argv[i], "--", 2) == 0 && strcmp(bench_argv[i] + 2, name) == 0) {
            bench_options_used++;
            return bench_argv[i + 1];
        }
    }
    return otherwise;
}

static inline long bench_option(const char *name, long otherwise) {
    const char *text = bench_text(name, NULL);
    if (text == NULL) {
        return otherwise;
    }
    char *end;
    errno = 0;
    long value = strtol(text, &end, 0);
    if (*text == 0 || *end != 0 || errno != 0 || value < 0) {
        bench_fail("not a number:", text);
    }
    return value;
}

static inline int bench_threads(void) {
    long threads = bench_option("threads", 1);
    if (threads < 1 || threads > BENCH_MAX_THREADS) {
        bench_fail("--threads", "must lie between 1 and 256");
    }
    return (int) threads;
}

/* ---- random numbers ---- */

static inline uint64_t bench_next(uint64_t *state) {
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

/* A sequence of its own for each thread and phase; never the zero that xorshift cannot leave. */
static inline uint64_t bench_stream(uint64_t seed, uint64_t stream) {
    uint64_t x = (seed + 1) * 0x9E3779B97F4A7C15u ^ (stream + 1) * 0xD1B54A32D192ED03u;
    return x == 0 ? 1 : x;
}

/* The upper bits of a random word scaled to 0 .. bound-1, without a division. */
static inline uint32_t bench_below(uint64_t random, uint32_t bound) {
    return (uint32_t) (((random >> 32) * bound) >> 32);
}

/* ---- memory of the harness ---- */

static inline void *bench_map(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED) {
        bench_fail("no memory for", "the harness");
    }
    return memory;
}

static inline void *bench_check(void *block) {
    if (__builtin_expect(block == NULL, 0)) {
        bench_fail("the allocator", "returned null");
    }
    return block;
}

/*
 * ---- the workload's own work ----
 *
 * What the description of a workload asks of the program besides calls of the allocator: bytes
 * written into blocks and read from them, and threads started over and over. All of it is behind
 * this constant; what is not, is harness.
 */
#ifdef BENCH_NO_WORK
enum { BENCH_WORK = 0 };
#else
enum { BENCH_WORK = 1 };
#endif

/* One byte of a fresh block is written. */
static inline void bench_write(void *block) {
    if (BENCH_WORK) {
        *(volatile char *) block = 1;
    }
}

/* A fresh block is written at both ends, as a program would fill a record. */
static inline void bench_touch(void *block, size_t bytes) {
    if (BENCH_WORK) {
        ((volatile char *) block)[0] = 1;
        ((volatile char *) block)[BENCH_LAST(bytes)] = 2;
    }
}

/* All of a block is written. */
static inline void bench_cover(void *block, size_t bytes) {
    if (BENCH_WORK) {
        memset(block, 0x5A, bytes);
        __asm__ volatile("" : : "r"(block) : "memory");
    }
}

/* ---- what a run prints ---- */

static uint64_t bench_cpu_began, bench_wall_began, bench_cpu, bench_wall;
static char bench_notes[8192];
static size_t bench_notes_used;

static inline uint64_t bench_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

static inline uint64_t bench_cpu_now(void) {
    return bench_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static inline uint64_t bench_wall_now(void) {
    return bench_clock(CLOCK_MONOTONIC);
}

static inline void bench_note(const char *name, long long value) {
    bench_notes_used += (size_t) snprintf(bench_notes + bench_notes_used,
        sizeof bench_notes - bench_notes_used, " %s=%lld", name, value);
    if (bench_notes_used >= sizeof bench_notes) {
        bench_fail("too many notes:", name);
    }
}

static void bench_start(void) {
    if (bench_options_used * 2 + 1 != bench_argc) {
        bench_fail("unknown or repeated option, or an option without a value", "");
    }
    bench_wall_began = bench_wall_now();
    bench_cpu_began = bench_cpu_now();
}

static void bench_stop(void) {
    bench_cpu = bench_cpu_now() - bench_cpu_began;
    bench_wall = bench_wall_now() - bench_wall_began;
}

/* An operation is one block allocated and freed, or one realloc. */
static void bench_report(long ops) {
    printf("BENCH workload=%s ops=%ld cpu_ns=%llu wall_ns=%llu%s\n",
           program_invocation_short_name, ops, (unsigned long long) bench_cpu,
           (unsigned long long) bench_wall, bench_notes);
}

/* Resident memory of this process in KiB, read without the allocator's help. */
static inline long bench_resident(void) {
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (length <= 0) {
        bench_fail("cannot read", "/proc/self/status");
    }
    close(file);
    text[length] = 0;
    const char *line = strstr(text, "VmRSS:");
    return line == NULL ? 0 : strtol(line + 6, NULL, 10);
}

static inline void bench_sleep_ms(long ms) {
    struct timespec t = { ms / 1000, ms % 1000 * 1000000 };
    while (nanosleep(&t, &t) != 0 && errno == EINTR) {
    }
}

/* ---- threads ---- */

struct bench_worker {
    int id;
    int threads;
    long ops;             /* this thread's share */
    uint64_t random;      /* its own sequence */
    void *memory;         /* its part of the harness's own, from bench_prepare */
    void (*body)(struct bench_worker *);
    pthread_t thread;
};

static struct bench_worker bench_workers[BENCH_MAX_THREADS];

/* Gives each thread memory for the harness before the clock starts: page faults cost time. */
static inline void bench_prepare(int threads, size_t bytes) {
    for (int i = 0; i < threads; i++) {
        bench_workers[i].memory = bench_map(bytes);
    }
}

static inline long bench_share(long ops, int threads, int id) {
    return ops / threads + (id < ops % threads ? 1 : 0);
}

static inline void bench_spawn(pthread_t *thread, void *(*body)(void *), void *argument) {
    int error = pthread_create(thread, NULL, body, argument);
    if (error != 0) {
        bench_fail("cannot start a thread:", strerror(error));
    }
}

/* A thread whose start and end are the workload's work. Without that, its body is a call. */
static inline void bench_begin(pthread_t *thread, void *(*body)(void *), void *argument) {
    if (BENCH_WORK) {
        bench_spawn(thread, body, argument);
    } else {
        body(argument);
    }
}

static inline void bench_end(pthread_t thread) {
    if (BENCH_WORK) {
        pthread_join(thread, NULL);
    }
}

static inline void *bench_trampoline(void *argument) {
    struct bench_worker *worker = argument;
    worker->body(worker);
    return NULL;
}

static inline void bench_assign(int threads, long ops, uint64_t stream,
                                void (*body)(struct bench_worker *)) {
    for (int i = 0; i < threads; i++) {
        struct bench_worker *worker = &bench_workers[i];
        worker->id = i;
        worker->threads = threads;
        worker->ops = bench_share(ops, threads, i);
        worker->random = bench_stream(stream, (uint64_t) i);
        worker->body = body;
    }
}

/* How bodies are run: bench_run or bench_wave. */
typedef void bench_runner(int threads, long ops, uint64_t stream,
                          void (*body)(struct bench_worker *));

/* Splits ops over the threads and waits for all. One thread runs in main's own. */
static inline void bench_run(int threads, long ops, uint64_t stream,
                             void (*body)(struct bench_worker *)) {
    bench_assign(threads, ops, stream, body);
    if (threads == 1) {
        body(&bench_workers[0]);
        return;
    }
    for (int i = 0; i < threads; i++) {
        bench_spawn(&bench_workers[i].thread, bench_trampoline, &bench_workers[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(bench_workers[i].thread, NULL);
    }
}

/* The same with threads that the workload is about: even one is a new one. */
static inline void bench_wave(int threads, long ops, uint64_t stream,
                              void (*body)(struct bench_worker *)) {
    bench_assign(threads, ops, stream, body);
    for (int i = 0; i < threads; i++) {
        bench_begin(&bench_workers[i].thread, bench_trampoline, &bench_workers[i]);
    }
    for (int i = 0; i < threads; i++) {
        bench_end(bench_workers[i].thread);
    }
}

#endif
