/* Resident memory of this process, exactly, without allocating anything. */
#pragma once
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
#include "check.h"

/* /proc/self/smaps_rollup adds up what the counters of statm only estimate with many threads. */
static inline long resident_kib(void) {
    char text[4096];
    int file = open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
    CHECK(file >= 0);
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    CHECK(length > 0);
    text[length] = 0;
    const char* rss = strstr(text, "Rss:");
    CHECK(rss != NULL);
    return strtol(rss + 4, NULL, 10);
}

static inline void sleep_millis(long millis) {
    struct timespec pause = {millis / 1000, millis % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* A figure for the test that runs this program: its name and its value. */
static inline void tell(const char* name, long value) {
    printf("%s %ld\n", name, value);
    fflush(stdout);
}
