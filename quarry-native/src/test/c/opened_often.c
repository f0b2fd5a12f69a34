/*
 * opened_often TIMES LIBRARY SMALL...: opens and closes libraries again and again. LIBRARY is
 * Quarry, used by its own names each time; it stays in memory, and so do its blocks. SMALL is one
 * that allocates when it comes and frees when it goes, in the program's malloc. As many times.
 */
#include "check.h"
#include <dlfcn.h>
#include <unistd.h>

static void* open_library(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return library;
}

static void* use_quarry(const char* path, char* kept, int time) {
    void* library = open_library(path);
    void* (*resize)(void*, size_t) = (void* (*)(void*, size_t)) dlsym(library, "quarry_realloc");
    int (*verify)(void) = (int (*)(void)) dlsym(library, "quarry_verify");
    CHECK(kept == NULL || kept[0] == (char) time);
    kept = resize(kept, (size_t) (time % 100) * 500 + 1);
    CHECK(kept != NULL && (time % 100 != 0 || verify() == 0));
    kept[0] = (char) (time + 1);
    CHECK(dlclose(library) == 0);
    return kept;
}

int main(int count, char** arguments) {
    CHECK(count == 4);
    int times = atoi(arguments[1]);
    char* kept = NULL;
    for (int time = 0; time < times; time++) {
        kept = use_quarry(arguments[2], kept, time);
        CHECK(dlclose(open_library(arguments[3])) == 0);
    }
    puts("ok");
    return 0;
}
