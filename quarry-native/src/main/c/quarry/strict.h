/*
 * The part of quarry.h with the strict interface: no argument is checked, nothing is logged.
 * Preconditions: sizes are not 0; the alignment is a power of two; the size rounded up to the
 * alignment is at most PTRDIFF_MAX; a pointer given back came from here, and with this size and
 * alignment. NULL only when memory is exhausted.
 *
 * A program's calls go straight to the malloc that it is linked with or runs on. With
 * -DQUARRY_CHECKED=1 or -DQUARRY_STRACE=1 they go to the library, and a library built with
 * QUARRY_CHECKED names a broken precondition and stops, one built with QUARRY_STRACE writes each
 * call with its result to stderr. All of a program is built one way.
 */
#ifndef QUARRY_STRICT_H
#define QUARRY_STRICT_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(QUARRY_INSIDE) || QUARRY_CHECKED + 0 || QUARRY_STRACE + 0
void* quarry_alloc(size_t size, size_t alignment);
void* quarry_alloc_zeroed(size_t size, size_t alignment);
void quarry_dealloc(void* block, size_t size, size_t alignment);

/* The block with another size and its content up to the lesser one; on NULL the old one stays. */
void* quarry_alloc_resize(void* block, size_t size, size_t alignment, size_t new_size);
#else
#define quarry_alloc quarry_straight_alloc
#define quarry_alloc_zeroed quarry_straight_alloc_zeroed
#define quarry_dealloc quarry_straight_dealloc
#define quarry_alloc_resize quarry_straight_alloc_resize
#endif

/* The calls without anything around them. What malloc aligns to needs no aligned_alloc. */
#define QUARRY_MALLOC_ALIGNMENT (2 * sizeof(void*))
#ifndef __cplusplus
extern void* aligned_alloc(size_t alignment, size_t size);
#endif

static inline void* quarry_straight_alloc(size_t size, size_t alignment) {
    return alignment <= QUARRY_MALLOC_ALIGNMENT ? malloc(size) : aligned_alloc(alignment, size);
}

static inline void* quarry_straight_alloc_zeroed(size_t size, size_t alignment) {
    if (alignment <= QUARRY_MALLOC_ALIGNMENT) {
        return calloc(1, size);
    }
    void* block = aligned_alloc(alignment, size);
    return block != NULL ? memset(block, 0, size) : NULL;
}

static inline void quarry_straight_dealloc(void* block, size_t size, size_t alignment) {
    (void) size;
    (void) alignment;
    free(block);
}

static inline void* quarry_straight_alloc_resize(
        void* block, size_t size, size_t alignment, size_t new_size) {
    if (alignment <= QUARRY_MALLOC_ALIGNMENT) {
        return realloc(block, new_size);
    }
    void* moved = aligned_alloc(alignment, new_size);
    if (moved != NULL) {
        memcpy(moved, block, size < new_size ? size : new_size);
        free(block);
    }
    return moved;
}

#ifdef __cplusplus
}
#endif

#endif
