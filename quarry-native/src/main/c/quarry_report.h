/* Lines for stderr, put together on the stack. Nothing here allocates or changes errno. */
#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Text put together on the stack; what does not fit is cut. */
typedef struct {
    size_t length;
    char text[512];
} quarry_line;

static inline void quarry_append(quarry_line* line, const char* text) {
    while (*text != 0 && line->length < sizeof line->text) {
        line->text[line->length++] = *text++;
    }
}

static inline void quarry_append_digits(quarry_line* line, uint64_t value, unsigned base) {
    char digits[24];
    size_t start = sizeof digits - 1;
    digits[start] = 0;
    do {
        digits[--start] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    quarry_append(line, digits + start);
}

static inline void quarry_append_number(quarry_line* line, uint64_t value) {
    quarry_append_digits(line, value, 10);
}

static inline void quarry_append_address(quarry_line* line, int64_t address) {
    quarry_append(line, "0x");
    quarry_append_digits(line, (uint64_t) address, 16);
}

/*
 * One write, so that lines stay whole; false when it failed. Not libc's, where a thread that has
 * been cancelled would end: free is no cancellation point (POSIX, System Interfaces, 2.9.5.2).
 */
static inline int quarry_write_line(int file, quarry_line* line) {
    int saved = errno;
    long written = syscall(SYS_write, file, line->text, line->length);
    errno = saved;
    return written == (long) line->length;
}
