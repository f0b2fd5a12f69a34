/*
 * Random operations on regions beside a plain model of each: what was handed out, with a pattern in
 * every byte, so that an overlap or a block handed out twice is seen. Arguments: the seed, and how
 * many.
 */
#include "check.h"
#include "quarry.h"

enum { MOST = 2000 };

static int operations;

static uint64_t state;

static uint64_t next_random(uint64_t bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state * UINT64_C(0x2545F4914F6CDD1D) >> 33) % bound;
}

typedef struct {
    unsigned char* block;
    uint64_t handle;
    size_t size;
    unsigned char pattern;
} held;

static held all[MOST];
static size_t count;

static void hold(void* block, uint64_t handle, size_t size, uint64_t pattern) {
    memset(block, (unsigned char) pattern, size);
    all[count++] = (held) {block, handle, size, (unsigned char) pattern};
}

static void check(const held* one) {
    for (size_t i = 0; i < one->size; i++) {
        CHECK(one->block[i] == one->pattern);
    }
}

static held take_out(void) {
    size_t at = next_random(count);
    held one = all[at];
    check(&one);
    all[at] = all[--count];
    return one;
}

static void arenas(void) {
    struct {
        uint64_t number;
        size_t count;
    } marks[100];
    size_t depth = 0;
    quarry_arena* arena = quarry_arena_open(1 + next_random(3000));
    count = 0;
    for (int i = 0; i < operations; i++) {
        uint64_t choice = next_random(1000);
        if (choice < 900 && count < MOST) {
            size_t alignment = (size_t) 1 << next_random(10);
            size_t size = next_random(300);
            void* block = quarry_arena_alloc(arena, size, alignment);
            CHECK(block != NULL && is_aligned(block, alignment));
            hold(block, 0, size, (uint64_t) i);
        } else if (choice < 950 && depth < 100) {
            marks[depth].count = count;
            marks[depth++].number = quarry_arena_mark(arena);
        } else if (choice < 990 && depth > 0) {
            size_t to = next_random(depth);
            while (count > marks[to].count) {
                check(&all[--count]);
            }
            uint64_t last = marks[depth - 1].number;
            CHECK_ZERO(quarry_arena_rollback(arena, marks[to].number));
            CHECK(last == marks[to].number || quarry_arena_rollback(arena, last) == -1);
            depth = to + 1;
        } else if (choice >= 998 || count == MOST) {
            while (count > 0) {
                check(&all[--count]);
            }
            CHECK_ZERO(quarry_arena_reset(arena));
            CHECK(depth == 0 || quarry_arena_rollback(arena, marks[0].number) == -1);
            depth = 0;
        }
        CHECK(quarry_arena_used(arena) <= quarry_arena_high_water(arena));
        CHECK(quarry_arena_high_water(arena) <= quarry_arena_capacity(arena));
    }
    CHECK_ZERO(quarry_arena_close(arena));
}

/* By calls and without; blocks that lie side by side in a row, as far as they are held. */
static void free_neighbours(quarry_pool* pool) {
    held one = take_out();
    ptrdiff_t step = (ptrdiff_t) quarry_pool_block_size(pool) * (next_random(2) == 0 ? 1 : -1);
    for (uint64_t left = next_random(8);; left--) {
        int calls = next_random(2) == 0;
        CHECK_ZERO(calls ? quarry_pool_free(pool, one.block) : quarry_pool_delete(pool, one.block));
        size_t next = 0;
        while (next < count && all[next].block != one.block + step) {
            next++;
        }
        if (left == 0 || next == count) {
            return;
        }
        check(&all[next]);
        one = all[next];
        all[next] = all[--count];
    }
}

static void pools(void) {
    size_t size = 1 + next_random(200);
    quarry_pool* pool = quarry_pool_open(size, next_random(50));
    count = 0;
    for (int i = 0; i < operations; i++) {
        if (count == 0 || (count < MOST && next_random(1000) < (i & 8192 ? 400 : 600))) {
            int calls = next_random(2) == 0;
            void* block = calls ? quarry_pool_alloc(pool) : quarry_pool_new(pool, char);
            CHECK(block != NULL && is_aligned(block, 16));
            hold(block, 0, size, (uint64_t) i);
        } else {
            free_neighbours(pool);
        }
        CHECK(quarry_pool_in_use(pool) == count);
    }
    CHECK_ZERO(quarry_pool_close(pool));
}

static void handle_pools(void) {
    size_t size = 1 + next_random(200);
    quarry_hpool* pool = quarry_hpool_open(size, next_random(50));
    quarry_handle stale = 0;
    count = 0;
    for (int i = 0; i < operations; i++) {
        if (count == 0 || (count < MOST && next_random(1000) < (i & 8192 ? 400 : 600))) {
            quarry_handle handle = quarry_hpool_alloc(pool);
            CHECK(handle != 0);
            hold(quarry_hpool_get(pool, handle), handle, size, (uint64_t) i);
        } else {
            held one = take_out();
            CHECK(quarry_hpool_get(pool, one.handle) == one.block);
            CHECK_ZERO(quarry_hpool_free(pool, one.handle));
            stale = next_random(3) == 0 ? one.handle : stale;
        }
        CHECK(quarry_hpool_get(pool, stale) == NULL && quarry_hpool_free(pool, stale) == -1);
        CHECK(quarry_hpool_in_use(pool) == count);
    }
    CHECK_ZERO(quarry_hpool_close(pool));
}

int main(int argc, char** argv) {
    CHECK(argc == 3);
    state = strtoull(argv[1], NULL, 0) * 2 + 1;
    operations = atoi(argv[2]);
    for (int round = 0; round < 5; round++) {
        arenas();
        pools();
        handle_pools();
        CHECK_ZERO(quarry_verify());
    }
    puts("ok");
    return 0;
}
