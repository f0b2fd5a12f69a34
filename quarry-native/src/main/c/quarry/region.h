/*
 * The part of quarry.h with regions: memory by the rules of one purpose. Each belongs to one thread
 * at a time; whoever hands it to another synchronises. NULL in place of a region is a closed one.
 * Opening gives NULL with ENOMEM when memory is exhausted or a number is too large. Closing gives
 * all its memory back; it returns 0, also for NULL, or -1 with EINVAL when it was closed already.
 * Calls on a closed region are refused until a later one of its kind is opened in its place.
 */
#ifndef QUARRY_REGION_H
#define QUARRY_REGION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
