/*
 * What glibc has beyond the standards: mallinfo, malloc_info, malloc_stats, mallopt. Each in
 * glibc's form, with the figures that Quarry has for it.
 *
 * glibc divides memory into what it maps block by block and the rest. Here that is large blocks
 * and the rest: arena + hblkhd is all that is committed, arena is uordblks + fordblks. Its "fast"
 * chunks are the blocks in magazines.
 */
#pragma once
#include <stdio.h>
#include "quarry.h"

/* The core's books, all at one time; zero when they cannot be read. */
typedef struct {
    struct quarry_stats all;
    size_t large_blocks;
    size_t large_bytes;
    size_t free_blocks;
    size_t magazine_blocks;
    size_t magazine_bytes;
    size_t free_run_bytes;
    size_t open_bytes;
} quarry_books;

static quarry_books quarry_read_books(void) {
    quarry_books books = {0};
    int32_t locked = Lock_acquire((int64_t) &quarry_stats_lock);
    if (Stats_collect()) {
        quarry_copy_stats(&books.all);
        books.large_blocks = (size_t) Stats_largeBlocks_field;
        books.large_bytes = (size_t) Stats_largeBytes_field;
        books.free_blocks = (size_t) Stats_freeBlocks_field;
        books.magazine_blocks = (size_t) Stats_magazineBlocks_field;
        books.magazine_bytes = (size_t) Stats_magazineBytes_field;
        books.free_run_bytes = (size_t) Stats_freeRunBytes_field;
        books.open_bytes = (size_t) AddressSpace_openUnits() << Geometry_UNIT_SHIFT;
    }
    if (locked) {
        Lock_release((int64_t) &quarry_stats_lock);
    }
    return books;
}

struct mallinfo2 quarry_mallinfo2(void) {
    quarry_books books = quarry_read_books();
    struct mallinfo2 info = {0};
    info.arena = books.all.committed - books.large_bytes;
    info.ordblks = books.free_blocks;
    info.smblks = books.magazine_blocks;
    info.hblks = books.large_blocks;
    info.hblkhd = books.large_bytes;
    info.fsmblks = books.magazine_bytes;
    info.uordblks = info.arena - books.all.retained;
    info.fordblks = books.all.retained;
    info.keepcost = books.free_run_bytes;
    return info;
}

/* The same in numbers that are too small for it: they wrap round, as glibc's do. */
struct mallinfo quarry_mallinfo(void) {
    struct mallinfo2 large = quarry_mallinfo2();
    struct mallinfo info = {0};
    info.arena = (int) large.arena;
    info.ordblks = (int) large.ordblks;
    info.smblks = (int) large.smblks;
    info.hblks = (int) large.hblks;
    info.hblkhd = (int) large.hblkhd;
    info.fsmblks = (int) large.fsmblks;
    info.uordblks = (int) large.uordblks;
    info.fordblks = (int) large.fordblks;
    info.keepcost = (int) large.keepcost;
    return info;
}

/* What one heap holds, by class. */
typedef struct {
    size_t number;
    size_t span_bytes;
    size_t most_span_bytes;
    size_t free_blocks[QUARRY_CLASSES];
    size_t fast_blocks;
    size_t fast_bytes;
    size_t rest_blocks;
    size_t rest_bytes;
} quarry_heap_books;

/* Adds what the core has just read of a class. */
static void quarry_add_class(quarry_heap_books* books, int32_t class) {
    size_t bytes = (size_t) sizeclasses_blockBytes(class);
    size_t magazine = (size_t) HeapBooks_magazineBlocks_field;
    books->free_blocks[class] = (size_t) HeapBooks_freeBlocks_field;
    books->fast_blocks += magazine;
    books->fast_bytes += magazine * bytes;
    books->rest_blocks += books->free_blocks[class];
    books->rest_bytes += books->free_blocks[class] * bytes;
    books->span_bytes = (size_t) HeapBooks_spanBytes_field;
    books->most_span_bytes = (size_t) HeapBooks_mostBytes_field;
}

/* All at one moment; zero when the heap is this thread's and locked already. */
static void quarry_read_heap(Heap* heap, quarry_heap_books* books) {
    memset(books, 0, sizeof *books);
    books->number = (size_t) heap->fld_slot - 1;
    int32_t locked = Lock_acquire((int64_t) &quarry_stats_lock);
    if (Heap_lock(heap)) {
        for (int32_t class = 0; class < QUARRY_CLASSES; class++) {
            HeapBooks_read(heap, class);
            quarry_add_class(books, class);
        }
        Heap_unlock(heap);
    }
    if (locked) {
        Lock_release((int64_t) &quarry_stats_lock);
    }
}

/* ---- malloc_info: XML, version 1 of glibc's, written with no lock held ---- */

static void quarry_xml_total(quarry_line* line, const char* type, size_t count, size_t size) {
    quarry_append(line, "<total type=\"");
    quarry_append(line, type);
    quarry_append_entry(line, "\" count=\"", count);
    quarry_append_entry(line, "\" size=\"", size);
    quarry_append(line, "\"/>\n");
}

static void quarry_xml_size(quarry_line* line, const char* element, const char* type,
                            size_t size) {
    quarry_append(line, "<");
    quarry_append(line, element);
    quarry_append(line, " type=\"");
    quarry_append(line, type);
    quarry_append_entry(line, "\" size=\"", size);
    quarry_append(line, "\"/>\n");
}

static void quarry_xml_system(quarry_line* line, size_t current, size_t most, size_t space) {
    quarry_xml_size(line, "system", "current", current);
    quarry_xml_size(line, "system", "max", most);
    quarry_xml_size(line, "aspace", "total", space);
    quarry_xml_size(line, "aspace", "mprotect", space);
}

static int quarry_xml_write(FILE* stream, const quarry_line* line) {
    return fwrite(line->text, 1, line->length, stream) == line->length;
}

static int quarry_xml_sizes(FILE* stream, const quarry_heap_books* heap) {
    int done = 1;
    for (int32_t class = 0; class < QUARRY_CLASSES && done; class++) {
        size_t below = class == 0 ? 0 : (size_t) sizeclasses_blockBytes(class - 1);
        size_t bytes = (size_t) sizeclasses_blockBytes(class);
        size_t count = heap->free_blocks[class];
        if (count != 0) {
            quarry_line line = {0};
            quarry_append_entry(&line, "  <size from=\"", below + 1);
            quarry_append_entry(&line, "\" to=\"", bytes);
            quarry_append_entry(&line, "\" total=\"", count * bytes);
            quarry_append_entry(&line, "\" count=\"", count);
            quarry_append(&line, "\"/>\n");
            done = quarry_xml_write(stream, &line);
        }
    }
    return done;
}

static int quarry_xml_heap(FILE* stream, const quarry_heap_books* heap) {
    quarry_line begin = {0};
    quarry_append_entry(&begin, "<heap nr=\"", heap->number);
    quarry_append(&begin, "\">\n<sizes>\n");
    quarry_line end = {0};
    quarry_append(&end, "</sizes>\n");
    quarry_xml_total(&end, "fast", heap->fast_blocks, heap->fast_bytes);
    quarry_xml_total(&end, "rest", heap->rest_blocks, heap->rest_bytes);
    quarry_xml_system(&end, heap->span_bytes, heap->most_span_bytes, heap->most_span_bytes);
    quarry_append(&end, "</heap>\n");
    return quarry_xml_write(stream, &begin) && quarry_xml_sizes(stream, heap)
           && quarry_xml_write(stream, &end);
}

static int quarry_xml_all(FILE* stream, const quarry_books* books) {
    quarry_line line = {0};
    size_t rest = books->all.retained - books->magazine_bytes;
    quarry_xml_total(&line, "fast", books->magazine_blocks, books->magazine_bytes);
    quarry_xml_total(&line, "rest", books->free_blocks, rest);
    quarry_xml_total(&line, "mmap", books->large_blocks, books->large_bytes);
    quarry_xml_system(&line, books->all.committed - books->large_bytes, books->open_bytes,
                      books->open_bytes);
    quarry_append(&line, "</malloc>\n");
    return quarry_xml_write(stream, &line);
}

int quarry_malloc_info(int options, FILE* stream) {
    if (options != 0) {
        errno = EINVAL;
        return -1;
    }
    quarry_line line = {0};
    quarry_append(&line, "<malloc version=\"1\">\n");
    int done = quarry_xml_write(stream, &line);
    for (Heap* heap = Registry_newest(); heap != NULL && done; heap = heap->fld_older) {
        quarry_heap_books books;
        quarry_read_heap(heap, &books);
        done = quarry_xml_heap(stream, &books);
    }
    quarry_books books = quarry_read_books();
    return done && quarry_xml_all(stream, &books) ? 0 : -1;
}

/* ---- malloc_stats: lines on stderr ---- */

static void quarry_stats_entry(const char* label, size_t value) {
    quarry_line line = {0};
    quarry_append(&line, label);
    quarry_append_entry(&line, " = ", value);
    quarry_append(&line, "\n");
    quarry_write_line(STDERR_FILENO, &line);
}

void quarry_malloc_stats(void) {
    for (Heap* heap = Registry_newest(); heap != NULL; heap = heap->fld_older) {
        quarry_heap_books books;
        quarry_read_heap(heap, &books);
        quarry_line line = {0};
        quarry_append_entry(&line, "Heap ", books.number);
        quarry_append(&line, ":\n");
        quarry_write_line(STDERR_FILENO, &line);
        quarry_stats_entry("system bytes    ", books.span_bytes);
        quarry_stats_entry("in use bytes    ",
                           books.span_bytes - books.fast_bytes - books.rest_bytes);
    }
    quarry_books books = quarry_read_books();
    quarry_line line = {0};
    quarry_append(&line, "Total (incl. large blocks):\n");
    quarry_write_line(STDERR_FILENO, &line);
    quarry_stats_entry("system bytes    ", books.all.committed);
    quarry_stats_entry("in use bytes    ", books.all.bytes_live + books.all.wasted);
    quarry_stats_entry("in use blocks   ", books.all.blocks_live);
    quarry_stats_entry("large blocks    ", books.large_blocks);
    quarry_stats_entry("large bytes     ", books.large_bytes);
}

/* ---- mallopt: 1 for what has a meaning here, 0 for all else ---- */

/* How M_CHECK_ACTION says what QUARRY_FAULTS does: bit 0 is a line, bit 1 the end. */
static int quarry_set_check_action(int value) {
    if (value < 0 || value > 7) {
        return 0;
    }
    int32_t policy = (value & 2) ? FaultPolicy_ABORT
                     : (value & 1) ? FaultPolicy_REPORT : FaultPolicy_IGNORE;
    __atomic_store_n(&quarry_fault_policy, policy, __ATOMIC_RELAXED);
    return 1;
}

int quarry_mallopt(int parameter, int value) {
    if (!Boot_boot()) {
        return 0;
    }
    switch (parameter) {
        case M_TRIM_THRESHOLD: return value >= 0 && LargeSource_keepWarm(value);
        case M_CHECK_ACTION: return quarry_set_check_action(value);
        case M_PERTURB: return value == 0;
        default: return 0;
    }
}

QUARRY_ALSO(mallinfo, struct mallinfo, (void))
QUARRY_ALSO(mallinfo2, struct mallinfo2, (void))
QUARRY_ALSO(malloc_info, int, (int options, FILE* stream))
QUARRY_ALSO(malloc_stats, void, (void))
QUARRY_ALSO(mallopt, int, (int parameter, int value))
