/*
 * null: the least an allocator can do when it is called through the PLT: hand out a window, and
 * forget. What a loop costs under it is what the loop and its two calls cost; the counted
 * instructions show that figure beside the allocators'. Blocks overlap: for loops only.
 */
#include <stddef.h>

enum { WINDOW = 1 << 16 };

static char window[WINDOW] __attribute__((aligned(64)));
static char scratch[1 << 20] __attribute__((aligned(64)));
static size_t scratch_used;

void *malloc(size_t bytes) {
    (void) bytes;
    return window;
}

void free(void *block) {
    (void) block;
}

/* The C library's own requests (thread descriptors, buffers) must not overlap. */
void *calloc(size_t count, size_t bytes) {
    size_t at = scratch_used;
    scratch_used += (count * bytes + 63) & ~(size_t) 63;
    return scratch_used <= sizeof scratch ? scratch + at : NULL;
}

void *realloc(void *block, size_t bytes) {
    (void) bytes;
    return block == NULL ? window : block;
}
