/*
 * What the fuzzer knows of each block: where it is, how large, and a pattern that its bytes must
 * hold. Each slot has a lock, so that threads may use all slots at once.
 */
#pragma once
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>
#include "check.h"
#include "quarry.h"

enum { SLOTS = 256, DENSE = 4096, EDGE = 512, STEPS = 60 };

struct slot {
    unsigned char* block; /* NULL: none */
    unsigned char* freed; /* the block before, or NULL */
    size_t size;          /* as asked for */
    size_t filled;        /* bytes with the pattern: size, or all that are usable */
    unsigned key;         /* of the pattern */
};

static struct slot slots[SLOTS];
static atomic_flag locks[SLOTS]; /* Of the slots: apart, for who has a slot copies it. */
static _Atomic long faults_expected;

/* Only one thread works at a time: what holds between slots can be looked at. */
static int in_turn;

static _Thread_local long operation; /* its number, for messages */

static __attribute__((format(printf, 1, 2), noreturn)) void fail(const char* format, ...) {
    char line[256];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    dprintf(STDERR_FILENO, "fuzz: operation %ld: %.*s\n", operation, length, line);
    _exit(1);
}

static unsigned char pattern(unsigned key, size_t at) {
    return (unsigned char) (key * 31 + at * 7 + (at >> 8) * 13);
}

/* Of a long block the two ends and some bytes between them are looked at. */
static size_t next_position(size_t at, size_t size) {
    if (size <= DENSE || at < EDGE || at >= size - EDGE) {
        return at + 1;
    }
    size_t stride = size / STEPS | 1;
    return at + stride < size - EDGE ? at + stride : size - EDGE;
}

static void fill(struct slot* slot, unsigned key) {
    slot->key = key;
    for (size_t at = 0; at < slot->filled; at = next_position(at, slot->filled)) {
        slot->block[at] = pattern(key, at);
    }
}

/* That the bytes below `limit` are as they were filled. */
static void check_filled(const struct slot* slot, const unsigned char* block, size_t limit) {
    for (size_t at = 0; at < slot->filled && at < limit; at = next_position(at, slot->filled)) {
        if (block[at] != pattern(slot->key, at)) {
            fail("byte %zu of %zu at %p has changed", at, slot->filled, (const void*) block);
        }
    }
}

static void check_zero(const unsigned char* block, size_t size) {
    for (size_t at = 0; at < size; at = next_position(at, size)) {
        if (block[at] != 0) {
            fail("byte %zu of %zu from calloc is not 0", at, size);
        }
    }
}

static int is_live(const unsigned char* block) {
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i].block == block) {
            return 1;
        }
    }
    return 0;
}

static void check_apart(const struct slot* slot) {
    for (int i = 0; i < SLOTS; i++) {
        const struct slot* other = &slots[i];
        if (other != slot && other->block != NULL && other->block < slot->block + slot->size
                && slot->block < other->block + other->size) {
            fail("%p of %zu bytes lies in %p of %zu", (void*) slot->block, slot->size,
                 (void*) other->block, other->size);
        }
    }
}

/* A slot has a new block: the pattern goes as far as it was asked for, or as far as is usable. */
static void accept(struct slot* slot, unsigned char* block, size_t size, size_t alignment,
                   unsigned key) {
    if (block == NULL) {
        fail("no block of %zu bytes at %zu: %s", size, alignment, strerror(errno));
    }
    size_t usable = quarry_malloc_usable_size(block);
    if (!is_aligned(block, alignment) || usable < size || !quarry_owns(block)) {
        fail("%p of %zu bytes at %zu has %zu", (void*) block, size, alignment, usable);
    }
    slot->block = block;
    slot->size = size;
    slot->filled = key % 4 == 0 ? usable : size;
    if (in_turn) {
        check_apart(slot);
    }
    fill(slot, key);
}

/* A slot's block is about to be freed. */
static unsigned char* give_up(struct slot* slot) {
    unsigned char* block = slot->block;
    check_filled(slot, block, slot->filled);
    slot->block = NULL;
    slot->freed = block;
    return block;
}

static struct slot* lock_slot(unsigned number) {
    struct slot* slot = &slots[number % SLOTS];
    while (atomic_flag_test_and_set_explicit(&locks[number % SLOTS], memory_order_acquire)) {
        sched_yield();
    }
    return slot;
}

static void unlock_slot(struct slot* slot) {
    atomic_flag_clear_explicit(&locks[slot - slots], memory_order_release);
}
