/* Two hundred forks while other threads allocate and free: each child can go on allocating. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "quarry.h"

enum { THREADS = 2, FORKS = 200, BLOCKS = 64 };

static atomic_int stop;
static _Atomic(void*) exchange[BLOCKS];

static void* load(void* seed) {
    unsigned random = (unsigned) (uintptr_t) seed;
    while (!atomic_load(&stop)) {
        random = random * 1103515245 + 12345;
        size_t size = (random >> 8) % 50 == 0 ? (random >> 8) % 200000 : (random >> 8) % 1000;
        char* block = malloc(size + 1);
        block[size] = 1;
        free(atomic_exchange(&exchange[(random >> 16) % BLOCKS], block));
    }
    return NULL;
}

static void* in_child(void* none) {
    (void) none;
    free(malloc(100));
    return NULL;
}

static void child(void) {
    alarm(30);
    for (size_t size = 1; size < 400000; size = size * 2 + 1) {
        char* block = calloc(1, size);
        CHECK(block != NULL && block[size - 1] == 0);
        free(realloc(block, size * 2));
    }
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, in_child, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    for (int i = 0; i < BLOCKS; i++) {
        free(atomic_exchange(&exchange[i], NULL));
    }
    CHECK(quarry_verify() == 0);
    _exit(0);
}

int main(void) {
    alarm(100);
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, load, (void*) (i + 1)) == 0);
    }
    for (int i = 0; i < FORKS; i++) {
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0) {
            child();
        }
        int status;
        CHECK(waitpid(pid, &status, 0) == pid);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    atomic_store(&stop, 1);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK_ZERO(quarry_verify());
    CHECK_ZERO(quarry_fault_count(0));
    puts("ok");
    return 0;
}
