/*
 * The books at exit: one line per process, to stderr (QUARRY_STATS=1) or appended to a file
 * (QUARRY_STATS_FILE), whole by one write, so that lines of many processes do not mix.
 */
#pragma once
#include <fcntl.h>
#include <stdint.h>
#include "quarry.h"

/* What the core collected last. */
static void quarry_copy_stats(struct quarry_stats* stats) {
    stats->mallocs = (uint64_t) Stats_mallocCount_field;
    stats->frees = (uint64_t) Stats_freeCount_field;
    stats->blocks_live = (uint64_t) Stats_liveBlocks_field;
    stats->bytes_live = (uint64_t) Stats_liveBytes_field;
    stats->retained = (uint64_t) Stats_retainedBytes_field;
    stats->committed = (uint64_t) Stats_committedBytes_field;
    stats->wasted = (uint64_t) Stats_wastedBytes_field;
}

void quarry_stats(struct quarry_stats* stats) {
    memset(stats, 0, sizeof *stats);
    int32_t locked = Lock_acquire((int64_t) &quarry_stats_lock);
    if (Stats_collect()) {
        quarry_copy_stats(stats);
    }
    if (locked) {
        Lock_release((int64_t) &quarry_stats_lock);
    }
}

uint64_t quarry_live_bytes(void) {
    struct quarry_stats stats;
    quarry_stats(&stats);
    return stats.bytes_live;
}

uint64_t quarry_committed_bytes(void) {
    struct quarry_stats stats;
    quarry_stats(&stats);
    return stats.committed;
}

/* The program's name in one word, whatever it holds. */
static void quarry_append_program(quarry_line* line) {
    const char* name = program_invocation_short_name;
    for (int i = 0; name != NULL && name[i] != 0 && i < 64; i++) {
        char word[2] = {name[i] > ' ' && name[i] < 127 ? name[i] : '_', 0};
        quarry_append(line, word);
    }
}

static void quarry_append_entry(quarry_line* line, const char* name, uint64_t value) {
    quarry_append(line, name);
    quarry_append_number(line, value);
}

static void quarry_stats_line(quarry_line* line) {
    struct quarry_stats stats;
    quarry_stats(&stats);
    quarry_append_number(line, (uint64_t) getpid());
    quarry_append(line, " ");
    quarry_append_program(line);
    quarry_append_entry(line, " mallocs=", stats.mallocs);
    quarry_append_entry(line, " frees=", stats.frees);
    quarry_append_entry(line, " blocks_live=", stats.blocks_live);
    quarry_append_entry(line, " bytes_live=", stats.bytes_live);
    quarry_append_entry(line, " retained=", stats.retained);
    quarry_append_entry(line, " committed=", stats.committed);
    quarry_append_entry(line, " wasted=", stats.wasted);
    quarry_append(line, "\n");
}

static void quarry_append_to_file(const char* path, quarry_line* line) {
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) {
        quarry_write_line(file, line);
        close(file);
    }
}

/* A destructor of the library: most programs' own code is done; some still free after it. */
static __attribute__((destructor)) void quarry_at_exit(void) {
    int saved = errno;
    os_readOptions();
    if (quarry_stats_wanted) {
        quarry_line line = {0};
        quarry_append(&line, "quarry: ");
        quarry_stats_line(&line);
        if (!quarry_write_line(STDERR_FILENO, &line)) {
            quarry_write_line(quarry_stats_stderr, &line);
        }
    }
    if (quarry_stats_file[0] != 0) {
        quarry_line line = {0};
        quarry_stats_line(&line);
        quarry_append_to_file(quarry_stats_file, &line);
    }
    errno = saved;
}
