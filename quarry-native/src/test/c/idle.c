/*
 * idle MIB: so much in mixed blocks, freed, then three seconds without a call. idle shrink: 50
 * blocks of 4 MB shrunk to 100 KB, then freed, then a second and a half without a call. Told is
 * resident memory at the peak and after each step. A program of malloc's, for preloading.
 */
#include <sys/mman.h>
#include "resident.h"

enum { SHRUNK = 50, LARGE_BYTES = 4 << 20, SMALL_BYTES = 100 << 10 };

/* 16 B to 32 KiB, every octave as likely as the others; the mean is near 4 KiB. */
static size_t next_size(unsigned* random) {
    *random = *random * 1103515245 + 12345;
    size_t base = (size_t) 16 << (*random >> 16) % 11;
    return base + (*random >> 8) % base;
}

static void burst(long bytes) {
    size_t room = (size_t) bytes / 1024;
    void** blocks = mmap(NULL, room * sizeof *blocks, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(blocks != MAP_FAILED);
    unsigned random = 1;
    size_t count = 0;
    for (long left = bytes; left > 0 && count < room; count++) {
        size_t size = next_size(&random);
        blocks[count] = malloc(size);
        CHECK(blocks[count] != NULL);
        memset(blocks[count], 1, size);
        left -= (long) size;
    }
    tell("peak_kib", resident_kib());
    for (size_t i = 0; i < count; i++) {
        free(blocks[i]);
    }
    munmap(blocks, room * sizeof *blocks);
    sleep_millis(3000);
    tell("idle_kib", resident_kib());
}

static void shrink(void) {
    static void* blocks[SHRUNK];
    for (int i = 0; i < SHRUNK; i++) {
        blocks[i] = malloc(LARGE_BYTES);
        CHECK(blocks[i] != NULL);
        memset(blocks[i], 1, LARGE_BYTES);
    }
    tell("peak_kib", resident_kib());
    for (int i = 0; i < SHRUNK; i++) {
        blocks[i] = realloc(blocks[i], SMALL_BYTES);
        CHECK(blocks[i] != NULL);
    }
    tell("shrunk_kib", resident_kib());
    for (int i = 0; i < SHRUNK; i++) {
        free(blocks[i]);
    }
    sleep_millis(1500);
    tell("freed_kib", resident_kib());
}

int main(int argc, char** argv) {
    CHECK(argc == 2);
    if (strcmp(argv[1], "shrink") == 0) {
        shrink();
    } else {
        burst(atol(argv[1]) << 20);
    }
    return 0;
}
