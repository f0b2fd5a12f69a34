/*
 * The kernel says no: this program takes the place of mmap, mprotect, madvise and mremap, and in a
 * process for each of their calls in turn lets that one fail ("once"), or it and all after it until
 * some time later ("on"). Whatever fails, a call that gets nothing says ENOMEM and changes nothing,
 * blocks keep what is in them, and once the kernel gives again everything succeeds.
 */
#include <pthread.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"
#include "quarry.h"

enum { MMAP, MPROTECT, MADVISE, MREMAP, KINDS };
enum { NEVER_CAME = 42, BLOCKS = 90, MOST = 4000 };

static const char* const names[KINDS] = {"mmap", "mprotect", "madvise", "mremap"};
static int failing_kind = -1;
static long failing_call; /* the one that fails */
static int goes_on;       /* so do all after it */
static long calls[KINDS];
static long failed;

static int fails(int kind) {
    calls[kind]++;
    int now = kind == failing_kind
              && (calls[kind] == failing_call || (goes_on && calls[kind] > failing_call));
    failed += now;
    errno = now ? ENOMEM : errno;
    return now;
}

void* mmap(void* at, size_t bytes, int access, int flags, int file, off_t offset) {
    return fails(MMAP) ? MAP_FAILED
                       : (void*) syscall(SYS_mmap, at, bytes, access, flags, file, offset);
}

int mprotect(void* at, size_t bytes, int access) {
    return fails(MPROTECT) ? -1 : (int) syscall(SYS_mprotect, at, bytes, access);
}

int madvise(void* at, size_t bytes, int advice) {
    return fails(MADVISE) ? -1 : (int) syscall(SYS_madvise, at, bytes, advice);
}

void* mremap(void* at, size_t old_bytes, size_t bytes, int flags, ...) {
    return fails(MREMAP) ? MAP_FAILED : (void*) syscall(SYS_mremap, at, old_bytes, bytes, flags);
}

struct held {
    unsigned char* bytes;
    size_t size;
    unsigned char mark;
};

static struct held held[BLOCKS];

/* Nothing, which says why, and then the same again if only one call fails. */
static void* again(void* block, void* (*make)(size_t), size_t size) {
    if (block == NULL) {
        CHECK(failed > 0 && errno == ENOMEM);
        block = goes_on ? NULL : make(size);
        CHECK(block != NULL || goes_on);
    }
    return block;
}

static void* zeroed(size_t size) { return quarry_calloc(1, size); }
static void* aligned(size_t size) { return quarry_aligned_alloc(4096, size); }

/* Mostly small, so that there are spans of many classes; some blocks of up to 1 MiB. */
static size_t size_of(int i) {
    return i % 11 == 0 ? 40000u * (size_t) (i % 33 + 1) : (size_t) (i * i % 30000 + 1);
}

static void fill(struct held* place, int i) {
    void* (*const makers[])(size_t) = {quarry_malloc, zeroed, aligned};
    void* (*make)(size_t) = makers[i % 3];
    size_t size = size_of(i);
    errno = 0;
    place->bytes = again(make(size), make, size);
    place->size = place->bytes == NULL ? 0 : size;
    place->mark = (unsigned char) (i | 1);
    if (place->bytes != NULL) {
        CHECK(make != zeroed || (place->bytes[0] == 0 && place->bytes[size - 1] == 0));
        memset(place->bytes, place->mark, size);
    }
}

static void check_whole(const struct held* place) {
    for (size_t at = 0; at < place->size; at += 997) {
        CHECK(place->bytes[at] == place->mark);
    }
    CHECK(place->size == 0 || place->bytes[place->size - 1] == place->mark);
}

static void drop(struct held* place) {
    check_whole(place);
    quarry_free(place->bytes);
    place->bytes = NULL;
    place->size = 0;
}

static void resize(struct held* place, size_t size) {
    if (place->bytes == NULL) {
        return;
    }
    errno = 0;
    unsigned char* moved = quarry_realloc(place->bytes, size);
    if (moved == NULL) {
        CHECK(failed > 0 && errno == ENOMEM);
        check_whole(place);
        return;
    }
    place->bytes = moved;
    place->size = place->size < size ? place->size : size;
    check_whole(place);
    memset(moved, place->mark, size);
    place->size = size;
}

static void* drop_elsewhere(void* unused) {
    for (int i = 0; i < BLOCKS; i += 4) {
        drop(&held[i]);
    }
    void* own = quarry_malloc(100);
    quarry_free(own);
    return unused;
}

static void work(void) {
    for (int i = 0; i < BLOCKS; i++) {
        fill(&held[i], i);
    }
    for (int i = 0; i < BLOCKS; i += 3) {
        resize(&held[i], size_of(i) * 2);
    }
    pthread_t thread;
    CHECK_ZERO(pthread_create(&thread, NULL, drop_elsewhere, NULL));
    CHECK_ZERO(pthread_join(thread, NULL));
    quarry_malloc_trim(0);
    for (int i = 1; i < BLOCKS; i += 5) {
        drop(&held[i]);
        fill(&held[i], i + 1000);
        resize(&held[i], size_of(i) / 3 + 1);
    }
    for (int i = 0; i < BLOCKS; i++) {
        check_whole(&held[i]);
    }
    CHECK_ZERO(quarry_verify());
}

static void drop_all(void) {
    for (int i = 0; i < BLOCKS; i++) {
        drop(&held[i]);
    }
    quarry_malloc_trim(0);
    CHECK_ZERO(quarry_verify());
    struct quarry_stats stats;
    quarry_stats(&stats);
    CHECK_ZERO((long) stats.blocks_live);
    CHECK_ZERO((long) quarry_fault_count(0));
}

static int in_child(char** arguments) {
    failing_kind = atoi(arguments[1]);
    goes_on = strcmp(arguments[2], "on") == 0;
    failing_call = atol(arguments[3]);
    work();
    int came = failed > 0;
    failing_kind = -1;
    for (int i = 0; i < BLOCKS && goes_on; i += 2) {
        drop(&held[i]);
        fill(&held[i], i);
        CHECK(held[i].bytes != NULL);
    }
    drop_all();
    failed = 0;
    work();
    drop_all();
    return came ? 0 : NEVER_CAME;
}

/* Runs this program on one failing call; its exit code. */
static int run_child(char* self, int kind, const char* mode, long call) {
    char kind_text[16];
    char call_text[16];
    snprintf(kind_text, sizeof kind_text, "%d", kind);
    snprintf(call_text, sizeof call_text, "%ld", call);
    char* arguments[] = {self, kind_text, (char*) mode, call_text, NULL};
    pid_t child;
    CHECK_ZERO(posix_spawn(&child, self, NULL, NULL, arguments, environ));
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != NEVER_CAME)) {
        fprintf(stderr, "%s call %ld, %s: status %#x\n", names[kind], call, mode, status);
        exit(1);
    }
    return WEXITSTATUS(status);
}

int main(int count, char** arguments) {
    if (count == 4) {
        return in_child(arguments);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        const char* const modes[] = {"once", "on"};
        for (int mode = 0; mode < 2; mode++) {
            long call = 1;
            while (run_child(arguments[0], kind, modes[mode], call) == 0) {
                CHECK(call++ < MOST);
            }
            printf("%s %s %ld\n", names[kind], modes[mode], call - 1);
        }
    }
    puts("ok");
    return 0;
}
