/* C23's sized frees, cfree, and mallopt: what is right is done, what is wrong refused. */
#include "check.h"
#include <malloc.h>
#include "quarry.h"

/* Not in every libc's headers. */
void free_sized(void* block, size_t size);
void free_aligned_sized(void* block, size_t alignment, size_t size);
void cfree(void* block);

static void right_ones(void) {
    CHECK_KEEPS_ERRNO((free_sized(NULL, 10), 1));
    CHECK_KEEPS_ERRNO((free_aligned_sized(NULL, 64, 10), 1));
    for (size_t size = 1; size < 4 << 20; size = size * 3 + 1) {
        CHECK_KEEPS_ERRNO((free_sized(malloc(size), size), 1));
        CHECK_KEEPS_ERRNO((free_sized(calloc(size, 2), 2 * size), 1));
        CHECK_KEEPS_ERRNO((free_sized(realloc(malloc(size), size / 2), size / 2), 1));
        CHECK_KEEPS_ERRNO((free_aligned_sized(aligned_alloc(256, size), 256, size), 1));
    }
    free_sized(malloc(0), 0);
    cfree(NULL);
    cfree(malloc(10));
    CHECK_ZERO(quarry_fault_count(0));
}

static void wrong_ones(void) {
    char* other = malloc(100);
    char* block = malloc(100);
    if (is_aligned(block, 1 << 20)) {
        char* swapped = other;
        other = block;
        block = swapped;
    }
    uint64_t live = quarry_live_bytes();
    CHECK_KEEPS_ERRNO((free_sized(block, 1000), 1));
    CHECK_KEEPS_ERRNO((free_aligned_sized(block, 1 << 20, 100), 1));
    CHECK(quarry_fault_count(QUARRY_FAULT_WRONG_SIZE) == 2);
    CHECK(quarry_fault_count(0) == 2 && quarry_live_bytes() == live);
    memset(block, 1, 100);
    free_sized(block, 100);
    __asm__ volatile("" : "+r"(block)); /* the compiler would refuse wrong frees */
    free_sized(block, 100);
    CHECK(quarry_fault_count(QUARRY_FAULT_DOUBLE_FREE) == 1 && quarry_fault_count(0) == 3);
    free(other);
}

/* What has a meaning here, and what has none. */
static void options(void) {
    CHECK(mallopt(M_TRIM_THRESHOLD, 0) == 1);
    char* large = malloc(8 << 20);
    memset(large, 1, 8 << 20);
    uint64_t before = quarry_committed_bytes();
    free(large);
    CHECK(before - quarry_committed_bytes() >= 8 << 20); /* nothing is kept warm */
    CHECK(mallopt(M_TRIM_THRESHOLD, 64 << 20) == 1);
    large = malloc(8 << 20);
    memset(large, 1, 8 << 20);
    before = quarry_committed_bytes();
    free(large);
    CHECK(quarry_committed_bytes() == before);
    CHECK(mallopt(M_CHECK_ACTION, 0) == 1 && mallopt(M_CHECK_ACTION, 8) == 0);
    void* on_stack = &large;
    __asm__ volatile("" : "+r"(on_stack));
    free(on_stack); /* nothing is said: the caller counts lines */
    CHECK(quarry_fault_count(QUARRY_FAULT_FOREIGN) == 1);
    CHECK(mallopt(M_PERTURB, 0) == 1 && mallopt(M_PERTURB, 0x5A) == 0);
    CHECK(mallopt(M_TRIM_THRESHOLD, -1) == 0 && mallopt(M_ARENA_MAX, 1) == 0);
    CHECK(mallopt(M_MXFAST, 64) == 0 && mallopt(M_MMAP_THRESHOLD, 1 << 20) == 0);
    CHECK(mallopt(M_MMAP_MAX, 0) == 0 && mallopt(M_TOP_PAD, 0) == 0 && mallopt(99, 0) == 0);
}

int main(void) {
    right_ones();
    wrong_ones();
    options();
    CHECK_ZERO(quarry_verify());
    puts("ok");
    return 0;
}
