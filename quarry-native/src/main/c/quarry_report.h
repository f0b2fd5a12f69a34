/*
 * Counts faults and writes the first ten of a process to stderr, one line each:
 * "quarry: double free of 0x7f0012345670: ignored". Nothing here allocates or changes errno.
 */
#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
#include "constants.h"

enum { QUARRY_FAULT_KINDS = Fault_KINDS, QUARRY_REPORTS = 10 };

static int64_t quarry_fault_counts[QUARRY_FAULT_KINDS];
static int64_t quarry_fault_total;

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

/* One write, so that lines stay whole; false when it failed. */
static inline int quarry_write_line(int file, quarry_line* line) {
    int saved = errno;
    ssize_t written = write(file, line->text, line->length);
    errno = saved;
    return written == (ssize_t) line->length;
}

static inline const char* quarry_fault_text(int32_t kind) {
    static const char* const texts[QUARRY_FAULT_KINDS] = {
        "fault at ",
        "double free of ",
        "free of an address that is not Quarry's, ",
        "free of an address where no block starts, ",
        "overwritten link in the free block ",
        "free with a wrong size of ",
    };
    return texts[kind > 0 && kind < QUARRY_FAULT_KINDS ? kind : 0];
}

static __attribute__((cold, noinline)) void quarry_report(int32_t kind, int64_t address) {
    if (kind >= 0 && kind < QUARRY_FAULT_KINDS) {
        __atomic_fetch_add(&quarry_fault_counts[kind], 1, __ATOMIC_RELAXED);
    }
    if (__atomic_fetch_add(&quarry_fault_total, 1, __ATOMIC_RELAXED) >= QUARRY_REPORTS) {
        return;
    }
    quarry_line line = {0};
    quarry_append(&line, "quarry: ");
    quarry_append(&line, quarry_fault_text(kind));
    quarry_append_address(&line, address);
    quarry_append(&line, ": ignored\n");
    quarry_write_line(STDERR_FILENO, &line);
}

static inline int64_t os_reportCount(int32_t kind) {
    return __atomic_load_n(&quarry_fault_counts[(uint32_t) kind], __ATOMIC_RELAXED);
}

static inline void os_report(int32_t kind, int64_t address) { quarry_report(kind, address); }
