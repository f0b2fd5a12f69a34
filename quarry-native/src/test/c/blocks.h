/* Blocks that know their size and address, so that whoever frees one can tell that it is whole. */
#pragma once
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include "check.h"
#include "quarry.h"

enum { MARK = 0x5A };

struct block {
    size_t bytes;
    struct block* self;
};

/* Blocks made and dropped by all threads, added up when each ends. */
static _Atomic long blocks_made;
static _Atomic long blocks_dropped;

/* What a thread has done, and its random numbers (G. Marsaglia, "Xorshift RNGs", 2003). */
struct worker {
    uint64_t random;
    long made;
    long dropped;
};

static inline uint64_t next_random(struct worker* worker) {
    uint64_t x = worker->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    worker->random = x;
    return x;
}

/* Mostly small, one in 64 up to 16 KiB, one in 4096 a large block. */
static inline size_t next_size(struct worker* worker) {
    uint64_t random = next_random(worker);
    size_t most = random % 4096 == 0 ? 300000 : random % 64 == 0 ? 16384 : 496;
    return sizeof(struct block) + 1 + (random >> 12) % most;
}

static inline struct block* make_block(struct worker* worker, size_t bytes) {
    struct block* block = quarry_malloc(bytes);
    CHECK(block != NULL);
    block->bytes = bytes;
    block->self = block;
    ((unsigned char*) block)[bytes - 1] = MARK;
    worker->made++;
    return block;
}

static inline void drop_block(struct worker* worker, struct block* block) {
    CHECK(block->self == block);
    CHECK(((unsigned char*) block)[block->bytes - 1] == MARK);
    block->self = NULL;
    quarry_free(block);
    worker->dropped++;
}

static inline struct worker begin_work(uint64_t seed) {
    struct worker worker = {seed * 0x9E3779B97F4A7C15u | 1, 0, 0};
    return worker;
}

static inline void end_work(const struct worker* worker) {
    atomic_fetch_add(&blocks_made, worker->made);
    atomic_fetch_add(&blocks_dropped, worker->dropped);
}

/* All threads are at rest: what was allocated has been freed, once, and everything is sound. */
static inline void check_rest(void) {
    struct quarry_stats stats;
    CHECK(blocks_made == blocks_dropped);
    CHECK_ZERO(quarry_verify());
    quarry_stats(&stats);
    CHECK_ZERO((long) stats.blocks_live);
    CHECK_ZERO((long) quarry_fault_count(0));
}
