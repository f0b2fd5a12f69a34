/* Arenas, pools and handle pools by their C face: each use and each misuse has one answer. */
#include "check.h"
#include "quarry.h"
#include <stdalign.h>

struct wide {
    alignas(64) char bytes[64];
};

static void textbook_arena(void) {
    quarry_arena* arena = quarry_arena_open_fixed(1024);
    char* first = quarry_arena_alloc(arena, 16, 1);
    CHECK(quarry_arena_refer(arena, first).offset == 0);
    CHECK((char*) quarry_arena_alloc(arena, 24, 8) - first == 16);
    CHECK((char*) quarry_arena_alloc(arena, 16, 4) - first == 40);
    CHECK(quarry_arena_used(arena) == 56);
    CHECK_ZERO(quarry_arena_reset(arena));
    CHECK(quarry_arena_used(arena) == 0);
    CHECK(quarry_arena_high_water(arena) == 56);
    CHECK_ERRNO(ENOMEM, quarry_arena_alloc(arena, 1025, 1) == NULL);
    CHECK(quarry_arena_capacity(arena) == 1024);
    CHECK_ZERO(quarry_arena_close(arena));
}

static void textbook_pool(void) {
    quarry_pool* pool = quarry_pool_open_fixed(64, 3);
    char* first = quarry_pool_alloc(pool);
    char* second = quarry_pool_alloc(pool);
    char* third = quarry_pool_alloc(pool);
    CHECK(second - first == 64 && third - first == 128);
    CHECK(quarry_pool_in_use(pool) == 3);
    CHECK_ERRNO(ENOMEM, quarry_pool_alloc(pool) == NULL);
    CHECK_ZERO(quarry_pool_free(pool, second));
    CHECK(quarry_pool_in_use(pool) == 2);
    CHECK(quarry_pool_alloc(pool) == second);
    CHECK_ZERO(quarry_pool_close(pool));
}

static void arenas(void) {
    quarry_arena* arena = quarry_arena_open(0);
    for (size_t alignment = 1; alignment <= (size_t) 2 << 20; alignment *= 2) {
        for (int i = 0; i < 50; i++) {
            CHECK_KEEPS_ERRNO(is_aligned(quarry_arena_alloc(arena, 100, alignment), alignment));
        }
    }
    CHECK(is_aligned(quarry_arena_new(arena, struct wide), 64));
    CHECK(is_aligned(quarry_arena_new_array(arena, struct wide, 10), 64));
    CHECK_ERRNO(ENOMEM, quarry_arena_new_array(arena, struct wide, SIZE_MAX / 8) == NULL);
    size_t sizes[] = {SIZE_MAX, SIZE_MAX - 4096, (size_t) 1 << 63, (size_t) 1 << 47};
    size_t alignments[] = {0, 3, 48, (size_t) 4 << 20, SIZE_MAX, (size_t) 1 << 63};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK_ERRNO(ENOMEM, quarry_arena_alloc(arena, sizes[i], 2 << 20) == NULL);
        CHECK_ERRNO(ENOMEM, quarry_arena_open_fixed(sizes[i]) == NULL);
        CHECK_ERRNO(ENOMEM, quarry_arena_open(sizes[i]) == NULL);
    }
    for (size_t i = 0; i < sizeof alignments / sizeof *alignments; i++) {
        CHECK_ERRNO(EINVAL, quarry_arena_alloc(arena, 8, alignments[i]) == NULL);
    }
    memset(quarry_arena_alloc(arena, 1000, 1), 0xAA, 1000);
    CHECK_ZERO(quarry_arena_reset(arena));
    char* zeroed = quarry_arena_alloc_zeroed(arena, 1000, 1);
    for (int i = 0; i < 1000; i++) {
        CHECK(zeroed[i] == 0);
    }
    CHECK_ZERO(quarry_arena_close(arena));
}

static void marks_and_references(void) {
    quarry_arena* arena = quarry_arena_open(256);
    quarry_arena* other = quarry_arena_open(256);
    uint64_t outer = quarry_arena_mark(arena);
    char* block = quarry_arena_alloc(arena, 1000, 8);
    uint64_t inner = quarry_arena_mark(arena);
    quarry_arena_alloc(arena, 10, 1);
    CHECK_ERRNO(EINVAL, quarry_arena_rollback(other, inner) == -1);
    quarry_arena_ref ref = quarry_arena_refer(arena, block + 8);
    CHECK(quarry_arena_get(arena, ref, 992) == block + 8);
    CHECK_ERRNO(EINVAL, quarry_arena_get(arena, ref, 2000) == NULL);
    CHECK_ERRNO(EINVAL, quarry_arena_get(other, ref, 1) == NULL);
    CHECK_ZERO(quarry_arena_rollback(arena, inner));
    CHECK(quarry_arena_used(arena) == 1000);
    CHECK_ZERO(quarry_arena_rollback(arena, outer));
    CHECK(quarry_arena_used(arena) == 0);
    CHECK_ERRNO(EINVAL, quarry_arena_rollback(arena, inner) == -1);
    CHECK_ERRNO(EINVAL, quarry_arena_get(arena, ref, 1) == NULL);
    CHECK_ERRNO(EINVAL, quarry_arena_refer(arena, block).generation == 0);
    uint64_t generation = quarry_arena_generation(arena);
    CHECK_ZERO(quarry_arena_reset(arena));
    CHECK(quarry_arena_generation(arena) == generation + 1);
    quarry_arena_alloc(arena, 1000, 8);
    CHECK_ERRNO(EINVAL, quarry_arena_get(arena, ref, 1) == NULL);
    CHECK_ERRNO(EINVAL, quarry_arena_rollback(arena, outer) == -1);
    CHECK_ZERO(quarry_arena_close(arena));
    CHECK_ZERO(quarry_arena_close(other));
}

static void pools(void) {
    quarry_pool* pool = quarry_pool_open(40, 2);
    CHECK(quarry_pool_block_size(pool) == 48);
    char* blocks[100];
    for (int i = 0; i < 100; i++) {
        blocks[i] = quarry_pool_alloc(pool);
        memset(blocks[i], i, 40);
    }
    int local;
    CHECK(quarry_pool_free(pool, &local) == QUARRY_FAULT_FOREIGN);
    for (int i = 0; i < 100; i++) {
        CHECK(blocks[i][39] == i);
        CHECK(quarry_pool_free(pool, blocks[i] + 16) == QUARRY_FAULT_NOT_A_BLOCK);
        CHECK_KEEPS_ERRNO(quarry_pool_free(pool, blocks[i]) == 0);
        CHECK_KEEPS_ERRNO(quarry_pool_free(pool, blocks[i]) == QUARRY_FAULT_DOUBLE_FREE);
        CHECK(quarry_pool_delete(pool, blocks[i]) == QUARRY_FAULT_DOUBLE_FREE);
        CHECK(quarry_pool_delete(pool, blocks[i] + 8) == QUARRY_FAULT_NOT_A_BLOCK);
        CHECK(quarry_pool_delete(pool, &local) == QUARRY_FAULT_FOREIGN);
    }
    for (int i = 0; i < 100; i++) {
        CHECK(quarry_pool_new(pool, char) == blocks[99 - i]);
    }
    for (int i = 0; i < 100; i += 2) {
        CHECK_ZERO(quarry_pool_free(pool, blocks[i]));
    }
    uint64_t corrupt = quarry_fault_count(QUARRY_FAULT_CORRUPT_LINK);
    memset(blocks[98], 0x41, 8);
    for (int i = 0; i < 100; i += 2) {
        CHECK(quarry_pool_alloc(pool) != NULL);
    }
    CHECK(quarry_fault_count(QUARRY_FAULT_CORRUPT_LINK) == corrupt + 1);
    CHECK(quarry_pool_in_use(pool) == 100 && quarry_pool_capacity(pool) == 128);
    CHECK(quarry_pool_new(pool, struct wide) != NULL && quarry_pool_free(pool, NULL) == 0);
    CHECK_ZERO(quarry_pool_reset(pool));
    CHECK(quarry_pool_in_use(pool) == 0 && quarry_pool_alloc(pool) == blocks[0]);
    CHECK(quarry_pool_free(pool, blocks[1]) == QUARRY_FAULT_NOT_A_BLOCK);
    CHECK_ZERO(quarry_pool_close(pool));
    CHECK_ERRNO(ENOMEM, quarry_pool_open(SIZE_MAX, 1) == NULL);
    CHECK_ERRNO(ENOMEM, quarry_pool_open_fixed((size_t) 1 << 33, (size_t) 1 << 33) == NULL);
}

static void handle_pools(void) {
    quarry_hpool* pool = quarry_hpool_open(24, 1);
    quarry_handle handles[500];
    for (int i = 0; i < 500; i++) {
        handles[i] = quarry_hpool_alloc(pool);
        *(quarry_handle*) quarry_hpool_get(pool, handles[i]) = handles[i];
    }
    CHECK(quarry_hpool_in_use(pool) == 500 && quarry_hpool_capacity(pool) == 512);
    for (int i = 0; i < 500; i++) {
        CHECK(*(quarry_handle*) quarry_hpool_get(pool, handles[i]) == handles[i]);
        CHECK(quarry_hpool_get(pool, handles[i] + ((uint64_t) 1 << 32)) == NULL);
        CHECK_KEEPS_ERRNO(quarry_hpool_free(pool, handles[i]) == 0);
        CHECK_KEEPS_ERRNO(quarry_hpool_get(pool, handles[i]) == NULL);
        CHECK_ERRNO(EINVAL, quarry_hpool_free(pool, handles[i]) == -1);
    }
    CHECK(quarry_hpool_get(pool, 0) == NULL && quarry_hpool_get(pool, UINT64_MAX) == NULL);
    CHECK(quarry_hpool_retired(pool) == 0 && quarry_hpool_block_size(pool) == 32);
    CHECK_ZERO(quarry_hpool_close(pool));
    pool = quarry_hpool_open_fixed(8, 1);
    CHECK(quarry_hpool_alloc(pool) != 0);
    CHECK_ERRNO(ENOMEM, quarry_hpool_alloc(pool) == 0);
    CHECK_ZERO(quarry_hpool_close(pool));
    CHECK_ERRNO(ENOMEM, quarry_hpool_open(8, (size_t) 1 << 31) == NULL);
}

/* Closed ones are all of this program's by now, so an old pointer leads to one that is closed. */
static void closed(quarry_arena* arena, quarry_pool* pool, quarry_hpool* handles, int expected) {
    CHECK_ERRNO(EINVAL, quarry_arena_alloc(arena, 8, 8) == NULL);
    CHECK_ERRNO(EINVAL, quarry_arena_mark(arena) == 0);
    CHECK_ERRNO(EINVAL, quarry_arena_rollback(arena, 1) == -1);
    CHECK_ERRNO(EINVAL, quarry_arena_reset(arena) == -1);
    CHECK(quarry_arena_close(arena) == expected && quarry_arena_generation(arena) == 0);
    CHECK(quarry_arena_used(arena) + quarry_arena_capacity(arena) == 0);
    CHECK_ERRNO(EINVAL, quarry_pool_alloc(pool) == NULL);
    CHECK_ERRNO(EINVAL, quarry_pool_new(pool, int) == NULL);
    CHECK_ERRNO(EINVAL, quarry_pool_reset(pool) == -1);
    CHECK(quarry_pool_delete(pool, &arena) == QUARRY_FAULT_FOREIGN);
    CHECK(quarry_pool_free(pool, &arena) == QUARRY_FAULT_FOREIGN);
    CHECK(quarry_pool_close(pool) == expected && quarry_pool_in_use(pool) == 0);
    CHECK_ERRNO(EINVAL, quarry_hpool_alloc(handles) == 0);
    CHECK_ERRNO(EINVAL, quarry_hpool_free(handles, 1) == -1);
    CHECK(quarry_hpool_get(handles, 1) == NULL);
    CHECK(quarry_hpool_close(handles) == expected && quarry_hpool_capacity(handles) == 0);
}

/* Closed objects serve the next ones: metadata does not grow, and live blocks do not either. */
static void opened_and_closed_for_ever(void) {
    quarry_arena* arena = quarry_arena_open(100);
    quarry_pool* pool = quarry_pool_open(8, 8);
    quarry_hpool* handles = quarry_hpool_open(8, 8);
    uint64_t live = quarry_live_bytes();
    for (int i = 0; i < 10000; i++) {
        quarry_arena_close(arena);
        quarry_pool_close(pool);
        quarry_hpool_close(handles);
        CHECK(quarry_arena_open(100) == arena);
        CHECK(quarry_pool_open(8, 8) == pool);
        CHECK(quarry_hpool_open(8, 8) == handles);
        CHECK(quarry_hpool_alloc(handles) != 0 && quarry_pool_alloc(pool) != NULL);
    }
    CHECK(quarry_live_bytes() == live);
    quarry_arena_close(arena);
    quarry_pool_close(pool);
    quarry_hpool_close(handles);
    closed(arena, pool, handles, -1);
}

int main(void) {
    textbook_arena();
    textbook_pool();
    arenas();
    marks_and_references();
    pools();
    handle_pools();
    opened_and_closed_for_ever();
    closed(NULL, NULL, NULL, 0);
    CHECK_ZERO(quarry_verify());
    puts("ok");
    return 0;
}
