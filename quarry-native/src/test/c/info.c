/*
 * The books in glibc's forms, held against Quarry's own. On stdout malloc_info's document, on
 * stderr malloc_stats' lines, and one that tells what the document must add up to.
 */
#include "check.h"
#include <malloc.h>
#include "quarry.h"

enum { BLOCKS = 1000, LARGE_BYTES = 4 << 20 };

static char buffer[1 << 16];

static void wrapped(const struct mallinfo2* large) {
    struct mallinfo small = mallinfo();
    CHECK(small.arena == (int) large->arena && small.uordblks == (int) large->uordblks);
    CHECK(small.hblkhd == (int) large->hblkhd && small.fordblks == (int) large->fordblks);
    CHECK(small.ordblks == (int) large->ordblks && small.smblks == (int) large->smblks);
    CHECK(small.hblks == (int) large->hblks && small.fsmblks == (int) large->fsmblks);
    CHECK(small.keepcost == (int) large->keepcost);
}

static struct mallinfo2 checked(void) {
    struct mallinfo2 info = mallinfo2();
    struct quarry_stats stats;
    quarry_stats(&stats);
    CHECK(info.arena + info.hblkhd == stats.committed);
    CHECK(info.uordblks + info.fordblks == info.arena && info.fordblks == stats.retained);
    CHECK(info.uordblks + info.hblkhd == stats.bytes_live + stats.wasted);
    CHECK(info.fsmblks <= info.fordblks && info.keepcost <= info.fordblks);
    wrapped(&info);
    return info;
}

int main(void) {
    static char* blocks[BLOCKS];
    CHECK_ZERO(setvbuf(stdout, buffer, _IOFBF, sizeof buffer));
    struct mallinfo2 first = checked();
    for (int i = 0; i < BLOCKS; i++) {
        CHECK((blocks[i] = malloc(100)) != NULL);
    }
    char* large = malloc(LARGE_BYTES);
    CHECK(large != NULL);
    struct mallinfo2 full = checked();
    CHECK(full.uordblks - first.uordblks >= BLOCKS * 100);
    CHECK(full.hblks == first.hblks + 1 && full.hblkhd == first.hblkhd + LARGE_BYTES);
    for (int i = 0; i < BLOCKS; i += 2) {
        free(blocks[i]);
    }
    struct mallinfo2 half = checked();
    CHECK(half.uordblks == full.uordblks - BLOCKS / 2 * malloc_usable_size(blocks[1]));
    CHECK(half.ordblks + half.smblks == full.ordblks + full.smblks + BLOCKS / 2);
    CHECK_ERRNO(EINVAL, malloc_info(1, stdout) == -1);
    CHECK_KEEPS_ERRNO(malloc_info(0, stdout) == 0);
    malloc_stats();
    struct mallinfo2 last = checked();
    fprintf(stderr, "fast %zu %zu rest %zu %zu mmap %zu %zu system %zu\n", last.smblks,
            last.fsmblks, last.ordblks, last.fordblks - last.fsmblks, last.hblks, last.hblkhd,
            last.arena);
    free(large);
    CHECK_ZERO((long) (checked().hblkhd - first.hblkhd));
    FILE* closed = fopen("/dev/full", "w");
    CHECK(closed != NULL && setvbuf(closed, NULL, _IONBF, 0) == 0);
    CHECK(malloc_info(0, closed) == -1);
    return 0;
}
