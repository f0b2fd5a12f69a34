/*
 * Wrong uses of dead bytes, one for each argument, each on the line whose comment names it; and the
 * right uses that are nearest to them. Tools must report the former at that line and be silent on
 * the latter.
 */
#include "check.h"
#include "quarry.h"

static volatile int sink;

static int* plain;
static int* in_arena;
static int* in_pool;
static int* by_handle;

/* Twelve ints: what comes behind is neither theirs nor anybody's. */
enum { COUNT = 12, BYTES = COUNT * sizeof(int) };

static void fill(int* block) {
    for (int i = 0; i < COUNT; i++) {
        block[i] = i;
    }
    sink = block[COUNT - 1];
}

static void plain_uses(const char* wrong) {
    plain = quarry_malloc(BYTES);
    fill(plain);
    if (strcmp(wrong, "plain-past") == 0) {
        plain[COUNT] = 1; /* plain-past */
    }
    plain = quarry_realloc(plain, 2 * BYTES);
    fill(plain + COUNT);
    int* old = plain;
    quarry_free(plain);
    plain = quarry_calloc(COUNT, sizeof(int));
    fill(plain);
    if (strcmp(wrong, "plain-freed") == 0) {
        sink = old[COUNT + 4]; /* plain-freed */
    }
    quarry_free(plain);
    if (strcmp(wrong, "plain-freed-write") == 0) {
        plain[3] = 1; /* plain-freed-write */
    }
}

static void arena_uses(const char* wrong) {
    quarry_arena* arena = quarry_arena_open(100);
    fill(quarry_arena_alloc(arena, BYTES, 4));
    in_arena = quarry_arena_alloc(arena, BYTES, 4);
    fill(in_arena);
    if (strcmp(wrong, "arena-past") == 0) {
        in_arena[COUNT] = 1; /* arena-past */
    }
    uint64_t mark = quarry_arena_mark(arena);
    int* later = quarry_arena_alloc(arena, BYTES, 4);
    fill(later);
    quarry_arena_rollback(arena, mark);
    if (strcmp(wrong, "arena-rolled-back") == 0) {
        later[0] = 1; /* arena-rolled-back */
    }
    fill(in_arena);
    quarry_arena_reset(arena);
    if (strcmp(wrong, "arena-reset") == 0) {
        sink = in_arena[0]; /* arena-reset */
    }
    in_arena = quarry_arena_alloc_zeroed(arena, BYTES, 4);
    sink = in_arena[COUNT - 1];
    quarry_arena_close(arena);
    if (strcmp(wrong, "arena-closed") == 0) {
        in_arena[0] = 1; /* arena-closed */
    }
}

static void pool_uses(const char* wrong) {
    quarry_pool* pool = quarry_pool_open(BYTES, 2);
    int* other = quarry_pool_alloc(pool);
    in_pool = quarry_pool_alloc(pool);
    fill(other);
    fill(in_pool);
    if (strcmp(wrong, "pool-past") == 0) {
        other[COUNT] = 1; /* pool-past */
    }
    quarry_pool_delete(pool, other);
    quarry_pool_delete(pool, in_pool);
    if (strcmp(wrong, "pool-freed") == 0) {
        in_pool[5] = 1; /* pool-freed */
    }
    in_pool = quarry_pool_new(pool, int);
    other = quarry_pool_new(pool, int);
    fill(in_pool);
    fill(other);
    fill(quarry_pool_alloc(pool));
    quarry_pool_reset(pool);
    if (strcmp(wrong, "pool-reset") == 0) {
        sink = in_pool[1]; /* pool-reset */
    }
    fill(quarry_pool_alloc(pool));
    quarry_pool_close(pool);
    if (strcmp(wrong, "pool-closed") == 0) {
        sink = other[0]; /* pool-closed */
    }
}

static void handle_uses(const char* wrong) {
    quarry_hpool* pool = quarry_hpool_open(BYTES, 1);
    quarry_handle handle = quarry_hpool_alloc(pool);
    by_handle = quarry_hpool_get(pool, handle);
    fill(by_handle);
    if (strcmp(wrong, "handle-past") == 0) {
        by_handle[COUNT] = 1; /* handle-past */
    }
    quarry_hpool_free(pool, handle);
    if (strcmp(wrong, "handle-freed") == 0) {
        sink = by_handle[0]; /* handle-freed */
    }
    fill(quarry_hpool_get(pool, quarry_hpool_alloc(pool)));
    fill(quarry_hpool_get(pool, quarry_hpool_alloc(pool)));
    quarry_hpool_close(pool);
}

int main(int argc, char** argv) {
    const char* wrong = argc > 1 ? argv[1] : "";
    plain_uses(wrong);
    arena_uses(wrong);
    pool_uses(wrong);
    handle_uses(wrong);
    CHECK_ZERO(quarry_verify());
    puts("ok");
    return 0;
}
