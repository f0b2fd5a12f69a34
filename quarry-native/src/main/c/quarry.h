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
#include <stdlib.h>
#include <string.h>

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

/* Fills in the books; stops other threads' slow paths for that time. */
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

/*
 * The strict interface: no argument is checked, nothing is logged. Preconditions: sizes are not 0;
 * the alignment is a power of two; the size rounded up to the alignment is at most PTRDIFF_MAX; a
 * pointer given back came from here, and with this size and alignment. NULL only when memory is
 * exhausted.
 *
 * A program's calls go straight to the malloc that it is linked with or runs on. With
 * -DQUARRY_CHECKED=1 or -DQUARRY_STRACE=1 they go to the library, and a library built with
 * QUARRY_CHECKED names a broken precondition and stops, one built with QUARRY_STRACE writes each
 * call with its result to stderr. All of a program is built one way.
 */
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

/*
 * Regions: memory by the rules of one purpose. Each belongs to one thread at a time; whoever hands
 * it to another synchronises. NULL in place of a region is a closed one. Opening gives NULL with
 * ENOMEM when memory is exhausted or a number is too large. Closing gives all its memory back; it
 * returns 0, also for NULL, or -1 with EINVAL when it was closed already. Calls on a closed region
 * are refused until a later one of its kind is opened in its place.
 */

/* An arena: blocks of any size and alignment, given back all at once. */
typedef struct quarry_arena quarry_arena;

/* One that grows by chunks, beginning with `first_size` bytes (0: 64 KiB). */
quarry_arena* quarry_arena_open(size_t first_size);

/* One of exactly `capacity` bytes. */
quarry_arena* quarry_arena_open_fixed(size_t capacity);

/*
 * `size` bytes of no defined value at a multiple of `alignment`. Size 0 takes one byte. NULL with
 * ENOMEM when there is no room, with EINVAL when the alignment is no power of two, when it is above
 * 2 MiB, and when the arena is closed.
 */
void* quarry_arena_alloc(quarry_arena* arena, size_t size, size_t alignment);

/* The same, all 0. */
void* quarry_arena_alloc_zeroed(quarry_arena* arena, size_t size, size_t alignment);

/* Room for one T, or for `count` in a row, with its alignment. */
#ifdef __cplusplus
#define QUARRY_ALIGNOF(T) alignof(T)
#else
#define QUARRY_ALIGNOF(T) _Alignof(T)
#endif
#define quarry_arena_new(arena, T) \
    ((T*) quarry_arena_take((arena), sizeof(T), QUARRY_ALIGNOF(T)))
#define quarry_arena_new_array(arena, T, count)                                          \
    ((T*) quarry_arena_alloc((arena), quarry_array_size((count), sizeof(T)), QUARRY_ALIGNOF(T)))

/*
 * What quarry_arena_new expands to, for sizes and alignments that the compiler knows and a type can
 * have: where the current chunk has room, nothing is called. `limit` is 0 where tools must be told
 * of each block.
 */
struct quarry_arena_top {
    uintptr_t next;
    uintptr_t limit;
};

static inline void* quarry_arena_take(quarry_arena* arena, size_t size, size_t alignment) {
    struct quarry_arena_top* top = (struct quarry_arena_top*) arena;
    if (top != NULL && size != 0) {
        uintptr_t block = (top->next + alignment - 1) & -(uintptr_t) alignment;
        if ((intptr_t) (top->limit - block) >= (intptr_t) size) {
            top->next = block + size;
            return (void*) block;
        }
    }
    return quarry_arena_alloc(arena, size, alignment);
}

/* The product, or SIZE_MAX, which no arena has, when it overflows. */
static inline size_t quarry_array_size(size_t count, size_t size) {
    return size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
}

/* Takes all blocks back and keeps their memory: 0, or -1 with EINVAL when closed. */
int quarry_arena_reset(quarry_arena* arena);

int quarry_arena_close(quarry_arena* arena);

/* Bytes handed out, with what alignment cost; the most that ever were; bytes of all chunks. */
size_t quarry_arena_used(const quarry_arena* arena);
size_t quarry_arena_high_water(const quarry_arena* arena);
size_t quarry_arena_capacity(const quarry_arena* arena);

/* A number that each reset raises and that no other arena ever has; 0 when closed. */
uint64_t quarry_arena_generation(const quarry_arena* arena);

/*
 * A mark to roll back to, never 0; 0 with ENOMEM or, when closed, EINVAL. Rolling back takes back
 * what was allocated since: 0. The mark stays good; those made after it are stale, and all are
 * after a reset. A stale mark, or another arena's, gives -1 with EINVAL and changes nothing.
 */
uint64_t quarry_arena_mark(quarry_arena* arena);
int quarry_arena_rollback(quarry_arena* arena, uint64_t mark);

/* A reference that is checked: it outlives a reset without leading to what comes after. */
typedef struct {
    uint64_t offset;
    uint64_t generation; /* 0: no reference */
} quarry_arena_ref;

/* The reference to an address in use; generation 0 with EINVAL when it is not. */
quarry_arena_ref quarry_arena_refer(const quarry_arena* arena, const void* address);

/*
 * The address of `size` bytes in use; NULL with EINVAL when the arena was reset since, when they
 * are not in use (any more), and when the reference is another arena's. What was rolled back and
 * handed out again is in use.
 */
void* quarry_arena_get(const quarry_arena* arena, quarry_arena_ref ref, size_t size);

/* A pool: blocks of one size, each freed by itself; the last one freed is the next handed out. */
typedef struct quarry_pool quarry_pool;

/* One that grows, from `first_count` blocks (0: 64 KiB of them) on; one of exactly `count`. */
quarry_pool* quarry_pool_open(size_t block_size, size_t first_count);
quarry_pool* quarry_pool_open_fixed(size_t block_size, size_t count);

/* A block aligned to 16; NULL with ENOMEM when there is none, with EINVAL when closed. */
void* quarry_pool_alloc(quarry_pool* pool);

/*
 * Takes a block back; NULL is ignored. Returns 0 or an enum quarry_fault (double free, not a block,
 * foreign), which is reported like that of a plain free; then nothing has changed. errno stays.
 */
int quarry_pool_free(quarry_pool* pool, void* block);

/* Takes all blocks back at once and keeps their memory: 0, or -1 with EINVAL when closed. */
int quarry_pool_reset(quarry_pool* pool);

int quarry_pool_close(quarry_pool* pool);

/* Blocks in use; blocks there are; bytes of each, the size rounded up to a multiple of 16. */
size_t quarry_pool_in_use(const quarry_pool* pool);
size_t quarry_pool_capacity(const quarry_pool* pool);
size_t quarry_pool_block_size(const quarry_pool* pool);

/* The same calls for a T, without a call where blocks come and go in the order they lie in. */
#define quarry_pool_new(pool, T) ((T*) quarry_pool_take(pool))
#define quarry_pool_delete(pool, block) quarry_pool_give((pool), (block))

/*
 * What they expand to. The pool has a byte for each 16 bytes, 1 where a block in use starts. Free
 * blocks are listed in runs of neighbours; `top` is the byte of the one freed last, `first` that of
 * the first of its run. Whatever does not lie next to the end of the run is left to the library,
 * which also finds what is wrong. Where tools must be told of each block, `unheld` and `held`, the
 * bytes of a free block and of one in use, are what no byte is.
 */
struct quarry_pool_top {
    uintptr_t top;
    uintptr_t first;
    uintptr_t step;
    uintptr_t base;
    uint64_t unheld;
    uint64_t held;
};

static inline void* quarry_pool_take(quarry_pool* pool) {
    struct quarry_pool_top* list = (struct quarry_pool_top*) pool;
    if (list != NULL && list->top != list->first) {
        uintptr_t top = list->top;
        if (*(unsigned char*) top == list->unheld) {
            list->top = top - list->step;
            uintptr_t block = (top - list->base) << 4;
            *(unsigned char*) top = 1;
            return (void*) block;
        }
    }
    return quarry_pool_alloc(pool);
}

static inline int quarry_pool_give(quarry_pool* pool, void* block) {
    struct quarry_pool_top* list = (struct quarry_pool_top*) pool;
    if (list != NULL && block != NULL) {
        uintptr_t next = list->top + list->step;
        uintptr_t neighbour = (next - list->base) << 4;
        if ((uintptr_t) block == neighbour && *(unsigned char*) next == list->held) {
            list->top = next;
            *(unsigned char*) next = 0;
            return 0;
        }
    }
    return quarry_pool_free(pool, block);
}

/*
 * A handle pool: blocks known by handles, so that one freed is never taken for another. A handle is
 * a slot's index (low 32 bits) and its generation; 0 is none. A slot whose generations are used up
 * is retired.
 */
typedef struct quarry_hpool quarry_hpool;
typedef uint64_t quarry_handle;

quarry_hpool* quarry_hpool_open(size_t block_size, size_t first_count);
quarry_hpool* quarry_hpool_open_fixed(size_t block_size, size_t count);

/* The handle of a block; 0 with ENOMEM when there is none, with EINVAL when closed. */
quarry_handle quarry_hpool_alloc(quarry_hpool* pool);

/* The block of a handle; NULL when it is stale or was never given. errno stays. */
void* quarry_hpool_get(const quarry_hpool* pool, quarry_handle handle);

/* Takes the block back: 0; -1 with EINVAL when the handle is stale or was never given. */
int quarry_hpool_free(quarry_hpool* pool, quarry_handle handle);

int quarry_hpool_close(quarry_hpool* pool);

/* Blocks in use; slots there are; those retired; bytes of each block. */
size_t quarry_hpool_in_use(const quarry_hpool* pool);
size_t quarry_hpool_capacity(const quarry_hpool* pool);
size_t quarry_hpool_retired(const quarry_hpool* pool);
size_t quarry_hpool_block_size(const quarry_hpool* pool);

#ifdef __cplusplus
}
#endif

#endif
