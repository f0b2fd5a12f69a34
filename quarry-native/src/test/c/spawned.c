/*
 * Programs started from a program with threads that allocate and free: by vfork and exec, and by
 * posix_spawn, 120 each, from two threads. The child of a vfork lives in its parent's
 * memory: what it frees and allocates before it goes, the parent's heap must survive. With the
 * argument "child" it is the program started.
 */
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"
#include "quarry.h"

enum { SPAWNERS = 2, SPAWNS = 60, LOADS = 2 };

static char* self;
static atomic_int stop;

static void* load(void* unused) {
    unsigned random = 7;
    while (!atomic_load(&stop)) {
        char* blocks[50];
        for (int i = 0; i < 50; i++) {
            random = random * 1103515245 + 12345;
            size_t size = (random >> 8) % (i == 0 ? 300000 : 3000) + 1;
            blocks[i] = malloc(size);
            CHECK(blocks[i] != NULL);
            blocks[i][size - 1] = 1;
        }
        for (int i = 0; i < 50; i++) {
            free(blocks[i]);
        }
    }
    return unused;
}

static void check_end(pid_t child) {
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 11);
}

static void* spawn(void* unused) {
    for (int i = 0; i < SPAWNS; i++) {
        char* arguments[] = {self, (char*) "child", NULL};
        char* volatile block = malloc(1000); /* the child's change is the parent's, too */
        pid_t child;
        CHECK_ZERO(posix_spawn(&child, self, NULL, NULL, arguments, environ));
        check_end(child);
        child = vfork();
        if (child == 0) {
            free(block);
            block = malloc(200000);
            execv(self, arguments);
            _exit(1);
        }
        check_end(child);
        CHECK(block != NULL);
        free(block);
    }
    return unused;
}

static int be_child(void) {
    char* block = calloc(3, 1000);
    CHECK(block != NULL && block[2999] == 0);
    free(block);
    return 11;
}

int main(int count, char** arguments) {
    if (count == 2) {
        return be_child();
    }
    alarm(100);
    self = arguments[0];
    pthread_t threads[SPAWNERS + LOADS];
    for (int i = 0; i < SPAWNERS + LOADS; i++) {
        CHECK_ZERO(pthread_create(&threads[i], NULL, i < SPAWNERS ? spawn : load, NULL));
    }
    for (int i = 0; i < SPAWNERS + LOADS; i++) {
        atomic_store(&stop, i >= SPAWNERS);
        CHECK_ZERO(pthread_join(threads[i], NULL));
    }
    CHECK_ZERO(quarry_verify());
    CHECK(quarry_fault_count(0) == 0);
    puts("ok");
    return 0;
}
