/*
 * Threads that have been cancelled, with the request pending, in every call of the family: none is
 * a cancellation point, a free that is refused and writes its line neither. Each ends at the point
 * after, with what it did done and its cleanup run, which frees.
 */
#include <malloc.h>
#include <pthread.h>
#include "check.h"
#include "quarry.h"

enum { THREADS = 200 };

static int came_through;

static void clean_up(void* block) { free(block); }

static void* work(void* unused) {
    int before;
    CHECK_ZERO(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before));
    CHECK_ZERO(pthread_cancel(pthread_self()));
    CHECK_ZERO(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL));
    char local;
    void* foreign = &local;
    __asm__ volatile("" : "+r"(foreign));
    free(foreign);
    void* aligned = NULL;
    CHECK_ZERO(posix_memalign(&aligned, 64, 100));
    char* blocks[100];
    for (size_t i = 0; i < 100; i++) {
        blocks[i] = calloc(1, i * 1000);
        blocks[i] = realloc(blocks[i], i * 1500 + 1);
        CHECK(blocks[i] != NULL && malloc_usable_size(blocks[i]) > i * 1500);
    }
    for (size_t i = 0; i < 100; i++) {
        free(blocks[i]);
    }
    malloc_trim(0);
    came_through++;
    pthread_cleanup_push(clean_up, aligned);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    CHECK(!"cancelled before");
    return unused;
}

int main(void) {
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        void* ended;
        CHECK_ZERO(pthread_create(&thread, NULL, work, NULL));
        CHECK_ZERO(pthread_join(thread, &ended));
        CHECK(ended == PTHREAD_CANCELED && came_through == i + 1);
    }
    CHECK_ZERO(quarry_verify());
    CHECK(quarry_fault_count(0) == THREADS);
    puts("ok");
    return 0;
}
