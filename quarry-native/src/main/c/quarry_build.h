/* The variants of the build (dev.quarry.core.base.Build), each a flag for the compiler. */
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef QUARRY_CHECKED
#define QUARRY_CHECKED 0
#endif
#ifndef QUARRY_FASTBINS
#define QUARRY_FASTBINS 1
#endif
#ifndef QUARRY_BULK
#define QUARRY_BULK 1
#endif
#ifndef QUARRY_STRACE
#define QUARRY_STRACE 0
#endif
#ifndef QUARRY_ASAN
#define QUARRY_ASAN 0
#endif
#ifndef QUARRY_VALGRIND
#define QUARRY_VALGRIND 0
#endif

/* For tests: pages of 16 or 64 KiB where the kernel's are smaller. 0 = the kernel's. */
#ifndef QUARRY_PAGE_BYTES
#define QUARRY_PAGE_BYTES 0
#endif

/* For tests, which must see the difference: without them a signal handler waits for what it
   interrupted, or meets magazines that are being changed. */
#ifndef QUARRY_LOCK_ORDER
#define QUARRY_LOCK_ORDER 1
#endif
#ifndef QUARRY_HIDDEN_HEAP
#define QUARRY_HIDDEN_HEAP 1
#endif

/* Whether a tool is told which bytes are dead (quarry_poison.h). */
#define QUARRY_POISON (QUARRY_ASAN || QUARRY_VALGRIND)

#define build_checked() QUARRY_CHECKED
#define build_fastBins() QUARRY_FASTBINS
#define build_bulk() QUARRY_BULK
#define build_strace() QUARRY_STRACE
#define build_require(condition) quarry_require(condition, __func__)

/* Says where an invariant broke, as far as the generated name tells, and stops. */
static __attribute__((cold, noinline, noreturn, unused)) void quarry_broken(const char* where) {
    static const char text[] = "quarry: an invariant of the allocator does not hold, in ";
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    written = write(STDERR_FILENO, where, __builtin_strlen(where));
    written = write(STDERR_FILENO, "\n", 1);
    (void) written;
    abort();
}

static inline void quarry_require(int32_t condition, const char* where) {
    if (QUARRY_CHECKED && __builtin_expect(!condition, 0)) {
        quarry_broken(where);
    }
    (void) where;
}
