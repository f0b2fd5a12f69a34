/* A library that allocates when it is loaded, has thread-local storage, and frees when it goes. */
#include <stdlib.h>
#include <string.h>

static char* kept;
static __thread char local[64];

static __attribute__((constructor)) void come(void) {
    kept = malloc(5000);
    memset(kept, 1, 5000);
    memset(local, kept[4999], sizeof local);
}

static __attribute__((destructor)) void go(void) {
    if (local[63] != kept[0]) {
        abort();
    }
    free(kept);
}
