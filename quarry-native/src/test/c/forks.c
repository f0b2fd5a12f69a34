/*
 * forks [FORKS]: two hundred forks, or as many as told, while other threads allocate and free: each
 * child can go on allocating, in threads that take over the heaps of those left behind, too. What
 * the threads pass on is under a lock that a fork takes, as POSIX asks of programs: the pages of a
 * child are copied while the threads go on, so without it the child would see some of their stores
 * and not others.
 */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "quarry.h"

enum { THREADS = 2, FORKS = 200, /* unless told */ BLOCKS = 64, ALONE = 16, IN_CHILD = 500 };

static atomic_int stop;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* exchange[BLOCKS];

static size_t next_size(unsigned* random) {
    *random = *random * 1103515245 + 12345;
    unsigned word = *random >> 8;
    return word % 50 == 0 ? word % 200000 : word % 1000;
}

static void* load(void* seed) {
    unsigned random = (unsigned) (uintptr_t) seed;
    void* alone[ALONE] = {NULL};
    while (!atomic_load(&stop)) {
        for (int i = 0; i < ALONE; i++) {
            free(alone[i]);
            alone[i] = malloc(next_size(&random));
        }
        size_t size = next_size(&random);
        char* block = malloc(size + 1);
        block[size] = 1;
        pthread_mutex_lock(&lock);
        void** place = &exchange[(random >> 16) % BLOCKS];
        void* old = *place;
        *place = block;
        free(old);
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < ALONE; i++) {
        free(alone[i]);
    }
    return NULL;
}

/* No block is anybody else's: each still holds what was written. */
static void* in_child(void* number) {
    unsigned random = 1;
    unsigned char* blocks[IN_CHILD];
    size_t sizes[IN_CHILD];
    for (int i = 0; i < IN_CHILD; i++) {
        sizes[i] = next_size(&random) + 1;
        blocks[i] = malloc(sizes[i]);
        CHECK(blocks[i] != NULL);
        memset(blocks[i], (int) (uintptr_t) number + i, sizes[i]);
    }
    for (int i = 0; i < IN_CHILD; i++) {
        unsigned char mark = (unsigned char) ((uintptr_t) number + (unsigned) i);
        CHECK(blocks[i][0] == mark && blocks[i][sizes[i] - 1] == mark);
        free(blocks[i]);
    }
    return NULL;
}

static void child(void) {
    alarm(30);
    for (size_t size = 1; size < 400000; size = size * 2 + 1) {
        char* block = calloc(1, size);
        CHECK(block != NULL && block[size - 1] == 0);
        free(realloc(block, size * 2));
    }
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, in_child, (void*) (100 * i)) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    for (int i = 0; i < BLOCKS; i++) {
        free(exchange[i]);
    }
    CHECK(quarry_verify() == 0);
    _exit(0);
}

int main(int count, char** arguments) {
    int forks = count > 1 ? atoi(arguments[1]) : FORKS;
    alarm(110);
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, load, (void*) (i + 1)) == 0);
    }
    for (int i = 0; i < forks; i++) {
        pthread_mutex_lock(&lock);
        pid_t pid = fork();
        pthread_mutex_unlock(&lock);
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
