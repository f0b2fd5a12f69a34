/* What POSIX, C23 and glibc's manual say of each function. Run preloaded, linked and static. */
#include "check.h"
#include <malloc.h>
#include <unistd.h>

static volatile size_t too_large = (size_t) PTRDIFF_MAX + 1;
static volatile size_t huge = SIZE_MAX;
static volatile size_t half = (size_t) 1 << 32;

static void sizes(void) {
    void* a = malloc(0);
    void* b = malloc(0);
    CHECK(a != NULL && b != NULL && a != b);
    free(a);
    free(b);
    CHECK_ERRNO(ENOMEM, malloc(too_large) == NULL);
    CHECK_ERRNO(ENOMEM, malloc(huge) == NULL);
    CHECK_ERRNO(ENOMEM, malloc((size_t) 1 << 46) == NULL);
    CHECK_KEEPS_ERRNO((a = malloc(1 << 24)) != NULL);
    CHECK_KEEPS_ERRNO((free(a), 1));
}

static void zeroed(void) {
    CHECK_ERRNO(ENOMEM, calloc(huge / 2, 3) == NULL);
    CHECK_ERRNO(ENOMEM, calloc(half, half) == NULL);
    CHECK(calloc(0, 0) != NULL);
    for (size_t size = 1; size < 300000; size = size * 3 + 1) {
        char* dirty = malloc(size);
        memset(dirty, 0xAA, size);
        free(dirty);
        char* clean = calloc(1, size);
        for (size_t i = 0; i < size; i++) {
            CHECK(clean[i] == 0);
        }
        free(clean);
    }
}

static void resized(void) {
    char* block = realloc(NULL, 100);
    memset(block, 7, 100);
    CHECK_ERRNO(ENOMEM, realloc(block, huge) == NULL);
    CHECK_ERRNO(ENOMEM, realloc(block, too_large) == NULL);
    CHECK_ERRNO(ENOMEM, reallocarray(block, huge / 4, 8) == NULL);
    for (size_t size = 100; size < (size_t) 64 << 20; size = size * 2 + 5) {
        block = reallocarray(block, size, 1);
        for (int i = 0; i < 100; i++) {
            CHECK(block[i] == 7);
        }
    }
    block = realloc(block, 50);
    CHECK(block[0] == 7 && block[49] == 7);
    CHECK(realloc(block, 0) == NULL);
    block = realloc(NULL, 0);
    CHECK(block != NULL);
    CHECK(reallocarray(block, 0, 8) == NULL);
}

static void aligned_exactly(void) {
    void* untouched = &untouched;
    void* block = untouched;
    errno = 77;
    CHECK(posix_memalign(&block, 0, 8) == EINVAL);
    CHECK(posix_memalign(&block, 3 * sizeof(void*), 8) == EINVAL);
    CHECK(posix_memalign(&block, sizeof(void*) / 2, 8) == EINVAL);
    CHECK(posix_memalign(&block, 64, huge) == ENOMEM);
    CHECK(posix_memalign(&block, (size_t) 1 << 62, 8) == ENOMEM);
    CHECK(block == untouched && errno == 77);
    for (size_t alignment = sizeof(void*); alignment <= (size_t) 4 << 20; alignment *= 2) {
        for (size_t size = 0; size <= 100000; size = size * 9 + 1) {
            CHECK(posix_memalign(&block, alignment, size) == 0);
            CHECK(is_aligned(block, alignment) && malloc_usable_size(block) >= size);
            memset(block, 1, size);
            free(block);
        }
    }
    CHECK(errno == 77);
}

static void aligned_otherwise(void) {
    CHECK_ERRNO(EINVAL, aligned_alloc(3, 8) == NULL);
    CHECK_ERRNO(EINVAL, aligned_alloc(0, 8) == NULL);
    CHECK_ERRNO(ENOMEM, aligned_alloc(64, huge) == NULL);
    CHECK_ERRNO(EINVAL, memalign(huge, 8) == NULL);
    void* block = aligned_alloc(1, 8);
    CHECK(block != NULL);
    free(block);
    block = memalign(48, 10);
    CHECK(block != NULL && is_aligned(block, 64));
    free(block);
    size_t page = (size_t) sysconf(_SC_PAGESIZE);
    block = valloc(10);
    CHECK(block != NULL && is_aligned(block, page));
    free(block);
    block = pvalloc(page + 1);
    CHECK(is_aligned(block, page) && malloc_usable_size(block) >= 2 * page);
    free(block);
    CHECK_ERRNO(ENOMEM, pvalloc(huge) == NULL);
}

static void freed(void) {
    char on_stack[64];
    void* foreign = on_stack;
    CHECK_KEEPS_ERRNO((free(NULL), 1));
    void* small = malloc(24);
    void* large = malloc(8 << 20);
    memset(large, 1, 8 << 20);
    void* inner = (char*) large + 4096;
    __asm__ volatile("" : "+r"(foreign), "+r"(inner)); /* the compiler would refuse wrong frees */
    CHECK_KEEPS_ERRNO((free(inner), 1));
    CHECK_KEEPS_ERRNO((free(large), 1));
    CHECK_KEEPS_ERRNO((free(small), 1));
    __asm__ volatile("" : "+r"(small));
    CHECK_KEEPS_ERRNO((free(small), 1));
    CHECK_KEEPS_ERRNO((free(foreign), 1));
    CHECK(malloc_usable_size(NULL) == 0);
    CHECK(malloc_trim(0) == 0 || malloc_trim(0) == 0);
}

int main(void) {
    sizes();
    zeroed();
    resized();
    aligned_exactly();
    aligned_otherwise();
    freed();
    puts("ok");
    return 0;
}
