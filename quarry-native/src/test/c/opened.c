/* The library loaded late, by dlopen, used by prefix, and closed while threads still end. */
#include "check.h"
#include <dlfcn.h>
#include <pthread.h>

static void* (*allocate)(size_t);
static void (*release)(void*);
static pthread_barrier_t closed;

static void* use(void* none) {
    void* block = allocate(1000);
    CHECK(block != NULL);
    pthread_barrier_wait(&closed);
    pthread_barrier_wait(&closed);
    release(block);
    return none;
}

int main(int count, char** arguments) {
    CHECK(count == 2);
    void* library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    allocate = (void* (*)(size_t)) dlsym(library, "quarry_malloc");
    release = (void (*)(void*)) dlsym(library, "quarry_free");
    int (*owns)(const void*) = (int (*)(const void*)) dlsym(library, "quarry_owns");
    pthread_barrier_init(&closed, NULL, 2);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, use, NULL) == 0);
    pthread_barrier_wait(&closed);
    void* theirs = malloc(10);
    void* ours = allocate(10);
    CHECK(owns(ours) && !owns(theirs));
    CHECK(dlclose(library) == 0);
    pthread_barrier_wait(&closed);
    CHECK(pthread_join(thread, NULL) == 0);
    free(theirs);
    puts("ok");
    return 0;
}
