/* The first and the last calls: before main, before any malloc, in destructors and atexit. */
#include "check.h"
#include <malloc.h>

static void* kept;
static int seen;

static __attribute__((constructor(101))) void earliest(void) {
    free(NULL);
    CHECK(malloc_usable_size(NULL) == 0);
    char local;
    void* foreign = &local;
    __asm__ volatile("" : "+r"(foreign));
    free(foreign);
    kept = realloc(NULL, 10);
    CHECK(kept != NULL);
    seen++;
}

static __attribute__((constructor)) void early(void) {
    kept = realloc(kept, 1000);
    CHECK(kept != NULL);
    seen++;
}

static void at_exit(void) {
    char* block = calloc(3, 5);
    CHECK(block != NULL && block[14] == 0);
    free(block);
}

static __attribute__((destructor)) void late(void) {
    kept = realloc(kept, 100000);
    CHECK(kept != NULL);
}

static __attribute__((destructor(101))) void latest(void) {
    free(kept);
    free(malloc(40));
    puts("ok");
}

int main(void) {
    CHECK(seen == 2);
    CHECK(atexit(at_exit) == 0);
    return 0;
}
