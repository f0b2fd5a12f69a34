/*
 * The strict interface as functions of the library: for programs that have no C compiler, and for
 * the checked and the tracing build. What a precondition is and which layouts are known is the
 * core's (region.Strict, region.Layouts).
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "quarry.h"

static const char* quarry_strict_text(int32_t problem) {
    switch (problem) {
        case Strict_EMPTY: return "the size is 0";
        case Strict_ALIGNMENT: return "the alignment is no power of two";
        case Strict_TOO_LARGE: return "the size rounded up to the alignment is above PTRDIFF_MAX";
        case Strict_OTHER_SIZE: return "the block was allocated with another size";
        case Strict_OTHER_ALIGNMENT: return "the block was allocated with another alignment";
        default: return "the pointer is no block in use of the strict interface";
    }
}

/* "quarry: quarry_dealloc(0x7f0012345670, 24, 8): the size is 0", without the end of the line. */
static void quarry_append_call(quarry_line* line, const char* name, const size_t* arguments,
                               int count, int has_block) {
    quarry_append(line, "quarry: ");
    quarry_append(line, name);
    for (int i = 0; i < count; i++) {
        quarry_append(line, i == 0 ? "(" : ", ");
        if (i == 0 && has_block) {
            quarry_append_address(line, (int64_t) arguments[i]);
        } else {
            quarry_append_number(line, arguments[i]);
        }
    }
    quarry_append(line, ")");
}

/* One call of the strict interface: its name and arguments, the block first if it has one. */
typedef struct {
    const char* name;
    size_t arguments[4];
    int count;
    int has_block;
} quarry_strict_call;

static __attribute__((cold, noinline, unused)) void quarry_strict_broken(
        const quarry_strict_call* call, int32_t problem) {
    quarry_line line = {0};
    quarry_append_call(&line, call->name, call->arguments, call->count, call->has_block);
    quarry_append(&line, ": ");
    quarry_append(&line, quarry_strict_text(problem));
    quarry_append(&line, "\n");
    quarry_write_line(STDERR_FILENO, &line);
    abort();
}

/* Checked builds stop when a layout breaks a precondition. */
static inline void quarry_strict_check(const quarry_strict_call* call, size_t size,
                                       size_t alignment) {
#if QUARRY_CHECKED
    int32_t problem = Strict_problemOf((int64_t) size, (int64_t) alignment);
    if (problem != Strict_NONE) {
        quarry_strict_broken(call, problem);
    }
#endif
    (void) call;
    (void) size;
    (void) alignment;
}

/* Checked builds note what was handed out, and fail where they cannot. */
static inline void* quarry_strict_note(void* block, size_t size, size_t alignment) {
#if QUARRY_CHECKED
    if (block != NULL && !Layouts_note((int64_t) block, (int64_t) size, (int64_t) alignment)) {
        free(block);
        block = quarry_no_memory();
    }
#endif
    (void) size;
    (void) alignment;
    return block;
}

static inline void quarry_strict_forget(const quarry_strict_call* call, void* block, size_t size,
                                        size_t alignment) {
#if QUARRY_CHECKED
    int32_t problem = Layouts_forget((int64_t) block, (int64_t) size, (int64_t) alignment);
    if (problem != Strict_NONE) {
        quarry_strict_broken(call, problem);
    }
#endif
    (void) call;
    (void) block;
    (void) size;
    (void) alignment;
}

/* Tracing builds write the call and its result, if it has one. */
static inline void* quarry_strict_trace(const quarry_strict_call* call, void* result,
                                        int has_result) {
#if QUARRY_STRACE
    quarry_line line = {0};
    quarry_append_call(&line, call->name, call->arguments, call->count, call->has_block);
    if (has_result) {
        quarry_append(&line, " = ");
        quarry_append_address(&line, (int64_t) result);
    }
    quarry_append(&line, "\n");
    quarry_write_line(STDERR_FILENO, &line);
#endif
    (void) call;
    (void) has_result;
    return result;
}

void* quarry_alloc(size_t size, size_t alignment) {
    quarry_strict_call call = {"quarry_alloc", {size, alignment}, 2, 0};
    quarry_strict_check(&call, size, alignment);
    void* block = quarry_straight_alloc(size, alignment);
    return quarry_strict_trace(&call, quarry_strict_note(block, size, alignment), 1);
}

void* quarry_alloc_zeroed(size_t size, size_t alignment) {
    quarry_strict_call call = {"quarry_alloc_zeroed", {size, alignment}, 2, 0};
    quarry_strict_check(&call, size, alignment);
    void* block = quarry_straight_alloc_zeroed(size, alignment);
    return quarry_strict_trace(&call, quarry_strict_note(block, size, alignment), 1);
}

void quarry_dealloc(void* block, size_t size, size_t alignment) {
    quarry_strict_call call = {"quarry_dealloc", {(size_t) block, size, alignment}, 3, 1};
    quarry_strict_check(&call, size, alignment);
    quarry_strict_forget(&call, block, size, alignment);
    quarry_straight_dealloc(block, size, alignment);
    quarry_strict_trace(&call, NULL, 0);
}

void* quarry_alloc_resize(void* block, size_t size, size_t alignment, size_t new_size) {
    quarry_strict_call call = {
        "quarry_alloc_resize", {(size_t) block, size, alignment, new_size}, 4, 1};
    quarry_strict_check(&call, size, alignment);
    quarry_strict_check(&call, new_size, alignment);
    quarry_strict_forget(&call, block, size, alignment);
    void* moved = quarry_straight_alloc_resize(block, size, alignment, new_size);
    void* kept = moved != NULL ? moved : block;
    quarry_strict_note(kept, moved != NULL ? new_size : size, alignment);
    return quarry_strict_trace(&call, moved, 1);
}
