/*
 * The environment's options, read at boot: the first call into the allocator, often before any
 * constructor. A wrong value is named on stderr and its default stays.
 */
#pragma once
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include "quarry_environment.h"
#include "quarry_faults.h"

/* Out of the way of programs that count on low numbers. */
enum { QUARRY_STATS_FILE_NUMBER = 250 };

static int32_t quarry_options_read;
static int32_t quarry_stats_wanted;
static int32_t quarry_stats_stderr = -1; /* many programs close stderr before the very end */
static char quarry_stats_file[PATH_MAX];

/* A decimal number, a minus in front allowed; 0 when it is none or does not fit. */
static int32_t quarry_parse_number(const char* text, int64_t* number) {
    int negative = *text == '-';
    text += negative;
    int64_t value = 0;
    int32_t valid = *text != 0;
    for (; *text != 0 && valid; text++) {
        valid = *text >= '0' && *text <= '9' && !__builtin_mul_overflow(value, 10, &value)
                && !__builtin_add_overflow(value, *text - '0', &value);
    }
    *number = negative ? -value : value;
    return valid;
}

static void quarry_append_signed(quarry_line* line, int64_t number) {
    quarry_append(line, number < 0 ? "-" : "");
    quarry_append_number(line, number < 0 ? -(uint64_t) number : (uint64_t) number);
}

static void quarry_bad_option(
        const char* name, const char* text, int64_t least, int64_t most, const char* unit) {
    quarry_line line = {0};
    quarry_append_option(&line, name);
    quarry_append(&line, "a number of ");
    quarry_append(&line, unit);
    quarry_append(&line, " from ");
    quarry_append_signed(&line, least);
    quarry_append(&line, " to ");
    quarry_append_signed(&line, most);
    quarry_append_wrong(&line, text);
    quarry_write_line(STDERR_FILENO, &line);
}

static void quarry_tunable(const char* entry, const char* name, int64_t* variable,
                           int64_t least, int64_t most, const char* unit) {
    const char* text = quarry_option_value(entry, name);
    int64_t number;
    if (text == NULL) {
        return;
    }
    if (quarry_parse_number(text, &number) && number >= least && number <= most) {
        *variable = number;
    } else {
        quarry_bad_option(name, text, least, most, unit);
    }
}

static void quarry_read_option(const char* entry) {
    const char* text = quarry_option_value(entry, "QUARRY_STATS");
    if (text != NULL) {
        quarry_stats_wanted = text[0] != 0 && strcmp(text, "0") != 0;
    }
    if (quarry_stats_wanted && quarry_stats_stderr < 0) {
        quarry_stats_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, QUARRY_STATS_FILE_NUMBER);
    }
    text = quarry_option_value(entry, "QUARRY_STATS_FILE");
    if (text != NULL && strlen(text) < sizeof quarry_stats_file) {
        memcpy(quarry_stats_file, text, strlen(text) + 1);
    }
#define QUARRY_TUNABLE(name, variable, least, most, unit) \
    quarry_tunable(entry, name, &variable, least, most, unit);
#include "tunables.h"
#undef QUARRY_TUNABLE
}

/* Hits in magazines are not counted; whoever asks for the books has every call counted. */
static void quarry_count_calls(void) {
    if (quarry_stats_wanted || quarry_stats_file[0] != 0) {
        Config_magazineBlocks_field = 0;
        Config_magazineBytesPerHeap_field = 0;
    }
}

static inline void os_readOptions(void) {
    int saved = errno;
    char** environment = quarry_environment();
    if (environment != NULL && !quarry_options_read) {
        quarry_options_read = 1;
        for (char** entry = environment; *entry != NULL; entry++) {
            if (strncmp(*entry, "QUARRY_", 7) == 0) {
                quarry_read_option(*entry);
            }
        }
        quarry_find_fault_policy();
        quarry_count_calls();
    }
    errno = saved;
}
