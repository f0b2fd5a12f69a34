/*
 * exhaust: allocate until the allocator says no, free everything, and do it again.
 *
 * The limit is the process's own: --kind data bounds writable memory (RLIMIT_DATA), --kind as the
 * address space (RLIMIT_AS, "ulimit -v"). The program starts itself anew under the limit, so that
 * the allocator meets it from its first call, as in a shell with ulimit set. Asked are: null with
 * ENOMEM and no crash; how much of the limit reached the user; and whether, after all was freed,
 * as much can be had again.
 */
#include "bench_plan.h"
#include <sys/resource.h>

static void restart_under_limit(char **argv, int resource, long bytes) {
    struct rlimit limit = { (rlim_t) bytes, (rlim_t) bytes };
    if (getenv("BENCH_LIMITED") != NULL) {
        return;
    }
    /* First the variable: under the limit this process may not allocate any more. */
    if (setenv("BENCH_LIMITED", "1", 1) != 0 || setrlimit(resource, &limit) != 0) {
        bench_fail("cannot set the limit:", strerror(errno));
    }
    execv("/proc/self/exe", argv);
    bench_fail("cannot start anew:", strerror(errno));
}

static long fill(void **blocks, long room, size_t bytes) {
    long count = 0;
    errno = 0;
    while (count < room && (blocks[count] = malloc(bytes)) != NULL) {
        bench_write(blocks[count++]);
    }
    if (count < room && errno != ENOMEM) {
        bench_fail("null without ENOMEM:", strerror(errno));
    }
    return count;
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    const char *kind = bench_text("kind", "data");
    long mib = bench_option("mib", 128);
    size_t bytes = (size_t) bench_option("size", 4096);
    long limit = mib << 20;
    restart_under_limit(argv, strcmp(kind, "as") == 0 ? RLIMIT_AS : RLIMIT_DATA, limit);
    long room = limit / (long) bytes;
    /* The harness's array counts against the limit too: it is subtracted below. */
    size_t array = (size_t) (room + 1) * sizeof(void *);
    void **blocks = bench_map(array);
    bench_start();
    long first = fill(blocks, room, bytes);
    bench_free_up(blocks, first);
    long second = fill(blocks, room, bytes);
    bench_free_up(blocks, second);
    bench_stop();
    bench_note("first_blocks", first);
    bench_note("second_blocks", second);
    bench_note("used_permille", first * (long) bytes / ((limit - (long) array) / 1000));
    bench_note("again_permille", first == 0 ? 0 : second * 1000 / first);
    bench_report(first + second);
    return 0;
}
