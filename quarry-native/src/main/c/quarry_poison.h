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

#include "quarry_build.h"

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

static inline void poison_own(int64_t block, int64_t bytes) {
#if QUARRY_ASAN
    if (__asan_unpoison_memory_region != NULL) {
        __asan_unpoison_memory_region((void*) block, (size_t) bytes);
    }
#endif
#if QUARRY_VALGRIND
    VALGRIND_MAKE_MEM_DEFINED(block, bytes);
#endif
    (void) block;
    (void) bytes;
}

/*
 * Plain blocks, marked by the C face. Each has the gap behind it, whose last word says how many
 * bytes were asked for: the usable ones, as with the tools' own malloc.
 */
#if QUARRY_POISON

static inline int64_t* quarry_asked_word(void* block, int64_t usable) {
    return (int64_t*) ((char*) block + usable) - 1;
}

static void* quarry_poison_handed_out(void* block, size_t size, int zeroed) {
    if (block != NULL) {
        int64_t usable = Query_usableSize((int64_t) block);
        memory_putLong((int64_t) quarry_asked_word(block, usable), (int64_t) size);
        poison_freed((int64_t) block + (int64_t) size, usable - (int64_t) size);
        poison_allocated((int64_t) block, (int64_t) size);
        if (zeroed) {
            poison_own((int64_t) block, (int64_t) size);
        }
    }
    return block;
}

/* What was asked for; a negative fault when nobody holds a block there. */
static int64_t quarry_poison_asked(const void* block) {
    int64_t usable = Query_usableSize((int64_t) block);
    return usable <= 0 ? usable
                       : memory_getLong((int64_t) quarry_asked_word((void*) block, usable));
}

/* The size that a sized free names: more than was asked for is too much for any block. */
static int64_t quarry_size_named(const void* block, size_t size) {
    int64_t asked = block == NULL ? INT64_MAX : quarry_poison_asked(block);
    return asked >= 0 && size > (size_t) asked ? INT64_MAX : (int64_t) size;
}

static void quarry_poison_taken_back(void* block) {
    int64_t usable = Query_usableSize((int64_t) block);
    if (usable > 0) {
        poison_freed((int64_t) block, usable);
    }
}

#else

static inline void* quarry_poison_handed_out(void* block, size_t size, int zeroed) {
    return block;
}

static inline int64_t quarry_size_named(const void* block, size_t size) {
    (void) block;
    return (int64_t) size;
}

static inline void quarry_poison_taken_back(void* block) {}

#endif

/* What is asked of the core for so many bytes; what is too large stays so. */
static inline int64_t quarry_with_gap(size_t size) {
    return (int64_t) (QUARRY_POISON && size <= PTRDIFF_MAX ? size + QUARRY_POISON_GAP : size);
}
