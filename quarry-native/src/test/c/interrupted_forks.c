/*
 * interrupted_forks FORKS: four threads that allocate and free while signal handlers interrupt
 * them, and the handlers fork, wherever that is; main forks, too. Each child allocates and frees in
 * turn, what it can get without waiting for those left behind, and must come to its end.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"
#include "quarry.h"

enum { THREADS = 4 };

static atomic_int stop;
static atomic_int forked;
static atomic_int failed;

/* No block at all is right for a child whose thread was interrupted inside. */
static void be_child(void) {
    alarm(20);
    for (size_t i = 0; i < 200; i++) {
        char* block = quarry_malloc(i * i * 5 + 1);
        if (block != NULL) {
            block[i * i * 5] = 1;
            quarry_free(block);
        }
    }
    _exit(0);
}

static void fork_and_wait(void) {
    pid_t child = fork();
    if (child == 0) {
        be_child();
    }
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) != child) {
    }
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        atomic_fetch_add(&failed, 1);
    }
    atomic_fetch_add(&forked, 1);
}

static void handle(int signal) {
    (void) signal;
    int saved = errno;
    fork_and_wait();
    errno = saved;
}

static void* work(void* unused) {
    unsigned random = 3;
    while (!atomic_load(&stop)) {
        char* blocks[100];
        for (int i = 0; i < 100; i++) {
            random = random * 1103515245 + 12345;
            blocks[i] = quarry_malloc((random >> 8) % (i % 50 == 0 ? 200000 : 20000) + 1);
            CHECK(blocks[i] != NULL);
            blocks[i][0] = 1;
        }
        for (int i = 0; i < 100; i++) {
            quarry_free(blocks[i]);
        }
    }
    return unused;
}

int main(int count, char** arguments) {
    CHECK(count == 2);
    int forks = atoi(arguments[1]);
    struct sigaction action = {0};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    CHECK_ZERO(sigaction(SIGUSR1, &action, NULL));
    alarm(100);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK_ZERO(pthread_create(&threads[i], NULL, work, NULL));
    }
    while (atomic_load(&forked) < forks) {
        for (int i = 0; i < THREADS; i++) {
            CHECK_ZERO(pthread_kill(threads[i], SIGUSR1));
        }
        fork_and_wait();
    }
    atomic_store(&stop, 1);
    for (int i = 0; i < THREADS; i++) {
        CHECK_ZERO(pthread_join(threads[i], NULL));
    }
    CHECK_ZERO(atomic_load(&failed));
    CHECK_ZERO(quarry_verify());
    puts("ok");
    return 0;
}
