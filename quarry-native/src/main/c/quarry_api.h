/*
 * The C face: what POSIX, C23 and glibc's manual ask of each function, on top of the core. Whatever
 * decides about memory is the core's. The plain names are aliases, left out when a tool (a
 * sanitizer, Valgrind) has its own malloc.
 */
#pragma once
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include "quarry.h"

#if QUARRY_PREFIX_ONLY
#define QUARRY_ALSO(name, result, parameters)
#else
#define QUARRY_ALSO(name, result, parameters) \
    result name parameters __attribute__((alias("quarry_" #name), visibility("default")));
#endif

#define QUARRY_LIKELY(condition) __builtin_expect(!!(condition), 1)

/* In one comparison, which 0 fails too. */
static inline int quarry_is_power_of_two(size_t value) {
    return (value ^ (value - 1)) > value - 1;
}

static inline void* quarry_no_memory(void) {
    errno = ENOMEM;
    return NULL;
}

static inline void* quarry_invalid(void) {
    errno = EINVAL;
    return NULL;
}

static inline void* quarry_allocate(size_t size) {
    void* block = (void*) Malloc_malloc(quarry_with_gap(size), quarry_self.heap);
    return quarry_poison_handed_out(block, size, 0);
}

static inline void* quarry_allocate_aligned(size_t alignment, size_t size) {
    int64_t bytes = quarry_with_gap(size);
    void* block = (void*) Aligned_alignedAlloc((int64_t) alignment, bytes, quarry_self.heap);
    return quarry_poison_handed_out(block, size, 0);
}

/*
 * The whole fast path in one function, whoever else calls its parts, from the start of a cache line
 * on: across three lines instead of two a pair takes a tenth longer.
 */
#define QUARRY_FAST __attribute__((flatten, aligned(QUARRY_CACHE_LINE)))

QUARRY_FAST void* quarry_malloc(size_t size) { return quarry_allocate(size); }

QUARRY_FAST void quarry_free(void* block) {
    quarry_poison_taken_back(block);
    Free_free((int64_t) block, quarry_self.heap);
}

void quarry_cfree(void* block) { quarry_free(block); }

void quarry_free_sized(void* block, size_t size) {
    if (Free_isOf((int64_t) block, 1, quarry_size_named(block, size))) {
        quarry_free(block);
    }
}

void quarry_free_aligned_sized(void* block, size_t alignment, size_t size) {
    if (Free_isOf((int64_t) block, (int64_t) alignment, quarry_size_named(block, size))) {
        quarry_free(block);
    }
}

void* quarry_calloc(size_t count, size_t size) {
#if QUARRY_POISON
    if (!__builtin_mul_overflow(count, size, &size)) {
        void* block = (void*) Calloc_calloc(1, quarry_with_gap(size), quarry_self.heap);
        return quarry_poison_handed_out(block, size, 1);
    }
#endif
    return (void*) Calloc_calloc((int64_t) count, (int64_t) size, quarry_self.heap);
}

#if QUARRY_POISON
/* For tools every block moves, so that old pointers lead to dead bytes; a negative fault. */
static int64_t quarry_moved(void* block, size_t size) {
    int64_t asked = quarry_poison_asked(block);
    if (asked < 0) {
        Fault_raise((int32_t) -asked, (int64_t) block);
        return asked;
    }
    quarry_heap* heap = (quarry_heap*) Within_idOf((int64_t) block);
    void* made = heap != NULL ? quarry_heap_malloc(heap, size) : quarry_malloc(size);
    int64_t moved = (int64_t) made;
    if (moved != 0) {
        size_t kept = (size_t) asked < size ? (size_t) asked : size;
        memory_copy((int64_t) block, moved, (int64_t) kept);
        quarry_free(block);
    }
    return moved;
}
#endif

void* quarry_realloc(void* block, size_t size) {
    if (size == 0 && block != NULL) {
        quarry_free(block);
        return NULL;
    }
#if QUARRY_POISON
    int64_t moved = block == NULL ? (int64_t) quarry_malloc(size) : quarry_moved(block, size);
#else
    int64_t moved = Realloc_realloc((int64_t) block, (int64_t) size, quarry_self.heap);
#endif
    return QUARRY_LIKELY(moved >= 0) ? (void*) moved : quarry_invalid();
}

void* quarry_reallocarray(void* block, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        return quarry_no_memory();
    }
    return quarry_realloc(block, bytes);
}

QUARRY_FAST void* quarry_aligned_alloc(size_t alignment, size_t size) {
    if (!quarry_is_power_of_two(alignment)) {
        return quarry_invalid();
    }
    return quarry_allocate_aligned(alignment, size);
}

int quarry_posix_memalign(void** block, size_t alignment, size_t size) {
    if (!quarry_is_power_of_two(alignment) || alignment % sizeof(void*) != 0) {
        return EINVAL;
    }
    int saved = errno;
    void* made = quarry_allocate_aligned(alignment, size);
    errno = saved;
    if (made == NULL) {
        return ENOMEM;
    }
    *block = made;
    return 0;
}

void* quarry_memalign(size_t alignment, size_t size) {
    if (alignment > SIZE_MAX / 2 + 1) {
        return quarry_invalid();
    }
    size_t power = 1;
    while (power < alignment) {
        power <<= 1;
    }
    return quarry_allocate_aligned(power, size);
}

void* quarry_valloc(size_t size) {
    return quarry_allocate_aligned((size_t) os_pageBytes(), size);
}

void* quarry_pvalloc(size_t size) {
    size_t page = (size_t) os_pageBytes();
    size_t rounded;
    if (__builtin_add_overflow(size, page - 1, &rounded)) {
        return quarry_no_memory();
    }
    return quarry_allocate_aligned(page, rounded & -page);
}

size_t quarry_malloc_usable_size(const void* block) {
#if QUARRY_POISON
    int64_t bytes = quarry_poison_asked(block);
#else
    int64_t bytes = Query_usableSize((int64_t) block);
#endif
    if (QUARRY_LIKELY(bytes >= 0)) {
        return (size_t) bytes;
    }
    Fault_raise((int32_t) -bytes, (int64_t) block);
    return 0;
}

int quarry_malloc_trim(size_t keep) {
    (void) keep;
    return Trim_trim(quarry_self.heap) > 0;
}

int quarry_owns(const void* address) { return Query_owns((int64_t) address); }

int quarry_verify(void) { return Verify_all(); }

int quarry_size_classes(void) { return QUARRY_CLASSES; }

uint64_t quarry_live_blocks(int size_class) {
    if (size_class < 0 || size_class > QUARRY_CLASSES) {
        return 0;
    }
    int is_large = size_class == QUARRY_CLASSES;
    return (uint64_t) Census_liveBlocks(is_large ? Census_LARGE_CLASS : size_class);
}

size_t quarry_class_size(int size_class) {
    int known = size_class >= 0 && size_class < QUARRY_CLASSES && Boot_boot();
    return known ? (size_t) sizeclasses_blockBytes(size_class) : 0;
}

uint64_t quarry_fault_count(int kind) {
    if (kind == 0) {
        return (uint64_t) __atomic_load_n(&quarry_fault_total, __ATOMIC_RELAXED);
    }
    return kind > 0 && kind < QUARRY_FAULT_KINDS ? (uint64_t) os_reportCount(kind) : 0;
}

QUARRY_ALSO(malloc, void*, (size_t size))
QUARRY_ALSO(free, void, (void* block))
QUARRY_ALSO(free_sized, void, (void* block, size_t size))
QUARRY_ALSO(free_aligned_sized, void, (void* block, size_t alignment, size_t size))
QUARRY_ALSO(cfree, void, (void* block))
QUARRY_ALSO(calloc, void*, (size_t count, size_t size))
QUARRY_ALSO(realloc, void*, (void* block, size_t size))
QUARRY_ALSO(reallocarray, void*, (void* block, size_t count, size_t size))
QUARRY_ALSO(aligned_alloc, void*, (size_t alignment, size_t size))
QUARRY_ALSO(posix_memalign, int, (void** block, size_t alignment, size_t size))
QUARRY_ALSO(memalign, void*, (size_t alignment, size_t size))
QUARRY_ALSO(valloc, void*, (size_t size))
QUARRY_ALSO(pvalloc, void*, (size_t size))
QUARRY_ALSO(malloc_trim, int, (size_t keep))

/* No alias, for glibc's takes no pointer to const. */
#if !QUARRY_PREFIX_ONLY
__attribute__((visibility("default"))) size_t malloc_usable_size(void* block) {
    return quarry_malloc_usable_size(block);
}
#endif
