/* The C face of arenas, pools and handle pools. Whatever decides about memory is the core's. */
#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include "quarry.h"

/* NULL is a closed one. */
#define QUARRY_ARENA(arena) ((arena) != NULL ? (void*) (arena) : (void*) &quarry_no_arena)
#define QUARRY_POOL(pool) ((pool) != NULL ? (void*) (pool) : (void*) &quarry_no_pool)
#define QUARRY_HPOOL(pool) ((pool) != NULL ? (void*) (pool) : (void*) &quarry_no_hpool)

/* The errno for a result of the core's that is no address, and NULL. */
static __attribute__((cold, noinline)) void* quarry_region_refused(int64_t result) {
    errno = result == 0 ? ENOMEM : EINVAL;
    return NULL;
}

static inline void* quarry_region_result(int64_t result) {
    return QUARRY_LIKELY(result > 0) ? (void*) result : quarry_region_refused(result);
}

/* 0, or -1 with EINVAL. */
static inline int quarry_region_done(int done) {
    if (!done) {
        errno = EINVAL;
    }
    return done ? 0 : -1;
}

static inline void* quarry_region_opened(void* region) {
    return region != NULL ? region : quarry_no_memory();
}

/* ---- arenas ---- */

_Static_assert(offsetof(BumpArena, fld_next) == offsetof(struct quarry_arena_top, next),
               "quarry_arena_new finds where the next block may start");
_Static_assert(offsetof(BumpArena, fld_inlineEnd) == offsetof(struct quarry_arena_top, limit),
               "quarry_arena_new finds where it must stop");

quarry_arena* quarry_arena_open(size_t first_size) {
    return quarry_region_opened(BumpArena_open((int64_t) first_size, 0));
}

quarry_arena* quarry_arena_open_fixed(size_t capacity) {
    return quarry_region_opened(BumpArena_open((int64_t) capacity, 1));
}

QUARRY_FAST void* quarry_arena_alloc(quarry_arena* arena, size_t size, size_t alignment) {
    int64_t block = BumpArena_allocate(QUARRY_ARENA(arena), (int64_t) size, (int64_t) alignment);
    return quarry_region_result(block);
}

void* quarry_arena_alloc_zeroed(quarry_arena* arena, size_t size, size_t alignment) {
    void* block = quarry_arena_alloc(arena, size, alignment);
    return block != NULL ? memset(block, 0, size) : NULL;
}

int quarry_arena_reset(quarry_arena* arena) {
    BumpArena_reset(QUARRY_ARENA(arena));
    return quarry_region_done(BumpArena_generation(QUARRY_ARENA(arena)) != 0);
}

int quarry_arena_close(quarry_arena* arena) {
    return arena == NULL ? 0 : quarry_region_done(BumpArena_close(arena));
}

size_t quarry_arena_used(const quarry_arena* arena) {
    return (size_t) BumpArena_used(QUARRY_ARENA(arena));
}

size_t quarry_arena_high_water(const quarry_arena* arena) {
    return (size_t) BumpArena_highWater(QUARRY_ARENA(arena));
}

size_t quarry_arena_capacity(const quarry_arena* arena) {
    return (size_t) BumpArena_capacity(QUARRY_ARENA(arena));
}

uint64_t quarry_arena_generation(const quarry_arena* arena) {
    return (uint64_t) BumpArena_generation(QUARRY_ARENA(arena));
}

uint64_t quarry_arena_mark(quarry_arena* arena) {
    int64_t mark = BumpArena_mark(QUARRY_ARENA(arena));
    return mark > 0 ? (uint64_t) mark : (uint64_t) (uintptr_t) quarry_region_refused(mark);
}

int quarry_arena_rollback(quarry_arena* arena, uint64_t mark) {
    return quarry_region_done(BumpArena_rollback(QUARRY_ARENA(arena), (int64_t) mark) == 0);
}

quarry_arena_ref quarry_arena_refer(const quarry_arena* arena, const void* address) {
    int64_t offset = BumpArena_offsetOf(QUARRY_ARENA(arena), (int64_t) address);
    if (offset < 0) {
        errno = EINVAL;
        return (quarry_arena_ref) {0, 0};
    }
    return (quarry_arena_ref) {(uint64_t) offset, quarry_arena_generation(arena)};
}

void* quarry_arena_get(const quarry_arena* arena, quarry_arena_ref ref, size_t size) {
    int64_t address = BumpArena_resolve(
        QUARRY_ARENA(arena), (int64_t) ref.offset, (int64_t) size, (int64_t) ref.generation);
    return address != 0 ? (void*) address : quarry_invalid();
}

/* ---- pools ---- */

/* What the inline paths of quarry.h find where. */
#define QUARRY_POOL_TOP(field, member)                                                       \
    _Static_assert(offsetof(Pool, fld_##field) == offsetof(struct quarry_pool_top, member), \
                   "quarry.h knows where Pool." #field " is")
QUARRY_POOL_TOP(topHeld, top);
QUARRY_POOL_TOP(firstHeld, first);
QUARRY_POOL_TOP(heldStep, step);
QUARRY_POOL_TOP(runFromZero, base);
QUARRY_POOL_TOP(inlineFree, unheld);
QUARRY_POOL_TOP(inlineHeld, held);
_Static_assert(Geometry_GRANULE_SHIFT == 4, "quarry.h knows how large a granule is");

quarry_pool* quarry_pool_open(size_t block_size, size_t first_count) {
    return quarry_region_opened(Pool_open((int64_t) block_size, (int64_t) first_count, 0));
}

quarry_pool* quarry_pool_open_fixed(size_t block_size, size_t count) {
    return quarry_region_opened(Pool_open((int64_t) block_size, (int64_t) count, 1));
}

QUARRY_FAST void* quarry_pool_alloc(quarry_pool* pool) {
    return quarry_region_result(Pool_allocate(QUARRY_POOL(pool)));
}

QUARRY_FAST int quarry_pool_free(quarry_pool* pool, void* block) {
    return Pool_free(QUARRY_POOL(pool), (int64_t) block);
}

int quarry_pool_reset(quarry_pool* pool) {
    Pool_reset(QUARRY_POOL(pool));
    return quarry_region_done(Pool_blockBytes(QUARRY_POOL(pool)) != 0);
}

int quarry_pool_close(quarry_pool* pool) {
    return pool == NULL ? 0 : quarry_region_done(Pool_close(pool));
}

size_t quarry_pool_in_use(const quarry_pool* pool) {
    return (size_t) Pool_inUse(QUARRY_POOL(pool));
}

size_t quarry_pool_capacity(const quarry_pool* pool) {
    return (size_t) Pool_capacity(QUARRY_POOL(pool));
}

size_t quarry_pool_block_size(const quarry_pool* pool) {
    return (size_t) Pool_blockBytes(QUARRY_POOL(pool));
}

/* ---- handle pools ---- */

quarry_hpool* quarry_hpool_open(size_t block_size, size_t first_count) {
    return quarry_region_opened(HandlePool_open((int64_t) block_size, (int64_t) first_count, 0));
}

quarry_hpool* quarry_hpool_open_fixed(size_t block_size, size_t count) {
    return quarry_region_opened(HandlePool_open((int64_t) block_size, (int64_t) count, 1));
}

QUARRY_FAST quarry_handle quarry_hpool_alloc(quarry_hpool* pool) {
    int64_t handle = HandlePool_allocate(QUARRY_HPOOL(pool));
    int refused = handle == 0 || handle == Refusal_CLOSED;
    return QUARRY_LIKELY(!refused) ? (uint64_t) handle : (uintptr_t) quarry_region_refused(handle);
}

QUARRY_FAST void* quarry_hpool_get(const quarry_hpool* pool, quarry_handle handle) {
    return (void*) HandlePool_resolve(QUARRY_HPOOL(pool), (int64_t) handle);
}

QUARRY_FAST int quarry_hpool_free(quarry_hpool* pool, quarry_handle handle) {
    return quarry_region_done(HandlePool_free(QUARRY_HPOOL(pool), (int64_t) handle) == 0);
}

int quarry_hpool_close(quarry_hpool* pool) {
    return pool == NULL ? 0 : quarry_region_done(HandlePool_close(pool));
}

size_t quarry_hpool_in_use(const quarry_hpool* pool) {
    return (size_t) HandlePool_inUse(QUARRY_HPOOL(pool));
}

size_t quarry_hpool_capacity(const quarry_hpool* pool) {
    return (size_t) HandlePool_capacity(QUARRY_HPOOL(pool));
}

size_t quarry_hpool_retired(const quarry_hpool* pool) {
    return (size_t) HandlePool_retired(QUARRY_HPOOL(pool));
}

size_t quarry_hpool_block_size(const quarry_hpool* pool) {
    return (size_t) HandlePool_blockBytes(QUARRY_HPOOL(pool));
}
