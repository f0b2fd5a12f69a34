/*
 * The thread that gives memory back is not started by a signal handler in a process with threads,
 * where what it interrupted may be about to start one; by what the handler returned to, it is.
 */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include "check.h"
#include "resident.h"
#include "quarry.h"

enum { BLOCKS = 64, BYTES = 1 << 20 };

static pthread_barrier_t barrier;

static int threads(void) {
    DIR* tasks = opendir("/proc/self/task");
    CHECK(tasks != NULL);
    int count = -2; /* "." and ".." */
    while (readdir(tasks) != NULL) {
        count++;
    }
    closedir(tasks);
    return count;
}

/* Frees so much that memory waits, and the thread would be started. */
static void free_much(int signal) {
    (void) signal;
    void* blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = quarry_malloc(BYTES);
        CHECK(blocks[i] != NULL);
        memset(blocks[i], 1, BYTES);
    }
    for (int i = 0; i < BLOCKS; i++) {
        quarry_free(blocks[i]);
    }
}

static void* wait_for_end(void* unused) {
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t other;
    CHECK_ZERO(pthread_create(&other, NULL, wait_for_end, NULL));
    quarry_free(quarry_malloc(1));
    struct sigaction action = {0};
    action.sa_handler = free_much;
    CHECK_ZERO(sigaction(SIGUSR1, &action, NULL));
    for (int i = 0; i < 3; i++) {
        CHECK_ZERO(raise(SIGUSR1));
        CHECK(threads() == 2);
    }
    free_much(0);
    CHECK(threads() == 3);
    pthread_barrier_wait(&barrier);
    CHECK_ZERO(pthread_join(other, NULL));
    CHECK_ZERO(quarry_verify());
    puts("ok");
    return 0;
}
