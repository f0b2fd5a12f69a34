/*
 * Quarry: a memory allocator. Each function is a twin of the one without the prefix, which the
 * library exports too: quarry_malloc and malloc share one heap. All are safe to call from several
 * threads at once.
 *
 * Wrong use (a double free, an address that is not Quarry's) never corrupts: it is refused and
 * counted, and the first ten of a process are reported on stderr. The environment can change that:
 * with QUARRY_FAULTS=ignore nothing is said, with QUARRY_FAULTS=abort the first ends the process.
 */
#ifndef QUARRY_H
#define QUARRY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A block of at least `size` bytes, aligned to 16; its bytes have no defined value. Size 0 gives a
 * block of its own, to be freed. NULL with errno ENOMEM when memory is exhausted or `size` is above
 * PTRDIFF_MAX.
 */
void* quarry_malloc(size_t size);

/* Takes a block back. NULL is ignored. errno stays as it is. */
void quarry_free(void* block);

/*
 * The same, with what the block was asked for (C23). A block that is smaller than `size`, or not at
 * a multiple of `alignment`, is refused and counted (QUARRY_FAULT_WRONG_SIZE).
 */
void quarry_free_sized(void* block, size_t size);
void quarry_free_aligned_sized(void* block, size_t alignment, size_t size);

/* free, under a name that old programs use. */
void quarry_cfree(void* block);

/* A block of `count` times `size` bytes, all 0. NULL with ENOMEM also if the product overflows. */
void* quarry_calloc(size_t count, size_t size);

/*
 * Changes a block's size, moving it if need be; the bytes up to the lesser size are kept. With NULL
 * it is malloc. With size 0 it frees the block and returns NULL, as glibc does. On NULL with ENOMEM
 * the old block is untouched; NULL with EINVAL says that `block` is none.
 */
void* quarry_realloc(void* block, size_t size);

/* realloc to `count` times `size` bytes; NULL with ENOMEM when the product overflows. */
void* quarry_reallocarray(void* block, size_t count, size_t size);

/* A block at a multiple of `alignment`, a power of two; NULL with EINVAL when it is none. */
void* quarry_aligned_alloc(size_t alignment, size_t size);

/*
 * Stores a block at a multiple of `alignment` in *block and returns 0. EINVAL when the alignment is
 * no power of two or no multiple of sizeof(void*), ENOMEM when memory is exhausted: then *block is
 * untouched. errno is never set.
 */
int quarry_posix_memalign(void** block, size_t alignment, size_t size);

/* Like aligned_alloc, but an alignment that is no power of two is rounded up to one, as glibc. */
void* quarry_memalign(size_t alignment, size_t size);

/* A block at a multiple of the page size. */
void* quarry_valloc(size_t size);

/* The same, with the size rounded up to whole pages. */
void* quarry_pvalloc(size_t size);

/* How many bytes of a block may be used: at least what was asked for. 0 for NULL. */
size_t quarry_malloc_usable_size(const void* block);

/*
 * Gives all free memory of all threads back to the system; returns 1 when some was given, else 0.
 * `keep` is glibc's and without effect.
 */
int quarry_malloc_trim(size_t keep);

/* 1 when an address, any address, lies in memory that Quarry manages. */
int quarry_owns(const void* address);

/* The books of the process. At rest committed == bytes_live + retained + wasted. */
struct quarry_stats {
    uint64_t mallocs;     /* blocks handed out since the start */
    uint64_t frees;       /* blocks taken back since the start */
    uint64_t blocks_live; /* blocks in use */
    uint64_t bytes_live;  /* their bytes, as usable sizes */
    uint64_t retained;    /* bytes that are free and not given back to the system */
    uint64_t committed;   /* bytes taken from the system and not given back */
    uint64_t wasted;      /* bytes that no block can use */
};

/*
 * Fills in the books, from counters, heap by heap: cheap, whatever is live. Exact when no thread is
 * in a call; otherwise each heap's part is that of a moment of its own.
 */
void quarry_stats(struct quarry_stats* stats);

/* Single figures of the books: bytes_live and committed. */
uint64_t quarry_live_bytes(void);
uint64_t quarry_committed_bytes(void);

/*
 * Blocks in use of a size class, 0 to quarry_size_classes() - 1 by size; the next number counts
 * those larger than any class. 0 for any other number.
 */
uint64_t quarry_live_blocks(int size_class);

/* How many size classes there are. */
int quarry_size_classes(void);

/* Usable bytes of the blocks of a size class; 0 when there is no such class. */
size_t quarry_class_size(int size_class);

/*
 * The books in glibc's forms (<malloc.h> has the structures). arena + hblkhd is what is committed:
 * hblkhd that of large blocks, arena the rest, uordblks in use or lost of it, fordblks retained;
 * smblks and fsmblks are the free blocks that threads have at hand, keepcost what a trim gives
 * back at the least. mallinfo's fields are too small for 2 GiB and wrap round.
 */
struct mallinfo;
struct mallinfo2;
struct mallinfo quarry_mallinfo(void);
struct mallinfo2 quarry_mallinfo2(void);

/*
 * Writes an XML document of glibc's version 1: for each heap its free blocks by size, then sums of
 * all. `options` must be 0. Returns 0, or -1 with EINVAL or what fwrite left in errno.
 */
int quarry_malloc_info(int options, FILE* stream);

/* Writes to stderr what each heap and all together have from the system and have in use. */
void quarry_malloc_stats(void);

/*
 * Sets a parameter of glibc's: 1 when that has a meaning here, 0 when not, and nothing is changed.
 * M_TRIM_THRESHOLD, from 0 up: how many free bytes are kept (QUARRY_WARM_BYTES). M_CHECK_ACTION:
 * what is made of wrong use (QUARRY_FAULTS), 0 is ignore, 1 report, 2 and 3 abort. M_PERTURB: 0.
 */
int quarry_mallopt(int parameter, int value);

enum quarry_fault {
    QUARRY_FAULT_DOUBLE_FREE = 1,  /* freed before, and not handed out since */
    QUARRY_FAULT_FOREIGN = 2,      /* not an address of Quarry's */
    QUARRY_FAULT_NOT_A_BLOCK = 3,  /* inside Quarry's memory, but no block in use starts there */
    QUARRY_FAULT_CORRUPT_LINK = 4, /* a free block was written to */
    QUARRY_FAULT_WRONG_SIZE = 5    /* the size given to a sized free is not the block's */
};

/* How many faults of a kind there have been; with 0, of all kinds. */
uint64_t quarry_fault_count(int kind);

/* Checks every structure of the allocator, for tests: 0, or the number of what is broken. */
int quarry_verify(void);

#ifdef __cplusplus
}
#endif

#include "quarry/heap.h"
#include "quarry/region.h"
#include "quarry/strict.h"

#endif
