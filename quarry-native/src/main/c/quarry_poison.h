/*
 * What tools are told (dev.quarry.core.span.Poison): which bytes are dead, and which are somebody's
 * but not written yet. In builds for AddressSanitizer (-DQUARRY_ASAN=1) and for Valgrind
 * (-DQUARRY_VALGRIND=1); in all others nothing is here.
 *
 * The allocator itself reads and writes dead bytes: links, and what it copies. It does so by Memory
 * alone, whose functions here are hidden from both tools.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define QUARRY_POISON (QUARRY_ASAN || QUARRY_VALGRIND)

/* What lies between two blocks, so that a write past an end meets dead bytes. */
enum { QUARRY_POISON_GAP = QUARRY_POISON ? 16 : 0 };

#if QUARRY_ASAN
/* The program's runtime has them; without it nothing is marked. */
extern void __asan_poison_memory_region(const volatile void*, size_t) __attribute__((weak));
extern void __asan_unpoison_memory_region(const volatile void*, size_t) __attribute__((weak));
#endif
#if QUARRY_VALGRIND
#include <valgrind/memcheck.h>
#endif

static inline int32_t poison_isOn(void) { return QUARRY_POISON; }
static inline int64_t poison_gapBytes(void) { return QUARRY_POISON_GAP; }

static inline void poison_allocated(int64_t block, int64_t bytes) {
#if QUARRY_ASAN
    if (__asan_unpoison_memory_region != NULL) {
        __asan_unpoison_memory_region((void*) block, (size_t) bytes);
    }
#endif
#if QUARRY_VALGRIND
    VALGRIND_MAKE_MEM_UNDEFINED(block, bytes);
#endif
    (void) block;
    (void) bytes;
}

static inline void poison_freed(int64_t block, int64_t bytes) {
#if QUARRY_ASAN
    if (__asan_poison_memory_region != NULL) {
        __asan_poison_memory_region((void*) block, (size_t) bytes);
    }
#endif
#if QUARRY_VALGRIND
    VALGRIND_MAKE_MEM_NOACCESS(block, bytes);
#endif
    (void) block;
    (void) bytes;
}
