/*
 * The strict interface. Without an argument: right use only. With one: the wrong use of that name,
 * which a checked build names and stops at.
 */
#include "check.h"
#include "quarry.h"

static void right_use(void) {
    for (size_t alignment = 1; alignment <= 4096; alignment *= 4) {
        char* block = quarry_alloc(100, alignment);
        CHECK(is_aligned(block, alignment));
        memset(block, 7, 100);
        block = quarry_alloc_resize(block, 100, alignment, 5000);
        CHECK(is_aligned(block, alignment) && block[0] == 7 && block[99] == 7);
        block = quarry_alloc_resize(block, 5000, alignment, 50);
        CHECK(is_aligned(block, alignment) && block[49] == 7);
        quarry_dealloc(block, 50, alignment);
        block = quarry_alloc_zeroed(3000, alignment);
        CHECK(is_aligned(block, alignment) && block[0] == 0 && block[2999] == 0);
        quarry_dealloc(block, 3000, alignment);
    }
    void* many[3000];
    for (size_t i = 0; i < 3000; i++) {
        many[i] = quarry_alloc(i + 1, 8);
    }
    for (size_t i = 0; i < 3000; i++) {
        quarry_dealloc(many[i], i + 1, 8);
    }
}

static void wrong_use(const char* name) {
    char* block = quarry_alloc(100, 8);
    volatile size_t largest = SIZE_MAX;
    if (strcmp(name, "empty") == 0) {
        block = quarry_alloc(0, 8);
    } else if (strcmp(name, "empty-resize") == 0) {
        block = quarry_alloc_resize(block, 100, 8, 0);
    } else if (strcmp(name, "alignment") == 0) {
        block = quarry_alloc_zeroed(8, 12);
    } else if (strcmp(name, "too-large") == 0) {
        block = quarry_alloc(largest / 2, 4096);
    } else if (strcmp(name, "twice") == 0) {
        quarry_dealloc(block, 100, 8);
        quarry_dealloc(block, 100, 8);
    } else if (strcmp(name, "foreign") == 0) {
        quarry_dealloc(malloc(100), 100, 8);
    } else if (strcmp(name, "other-size") == 0) {
        quarry_dealloc(block, 101, 8);
    } else if (strcmp(name, "other-alignment") == 0) {
        block = quarry_alloc_resize(block, 100, 16, 200);
    }
    printf("%p\n", (void*) block);
}

int main(int argc, char** argv) {
    if (argc == 1) {
        right_use();
        puts("ok");
    } else {
        wrong_use(argv[1]);
    }
    return 0;
}
