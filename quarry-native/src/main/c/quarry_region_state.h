/*
 * Where arenas, pools and handle pools live: metadata, apart from all blocks. The object of a
 * closed one serves the next of its kind, so that whatever an old pointer leads to stays one of
 * that kind.
 */
#pragma once
#include <stdint.h>
#include <string.h>

/* The objects of closed regions of one kind, each with its link behind it. */
typedef struct {
    void* first;
    size_t bytes; /* of an object, where its link is */
} quarry_closed;

/* Guards the lists below. */
static quarry_lock quarry_region_lock;

static quarry_closed quarry_closed_arenas = {NULL, sizeof(BumpArena)};
static quarry_closed quarry_closed_pools = {NULL, sizeof(Pool)};
static quarry_closed quarry_closed_hpools = {NULL, sizeof(HandlePool)};

/* What every call on NULL works on. It is closed, all zero, and stays so. */
static BumpArena quarry_no_arena;
static Pool quarry_no_pool;
static HandlePool quarry_no_hpool;

static inline void** quarry_closed_link(quarry_closed* closed, void* object) {
    return (void**) ((char*) object + closed->bytes);
}

/* An object, all zero; NULL when metadata is exhausted. */
static void* quarry_region_make(quarry_closed* closed) {
    void* object = NULL;
    if (!Boot_boot()) {
        return NULL;
    }
    if (Lock_acquire((int64_t) &quarry_region_lock)) {
        object = closed->first;
        if (object != NULL) {
            closed->first = *quarry_closed_link(closed, object);
        }
        Lock_release((int64_t) &quarry_region_lock);
    }
    if (object != NULL) {
        return object;
    }
    return (void*) MetaBump_allocate((int64_t) (closed->bytes + sizeof(void*)));
}

/*
 * Inside a signal handler that interrupted this very code the object is left unused. A fork's child
 * may find the list as it was half-way: whole, since one store changes it, or short of one object.
 */
static void quarry_region_drop(quarry_closed* closed, void* object) {
    memset(object, 0, closed->bytes);
    if (Lock_acquire((int64_t) &quarry_region_lock)) {
        *quarry_closed_link(closed, object) = closed->first;
        __atomic_store_n(&closed->first, object, __ATOMIC_RELEASE);
        Lock_release((int64_t) &quarry_region_lock);
    }
}

static inline void* bumparena_make(void) { return quarry_region_make(&quarry_closed_arenas); }
static inline void bumparena_drop(void* a) { quarry_region_drop(&quarry_closed_arenas, a); }
static inline void* pool_make(void) { return quarry_region_make(&quarry_closed_pools); }
static inline void pool_drop(void* pool) { quarry_region_drop(&quarry_closed_pools, pool); }
static inline void* handlepool_make(void) { return quarry_region_make(&quarry_closed_hpools); }
static inline void handlepool_drop(void* p) { quarry_region_drop(&quarry_closed_hpools, p); }

static inline int64_t numbers_draw(void) {
    static int64_t last;
    return __atomic_add_fetch(&last, Numbers_COUNT, __ATOMIC_RELAXED);
}

/* Guards region.Layouts. */
static quarry_lock quarry_layouts_lock;

static inline int64_t layouts_lockWord(void) { return (int64_t) &quarry_layouts_lock; }

static inline void dead_fill(int64_t address, int64_t bytes) {
    quarry_hidden_fill((void*) address, 0xDD, (size_t) bytes);
}
