/* The operations of the fuzzer: each a call of the library's, held against the model. */
#pragma once
#include <malloc.h>
#include "fuzz_model.h"

#ifndef QUARRY_PREFIX_ONLY
#define QUARRY_PREFIX_ONLY 0
#endif

enum kind {
    MALLOC, CALLOC, ALIGNED, POSIX, MEMALIGN, VALLOC, PVALLOC, NEW, /* into an empty slot */
    REALLOC, REALLOCARRAY,
    FREE, FREE_SIZED, FREE_ALIGNED, CFREE, DELETE, /* of a slot's block */
    TOUCH, TOO_LARGE, WRONG, TRIM, BOOKS, RESTART, KINDS
};

static const char* const kind_names[] = {
    "malloc", "calloc", "aligned_alloc", "posix_memalign", "memalign", "valloc", "pvalloc", "new",
    "realloc", "reallocarray", "free", "free_sized", "free_aligned_sized", "cfree", "delete",
    "touch", "too large", "wrong", "trim", "books", "restart thread"};

struct op {
    uint8_t kind;
    uint8_t thread;
    uint16_t slot;
    uint32_t extra; /* alignment, key, what is wrong */
    size_t size;
};

#if QUARRY_PREFIX_ONLY
static void* operator_new(size_t size) { return quarry_malloc(size); }
static void operator_delete(void* block, size_t size) { quarry_free_sized(block, size); }
#else
void* _Znwm(size_t size);
void _ZdlPvm(void* block, size_t size);
static void* operator_new(size_t size) { return _Znwm(size); }
static void operator_delete(void* block, size_t size) { _ZdlPvm(block, size); }
#endif

#ifdef FUZZ_PLANTED
/* A fault to be found: a block that grows to more than twice its size loses a byte. */
static void* planted_realloc(void* block, size_t size) {
    size_t old = quarry_malloc_usable_size(block);
    unsigned char* moved = quarry_realloc(block, size);
    if (moved != NULL && old > 100 && size > 2 * old) {
        moved[old / 2] ^= 1;
    }
    return moved;
}
#define quarry_realloc planted_realloc
#endif

static size_t alignment_of(const struct op* op) { return (size_t) 16 << op->extra % 9; }

/*
 * Whether ThreadSanitizer would tell of what is read without order by choice (docs/ORDERING.md):
 * the books while others are at work, and which fault the free of a wrong address is.
 */
static int is_order_watched(void) {
#ifdef __SANITIZE_THREAD__
    return !in_turn;
#else
    return 0;
#endif
}

static unsigned char* aligned_block(const struct op* op) {
    void* block = NULL;
    size_t alignment = alignment_of(op);
    switch (op->kind) {
        case ALIGNED: return quarry_aligned_alloc(alignment, op->size);
        case MEMALIGN: return quarry_memalign(alignment - 3, op->size);
        default: errno = quarry_posix_memalign(&block, alignment, op->size);
    }
    return block;
}

static void allocate(struct slot* slot, const struct op* op) {
    unsigned char* block;
    size_t alignment = 16;
    switch (op->kind) {
        case MALLOC: block = quarry_malloc(op->size); break;
        case CALLOC:
            block = op->extra & 1 ? quarry_calloc(1, op->size) : quarry_calloc(op->size, 1);
            check_zero(block, block == NULL ? 0 : op->size);
            break;
        case VALLOC: block = quarry_valloc(op->size), alignment = 4096; break;
        case PVALLOC: block = quarry_pvalloc(op->size), alignment = 4096; break;
        case NEW: block = operator_new(op->size); break;
        default: block = aligned_block(op), alignment = alignment_of(op); break;
    }
    accept(slot, block, op->size, alignment, op->extra);
}

static void reallocate(struct slot* slot, const struct op* op) {
    struct slot old = *slot;
    size_t size = op->size + (old.block != NULL && op->size == 0); /* 0 would free it */
    if (old.block == NULL) {
        old.filled = 0;
    }
    check_filled(&old, old.block, old.filled);
    slot->block = NULL;
    unsigned char* block = op->kind == REALLOC ? quarry_realloc(old.block, size)
            : quarry_reallocarray(old.block, size, 1);
    if (block != NULL) {
        check_filled(&old, block, size);
    }
    if (block != old.block) {
        slot->freed = old.block;
    }
    accept(slot, block, size, 16, op->extra);
}

static void release(struct slot* slot, const struct op* op) {
    size_t size = slot->size;
    unsigned char* block = give_up(slot);
    size_t alignment = (size_t) (-(uintptr_t) block & (uintptr_t) block);
    errno = 77;
    switch (op->kind) {
        case FREE_SIZED: quarry_free_sized(block, size); break;
        case FREE_ALIGNED: quarry_free_aligned_sized(block, alignment, size); break;
        case CFREE: quarry_cfree(block); break;
        case DELETE: operator_delete(block, size); break;
        default: quarry_free(block); break;
    }
    if (errno != 77) {
        fail("%s changed errno", kind_names[op->kind]);
    }
}

/* Requests that no memory can meet, and such as make no sense. */
static void ask_too_much(struct slot* slot, const struct op* op) {
    size_t much = SIZE_MAX - op->size % 65536;
    void* block = slot->block;
    errno = 0;
    switch (op->extra % 6) {
        case 0: block = quarry_malloc(much); break;
        case 1: block = quarry_calloc(much / 2, 3); break;
        case 2: block = quarry_aligned_alloc(4096, much); break;
        case 3: block = quarry_pvalloc(much); break;
        case 4: block = quarry_reallocarray(slot->block, much / 2, 3); break;
        default: block = quarry_realloc(slot->block, much / 2 + 1); break;
    }
    if (block != NULL || errno != ENOMEM) {
        fail("%zu bytes: %p, %s", much, block, strerror(errno));
    }
    errno = 0;
    if (quarry_aligned_alloc(48, 48) != NULL || errno != EINVAL) {
        fail("an alignment of 48 was not refused");
    }
}

static int free_again(struct slot* slot) {
    unsigned char* block = slot->freed;
    if (!in_turn || block == NULL || is_live(block)) {
        return 0;
    }
    quarry_free(block);
    return 1;
}

/* A wrong call about a slot's block; the number of faults it must have counted. */
static int misuse_block(struct slot* slot, const struct op* op) {
    unsigned char* block = slot->block;
    unsigned char* inside = block + (op->extra >> 8) % (slot->size - 1) + 1;
    size_t beyond = (size_t) (-(uintptr_t) block & (uintptr_t) block) * 2;
    switch (op->extra % 5) {
        case 0: quarry_free(inside); return 1;
        case 1: quarry_free_sized(block, quarry_malloc_usable_size(block) + 1); return 1;
        case 2: quarry_free_aligned_sized(block, beyond, slot->size); return 1;
        case 3:
            errno = 0;
            if (quarry_realloc(inside, op->size | 1) != NULL || errno != EINVAL) {
                fail("realloc of an address inside a block");
            }
            return 1;
        default:
            if (quarry_malloc_usable_size(inside) != 0) {
                fail("usable size of an address inside a block");
            }
            return 1;
    }
}

static void misuse(struct slot* slot, const struct op* op) {
    long faults = (long) quarry_fault_count(0);
    int expected = 1;
    if (op->extra % 3 == 0) {
        expected = free_again(slot);
    } else if (op->extra % 3 == 1 && slot->block != NULL && slot->size > 1
            && !is_order_watched()) {
        expected = misuse_block(slot, op);
    } else if (op->extra & 8) {
        quarry_free(&faults);
    } else {
        quarry_free((void*) (op->size * 0x9E3779B97F4A7C15u | 1));
    }
    atomic_fetch_add(&faults_expected, expected);
    if (in_turn && (long) quarry_fault_count(0) != faults + expected) {
        fail("%d faults expected, %ld counted", expected,
             (long) quarry_fault_count(0) - faults);
    }
}

/* The books may be taken at any time; at rest they add up. */
static void check_books(void) {
    struct quarry_stats stats;
    quarry_stats(&stats);
    if (!in_turn) {
        return;
    }
    if (stats.committed != stats.bytes_live + stats.retained + stats.wasted) {
        fail("the books do not add up");
    }
    uint64_t live = 0;
    for (int i = 0; i < SLOTS; i++) {
        live += slots[i].block != NULL;
    }
    if (QUARRY_PREFIX_ONLY && live != stats.blocks_live) {
        fail("%lu blocks are live, not %lu", (unsigned long) stats.blocks_live,
             (unsigned long) live);
    }
    int broken = quarry_verify();
    if (broken != 0) {
        fail("quarry_verify says %d", broken);
    }
}

static void use_slot(struct slot* slot, const struct op* op) {
    int kind = op->kind;
    if (kind == TOO_LARGE) {
        ask_too_much(slot, op);
    } else if (kind == WRONG) {
        misuse(slot, op);
    } else if (kind == REALLOC || kind == REALLOCARRAY) {
        reallocate(slot, op);
    } else if (slot->block != NULL) {
        if (kind == TOUCH) {
            check_filled(slot, slot->block, slot->filled);
            fill(slot, op->extra);
        } else {
            release(slot, op);
        }
    } else if (kind < REALLOC) {
        allocate(slot, op);
    }
}

static void perform(const struct op* op, long number) {
    operation = number;
    if (op->kind == TRIM) {
        quarry_malloc_trim(0);
    } else if (op->kind == BOOKS) {
        if (!is_order_watched()) {
            check_books();
        }
    } else {
        struct slot* slot = lock_slot(op->slot);
        use_slot(slot, op);
        unlock_slot(slot);
    }
}
