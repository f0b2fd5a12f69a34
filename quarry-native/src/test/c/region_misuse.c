/*
 * One wrong use for each guard of the regions, with all guards as variables of this program, which
 * is one unit with the library. Arguments: "on" or "off", and the guard. Exit code 0 when the
 * misuse was refused.
 */
static int switched_off;
#define QUARRY_GUARD_arenaFit (switched_off != 1)
#define QUARRY_GUARD_arenaAlignment (switched_off != 2)
#define QUARRY_GUARD_arenaMark (switched_off != 3)
#define QUARRY_GUARD_arenaGeneration (switched_off != 4)
#define QUARRY_GUARD_poolLive (switched_off != 5)
#define QUARRY_GUARD_poolLink (switched_off != 6)
#define QUARRY_GUARD_handleLive (switched_off != 7)
#define QUARRY_GUARD_handleRetire (switched_off != 8)
#include "quarry.c"

static int stale_mark(quarry_arena* arena) {
    quarry_arena_mark(arena);
    quarry_arena_alloc(arena, 8, 1);
    uint64_t stale = quarry_arena_mark(arena);
    quarry_arena_reset(arena);
    quarry_arena_alloc(arena, 8, 1);
    quarry_arena_mark(arena);
    return quarry_arena_rollback(arena, stale) == -1;
}

static int stale_reference(quarry_arena* arena) {
    quarry_arena_ref ref = quarry_arena_refer(arena, quarry_arena_alloc(arena, 8, 1));
    quarry_arena_reset(arena);
    quarry_arena_alloc(arena, 8, 1);
    return quarry_arena_get(arena, ref, 8) == NULL;
}

static int double_free(quarry_pool* pool) {
    void* block = quarry_pool_alloc(pool);
    quarry_pool_free(pool, block);
    int refused = quarry_pool_free(pool, block) == QUARRY_FAULT_DOUBLE_FREE;
    void* next = quarry_pool_alloc(pool);
    return refused && next != quarry_pool_alloc(pool);
}

static int forged_link(quarry_pool* pool) {
    void* held = quarry_pool_alloc(pool);
    void* first = quarry_pool_alloc(pool);
    quarry_pool_alloc(pool);
    int64_t* last = quarry_pool_alloc(pool);
    quarry_pool_free(pool, first);
    quarry_pool_free(pool, last);
    *last = Salt_encode((int64_t) last, (int64_t) held);
    return quarry_pool_alloc(pool) == last && quarry_pool_alloc(pool) == first
            && quarry_pool_alloc(pool) == NULL;
}

/* Whether a handle of generation `old` is refused after `last` was freed too. */
static int stale_handle(quarry_hpool* pool, int64_t old, int64_t last) {
    quarry_hpool_free(pool, quarry_hpool_alloc(pool));
    HandlePool_seed(pool, old);
    quarry_handle stale = quarry_hpool_alloc(pool);
    quarry_hpool_free(pool, stale);
    HandlePool_seed(pool, last);
    quarry_hpool_free(pool, quarry_hpool_alloc(pool));
    quarry_hpool_alloc(pool);
    return quarry_hpool_get(pool, stale) == NULL;
}

static int is_refused(int guard) {
    quarry_arena* arena = quarry_arena_open_fixed(64);
    quarry_pool* pool = quarry_pool_open_fixed(16, 4);
    quarry_hpool* handles = quarry_hpool_open_fixed(16, 1);
    switch (guard) {
        case 1: return quarry_arena_alloc(arena, 65, 1) == NULL;
        case 2: return quarry_arena_alloc(arena, 8, 24) == NULL;
        case 3: return stale_mark(arena);
        case 4: return stale_reference(arena);
        case 5: return double_free(pool);
        case 6: return forged_link(pool);
        case 7: return stale_handle(handles, 3, 4);
        default: return stale_handle(handles, 1, UINT32_MAX);
    }
}

int main(int argc, char** argv) {
    int guard = argc == 3 ? atoi(argv[2]) : 0;
    switched_off = strcmp(argv[1], "off") == 0 ? guard : 0;
    return guard >= 1 && guard <= 8 && is_refused(guard) ? 0 : 1;
}
