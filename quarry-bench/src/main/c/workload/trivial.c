/*
 * trivial: a program that allocates one block and ends.
 *
 * What it costs to have the allocator in a process at all: start-up time, resident memory,
 * page faults.
 */
#include "bench.h"

int main(int argc, char **argv) {
    bench_init(argc, argv);
    bench_start();
    char *block = bench_check(malloc(64));
    bench_touch(block, 64);
    free(block);
    bench_stop();
    bench_report(1);
    return 0;
}
