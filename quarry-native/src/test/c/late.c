/*
 * late LIBRARY FILLER...: first each FILLER is opened, a library with 64 bytes of initial-exec
 * thread-local storage, until libc has no more room for one. Then in a new process all but the last
 * of those, and LIBRARY, which has to find room in the 64 bytes left, and is used.
 */
#include "check.h"
#include <dlfcn.h>
#include <unistd.h>

static int open_fillers(int count, char** fillers) {
    int opened = 0;
    while (opened < count && dlopen(fillers[opened], RTLD_NOW | RTLD_LOCAL) != NULL) {
        opened++;
    }
    return opened;
}

int main(int count, char** arguments) {
    CHECK(count > 3);
    const char* known = getenv("FILLERS");
    if (known == NULL) {
        int opened = open_fillers(count - 2, arguments + 2);
        CHECK(opened > 1 && opened < count - 2);
        char text[16];
        snprintf(text, sizeof text, "%d", opened - 1);
        CHECK(setenv("FILLERS", text, 1) == 0);
        execv(arguments[0], arguments);
        CHECK(!"executed");
    }
    CHECK(open_fillers(atoi(known), arguments + 2) == atoi(known));
    void* library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    void* (*allocate)(size_t) = (void* (*)(size_t)) dlsym(library, "quarry_malloc");
    void (*release)(void*) = (void (*)(void*)) dlsym(library, "quarry_free");
    char* block = allocate(100);
    CHECK(block != NULL);
    block[99] = 1;
    release(block);
    puts("ok");
    return 0;
}
