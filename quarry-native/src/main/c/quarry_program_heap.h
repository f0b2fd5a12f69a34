/* The C face of heaps that a program opens. Whatever decides about memory is the core's. */
#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include "quarry.h"

static inline int64_t quarry_heap_id(const quarry_heap* heap) { return (int64_t) heap; }

/* A limit as the core takes it: 0, and what no memory has, is none. */
static inline int64_t quarry_heap_limit(size_t limit) {
    return limit == 0 || limit > PTRDIFF_MAX ? Account_NO_LIMIT : (int64_t) limit;
}

static void* quarry_heap_result(int64_t result) {
    if (result <= 0) {
        errno = result == 0 || result == Denial_LIMIT ? ENOMEM : EINVAL;
    }
    return result > 0 ? (void*) result : NULL;
}

static int quarry_heap_done(int done) {
    if (!done) {
        errno = EINVAL;
    }
    return done ? 0 : -1;
}

quarry_heap* quarry_heap_open(const quarry_heap_options* options) {
    quarry_heap_options none = {NULL, 0, 0};
    const quarry_heap_options* wanted = options != NULL ? options : &none;
    int64_t parent = quarry_heap_id(wanted->parent);
    int64_t limit = quarry_heap_limit(wanted->limit);
    return quarry_heap_result(ProgramHeap_open(parent, limit, (int64_t) wanted->reserved));
}

int quarry_heap_close(quarry_heap* heap) {
    return quarry_heap_done(heap == NULL || ProgramHeap_close(quarry_heap_id(heap)));
}

void* quarry_heap_malloc(quarry_heap* heap, size_t size) {
    int64_t block = ProgramHeap_malloc(quarry_heap_id(heap), quarry_with_gap(size));
    return quarry_poison_handed_out(quarry_heap_result(block), size, 0);
}

void* quarry_heap_calloc(quarry_heap* heap, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        return quarry_no_memory();
    }
    int64_t block = ProgramHeap_calloc(quarry_heap_id(heap), 1, quarry_with_gap(bytes));
    return quarry_poison_handed_out(quarry_heap_result(block), bytes, 1);
}

void* quarry_heap_aligned_alloc(quarry_heap* heap, size_t alignment, size_t size) {
    int64_t block = ProgramHeap_alignedAlloc(
        quarry_heap_id(heap), (int64_t) alignment, quarry_with_gap(size));
    return quarry_poison_handed_out(quarry_heap_result(block), size, 0);
}

int quarry_heap_free(quarry_heap* heap, void* block) {
#if QUARRY_POISON
    if (ProgramHeap_usableSize(quarry_heap_id(heap), (int64_t) block) > 0) {
        quarry_poison_taken_back(block);
    }
#endif
    int32_t fault = ProgramHeap_free(quarry_heap_id(heap), (int64_t) block);
    return fault >= 0 ? fault : quarry_heap_done(0);
}

size_t quarry_heap_usable_size(quarry_heap* heap, const void* block) {
    int64_t bytes = ProgramHeap_usableSize(quarry_heap_id(heap), (int64_t) block);
#if QUARRY_POISON
    bytes = bytes > 0 ? quarry_poison_asked(block) : bytes;
#endif
    return bytes > 0 ? (size_t) bytes : 0;
}

#if QUARRY_POISON
/* As with plain blocks every one moves; the heap has it, or what is wrong has been said. */
static void* quarry_heap_moved(quarry_heap* heap, void* block, size_t size) {
    if (ProgramHeap_usableSize(quarry_heap_id(heap), (int64_t) block) <= 0) {
        quarry_heap_free(heap, block);
        return quarry_invalid();
    }
    int64_t asked = quarry_poison_asked(block);
    void* moved = quarry_heap_malloc(heap, size);
    if (moved != NULL) {
        size_t kept = (size_t) asked < size ? (size_t) asked : size;
        memory_copy((int64_t) block, (int64_t) moved, (int64_t) kept);
        quarry_heap_free(heap, block);
    }
    return moved;
}
#endif

void* quarry_heap_realloc(quarry_heap* heap, void* block, size_t size) {
    if (block == NULL) {
        return quarry_heap_malloc(heap, size);
    }
    if (size == 0) {
        if (quarry_heap_free(heap, block) != 0) {
            errno = EINVAL;
        }
        return NULL;
    }
#if QUARRY_POISON
    return quarry_heap_moved(heap, block, size);
#else
    int64_t id = quarry_heap_id(heap);
    return quarry_heap_result(ProgramHeap_realloc(id, (int64_t) block, (int64_t) size));
#endif
}

int quarry_heap_set_limit(quarry_heap* heap, size_t limit) {
    int64_t wanted = quarry_heap_limit(limit);
    return quarry_heap_done(HeapFigures_setLimit(quarry_heap_id(heap), wanted) == 0);
}

int quarry_heap_trim(quarry_heap* heap) {
    return quarry_heap_done(ProgramHeap_trim(quarry_heap_id(heap)));
}

int quarry_heap_stats(quarry_heap* heap, struct quarry_heap_stats* stats) {
    int64_t id = quarry_heap_id(heap);
    int64_t limit = HeapFigures_limit(id);
    int64_t headroom = HeapFigures_headroom(id);
    if (limit < 0 || headroom < 0) {
        return quarry_heap_done(0);
    }
    stats->limit = limit == Account_NO_LIMIT ? 0 : (uint64_t) limit;
    stats->headroom = headroom == Account_NO_LIMIT ? UINT64_MAX : (uint64_t) headroom;
    stats->reserved = (uint64_t) HeapFigures_reserved(id);
    stats->used = (uint64_t) HeapFigures_used(id);
    stats->most_used = (uint64_t) HeapFigures_most(id);
    stats->blocks_live = (uint64_t) HeapFigures_liveBlocks(id);
    int64_t bytes = HeapFigures_liveBytes(id);
    stats->bytes_live = (uint64_t) bytes;
    return quarry_heap_done(bytes >= 0);
}
