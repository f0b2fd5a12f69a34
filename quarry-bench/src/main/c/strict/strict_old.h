/*
 * The strict interface as it used to be written, for comparison only: each call checks its
 * arguments and calls the logger, which is switched off. The new form is in quarry.h.
 */
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int old_trace_level; /* 0: nothing is logged */

__attribute__((noinline)) void old_trace(
        const char *call, const void *block, size_t size, size_t alignment) {
    if (__builtin_expect(old_trace_level > 0, 0)) {
        fprintf(stderr, "%s(%p, %zu, %zu)\n", call, block, size, alignment);
    }
}

/* Whether a layout may be asked for: not empty, a power of two, no overflow when rounded up. */
static inline int old_is_layout(size_t size, size_t alignment) {
    return size != 0 && alignment != 0 && (alignment & (alignment - 1)) == 0
        && size <= (size_t) PTRDIFF_MAX - (alignment - 1);
}

__attribute__((noinline)) void *old_alloc(size_t size, size_t alignment) {
    if (!old_is_layout(size, alignment)) {
        return NULL;
    }
    void *block = alignment <= 2 * sizeof(void *) ? malloc(size) : aligned_alloc(alignment, size);
    old_trace("alloc", block, size, alignment);
    return block;
}

__attribute__((noinline)) void old_dealloc(void *block, size_t size, size_t alignment) {
    if (!old_is_layout(size, alignment)) {
        return;
    }
    old_trace("dealloc", block, size, alignment);
    free(block);
}
