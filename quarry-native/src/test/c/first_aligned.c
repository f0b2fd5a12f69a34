/* The first call of a process is for an aligned block. */
#include "check.h"
#include <malloc.h>

static __attribute__((constructor(101))) void earliest(void) {
    void* block = aligned_alloc(128, 100);
    CHECK(is_aligned(block, 128));
    free(block);
}

int main(void) {
    void* block = memalign(4096, 1);
    CHECK(is_aligned(block, 4096));
    free(block);
    puts("ok");
    return 0;
}
