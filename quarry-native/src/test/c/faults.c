/*
 * Fifteen wrong frees, three of each kind, then how many were counted. With the argument "first"
 * the very first call into the library is one.
 */
#include "check.h"
#include "quarry.h"

static void* volatile hidden; /* or the compiler would refuse what it sees is wrong */

static void wrong_free(void* block) {
    hidden = block;
    quarry_free(hidden);
}

static void one_round(char* block) {
    char on_stack[64];
    char* freed = quarry_malloc(40);
    quarry_free(freed);
    wrong_free(freed);
    wrong_free(on_stack);
    wrong_free(block + 16);
    hidden = freed;
    CHECK_ERRNO(EINVAL, quarry_realloc(hidden, 100) == NULL);
    hidden = on_stack;
    CHECK_KEEPS_ERRNO(quarry_malloc_usable_size(hidden) == 0);
}

int main(int count, char** arguments) {
    if (count > 1 && strcmp(arguments[1], "first") == 0) {
        wrong_free((void*) 0x1230);
        printf("counted %d\n", (int) quarry_fault_count(0));
        return 0;
    }
    char* block = quarry_malloc(100);
    for (int round = 0; round < 3; round++) {
        errno = 77;
        one_round(block);
    }
    quarry_free(block);
    CHECK_ZERO(quarry_verify());
    CHECK(quarry_fault_count(QUARRY_FAULT_DOUBLE_FREE) == 6);
    printf("counted %d\n", (int) quarry_fault_count(0));
    return 0;
}
