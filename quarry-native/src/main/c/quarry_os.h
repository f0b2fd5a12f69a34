/*
 * What Quarry asks of the kernel (dev.quarry.core.base.Os). Each call leaves errno as it was, so
 * that free and a malloc that succeeds do; none calls anything that may allocate.
 */
#pragma once
#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static inline int64_t os_pageBytes(void) {
    static int64_t bytes = QUARRY_PAGE_BYTES;
    int64_t known = __atomic_load_n(&bytes, __ATOMIC_RELAXED);
    if (known == 0) {
        known = sysconf(_SC_PAGESIZE);
        __atomic_store_n(&bytes, known, __ATOMIC_RELAXED);
    }
    return known;
}

/* Whether a range is whole pages: the kernel would refuse others, or round them. */
static inline int32_t quarry_is_pages(int64_t address, int64_t bytes) {
    return ((address | bytes) & (os_pageBytes() - 1)) == 0;
}

static inline int64_t os_addressSpaceLimit(void) {
    int saved = errno;
    struct rlimit limit;
    int failed = getrlimit(RLIMIT_AS, &limit);
    errno = saved;
    return failed || limit.rlim_cur == RLIM_INFINITY ? -1 : (int64_t) limit.rlim_cur;
}

static inline void os_unmap(int64_t address, int64_t bytes) {
    if (bytes != 0) {
        int saved = errno;
        int failed = munmap((void*) address, (size_t) bytes);
        build_require(!failed);
        (void) failed;
        errno = saved;
    }
}

static int64_t quarry_map_closed(int64_t hint, int64_t bytes) {
    void* start = mmap((void*) hint, (size_t) bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return start == MAP_FAILED ? 0 : (int64_t) start;
}

/* Just above a boundary there is mostly room below: only if not, more is taken than is needed. */
static int64_t quarry_reserve(int64_t bytes, int64_t alignment) {
    int64_t start = quarry_map_closed(0, bytes);
    for (int tries = 0; tries < 2 && start != 0; tries++) {
        if ((start & (alignment - 1)) == 0) {
            return start;
        }
        os_unmap(start, bytes);
        start = quarry_map_closed(start & -alignment, bytes);
    }
    if (start != 0) {
        os_unmap(start, bytes);
    }
    start = quarry_map_closed(0, bytes + alignment);
    if (start == 0) {
        return 0;
    }
    int64_t aligned = (start + alignment - 1) & -alignment;
    os_unmap(start, aligned - start);
    os_unmap(aligned + bytes, start + alignment - aligned);
    return aligned;
}

static inline int64_t os_reserve(int64_t bytes, int64_t alignment) {
    int saved = errno;
    int64_t start = quarry_reserve(bytes, alignment);
    errno = saved;
    return start;
}

static inline int32_t os_open(int64_t address, int64_t bytes) {
    int saved = errno;
    build_require(quarry_is_pages(address, bytes));
    int failed = mprotect((void*) address, (size_t) bytes, PROT_READ | PROT_WRITE);
    errno = saved;
    return failed == 0;
}

static inline int32_t quarry_advise(int64_t address, int64_t bytes, int advice) {
    int saved = errno;
    build_require(quarry_is_pages(address, bytes));
    int failed = madvise((void*) address, (size_t) bytes, advice);
    errno = saved;
    return failed == 0;
}

static inline int32_t os_decommit(int64_t address, int64_t bytes) {
    return quarry_advise(address, bytes, MADV_DONTNEED);
}

static inline void os_adviseHuge(int64_t address, int64_t bytes) {
    quarry_advise(address, bytes, MADV_HUGEPAGE);
}

static inline void os_adviseSmall(int64_t address, int64_t bytes) {
    quarry_advise(address, bytes, MADV_NOHUGEPAGE);
}

static inline int64_t os_nowMillis(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t) now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#ifndef GRND_NONBLOCK
#define GRND_NONBLOCK 1
#endif

/* Early in boot the kernel's pool may not be ready: then what the kernel gave at exec, mixed. */
static inline int64_t quarry_weak_entropy(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t mixed = (uint64_t) now.tv_nsec ^ ((uint64_t) getpid() << 40) ^ (uint64_t) &now;
    const quarry_word* given = (const quarry_word*) getauxval(AT_RANDOM);
    return (int64_t) ((mixed ^ (given != NULL ? (uint64_t) *given : 0)) * 0x9E3779B97F4A7C15u);
}

static inline int64_t os_entropy(void) {
    int saved = errno;
    int64_t bits = 0;
    if (syscall(SYS_getrandom, &bits, sizeof bits, GRND_NONBLOCK) != (long) sizeof bits) {
        bits = quarry_weak_entropy();
    }
    errno = saved;
    return bits;
}

static quarry_lock quarry_boot_lock;

static inline int64_t os_bootWord(void) { return (int64_t) &quarry_boot_lock; }

/* A futex is 32 bits wide: the low half of the word, which holds the thread id's low bits. */
static inline int32_t* quarry_futex_of(int64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (int32_t*) word + 1;
#else
    return (int32_t*) word;
#endif
}

static inline void os_sleepWhile(int64_t word, int64_t value) {
    int saved = errno;
    syscall(SYS_futex, quarry_futex_of(word), FUTEX_WAIT_PRIVATE, (int32_t) value, NULL, NULL, 0);
    errno = saved;
}

static inline void os_wake(int64_t word) {
    int saved = errno;
    syscall(SYS_futex, quarry_futex_of(word), FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = saved;
}

static inline void os_reportOutOfMemory(void) { errno = ENOMEM; }
