/*
 * The part of quarry.h with heaps that a program opens for a purpose: each with a limit of its own,
 * below another heap's if wanted, and closed with all that is in it. For any thread at any time.
 * A heap's pointer is a number, not an address: after the close every call with it is refused with
 * EINVAL, also when another heap has been opened since. NULL is a closed heap.
 */
#ifndef QUARRY_HEAP_H
#define QUARRY_HEAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quarry_heap quarry_heap;

/* All zero is a heap without a parent and without a limit. */
typedef struct {
    /* The heap whose limit, and those above it, bound this one too. */
    quarry_heap* parent;

    /* Bytes that it and the heaps below it may hold; 0 is no limit. */
    size_t limit;

    /* Bytes kept for it out of its parent's limit, whatever others take; at most `limit`. */
    size_t reserved;
} quarry_heap_options;

/*
 * Opens a heap; NULL in place of options is all zero. What counts for limits is what is held for
 * blocks, in units of 64 KiB: a span of blocks of one size, or a block above 32 KiB. NULL with
 * ENOMEM when memory is exhausted or the parent has no room for what is to be reserved; with EINVAL
 * when the parent is closed or more is to be reserved than the limit.
 */
quarry_heap* quarry_heap_open(const quarry_heap_options* options);

/*
 * Closes a heap and all heaps below it. Their blocks are gone: a free of one of them is refused
 * like any wrong free. 0, also for NULL; -1 with EINVAL when it was closed before.
 */
int quarry_heap_close(quarry_heap* heap);

/*
 * As the functions without `heap_`. NULL with ENOMEM when a limit leaves no room, after what is
 * empty under that limit has been given up, or when memory is exhausted; with EINVAL when the heap
 * is closed. Plain free, realloc and malloc_usable_size take such blocks too: realloc leaves them
 * in their heap.
 */
void* quarry_heap_malloc(quarry_heap* heap, size_t size);
void* quarry_heap_calloc(quarry_heap* heap, size_t count, size_t size);

/* NULL with EINVAL also when the alignment is no power of two. */
void* quarry_heap_aligned_alloc(quarry_heap* heap, size_t alignment, size_t size);

/* NULL with EINVAL also when `block` is not of this heap. */
void* quarry_heap_realloc(quarry_heap* heap, void* block, size_t size);

/*
 * Takes a block of this heap back; NULL is ignored. 0, or an enum quarry_fault, which is reported
 * like that of a plain free; -1 with EINVAL when the heap is closed. Else errno stays.
 */
int quarry_heap_free(quarry_heap* heap, void* block);

/* Bytes of a block of this heap that may be used; 0 for NULL and for what is none. errno stays. */
size_t quarry_heap_usable_size(quarry_heap* heap, const void* block);

/*
 * Sets another limit (0: none), which may be below what is used: then nothing more is given until
 * enough has come back. 0, or -1 with EINVAL when it is below what is reserved, or closed.
 */
int quarry_heap_set_limit(quarry_heap* heap, size_t limit);

/* Gives empty spans and free pages of this heap back: 0, or -1 with EINVAL when it is closed. */
int quarry_heap_trim(quarry_heap* heap);

struct quarry_heap_stats {
    uint64_t limit;       /* 0: none */
    uint64_t reserved;    /* kept for it out of its parent's limit */
    uint64_t used;        /* held by it and below it, or reserved there */
    uint64_t most_used;   /* the most that `used` ever was */
    uint64_t headroom;    /* what it can still take, all limits heeded; UINT64_MAX: no limit */
    uint64_t blocks_live; /* blocks of this heap itself in use */
    uint64_t bytes_live;  /* their usable bytes */
};

/* Fills in the figures, each of a moment of its own: 0, or -1 with EINVAL when it is closed. */
int quarry_heap_stats(quarry_heap* heap, struct quarry_heap_stats* stats);

#ifdef __cplusplus
}
#endif

#endif
