/*
 * counting: an allocator that never reuses and counts instead, to test the workloads by.
 *
 * Preloaded into a workload, it counts the calls which come from the program's own text (those
 * of the C library are served, not counted): blocks allocated and freed, most blocks live at a
 * time, requests by size, blocks freed by a thread that did not allocate them, and bytes really
 * written. For the last a block is filled with a pattern that depends on the offset, and compared
 * when it is freed; a byte written with the very value of the pattern (one in 256) escapes.
 * The figures go to the file named by QUARRY_COUNTING when the process ends.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HEADER = 64, BUCKETS = 48 };
enum { SERVED = 1, COUNTED = 2, FREED = 4, ZEROED = 8 };

/* Halved until the kernel agrees: the process may be under a limit. */
static size_t reserved = (size_t) 1 << 36;

struct header {
    size_t bytes;
    uint32_t thread;
    uint32_t state;
};

static char *base;
static size_t used;
static uintptr_t text_from, text_to;
static _Atomic uint32_t thread_ids;
static __thread uint32_t thread_id __attribute__((tls_model("initial-exec")));

static _Atomic long allocated, freed, reallocated, remote, live, live_most;
static _Atomic long requested, written, wrong_frees;
static _Atomic long sizes[BUCKETS];

static int note_program(struct dl_phdr_info *info, size_t size, void *unused) {
    (void) size;
    (void) unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0) {
            text_from = info->dlpi_addr + segment->p_vaddr;
            text_to = text_from + segment->p_memsz;
        }
    }
    return 1;       /* the program comes first; the libraries do not matter */
}

static void reserve(void) {
    void *memory;
    while ((memory = mmap(NULL, reserved, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) == MAP_FAILED) {
        reserved /= 2;
    }
    base = memory;
    dl_iterate_phdr(note_program, NULL);
}

static int from_program(void *caller) {
    return (uintptr_t) caller >= text_from && (uintptr_t) caller < text_to;
}

static uint32_t this_thread(void) {
    if (thread_id == 0) {
        thread_id = atomic_fetch_add(&thread_ids, 1) + 1;
    }
    return thread_id;
}

static struct header *header_of(void *block) {
    return (struct header *) ((char *) block - HEADER);
}

static unsigned char pattern(size_t offset) {
    return (unsigned char) ((offset * 0x9E3779B97F4A7C15u) >> 56);
}

static int bucket_of(size_t bytes) {
    return bytes <= 1 ? 0 : 64 - __builtin_clzll(bytes - 1);
}

static void count_allocation(size_t bytes) {
    atomic_fetch_add(&allocated, 1);
    atomic_fetch_add(&requested, (long) bytes);
    atomic_fetch_add(&sizes[bucket_of(bytes)], 1);
    long now = atomic_fetch_add(&live, 1) + 1;
    long most = atomic_load(&live_most);
    while (now > most && !atomic_compare_exchange_weak(&live_most, &most, now)) {
    }
}

static long bytes_written(const unsigned char *block, size_t bytes, uint32_t state) {
    long count = 0;
    for (size_t i = 0; i < bytes; i++) {
        count += block[i] != ((state & ZEROED) != 0 ? 0 : pattern(i));
    }
    return count;
}

static void *take(size_t bytes, size_t alignment) {
    if (base == NULL) {
        reserve();
    }
    size_t room = bytes + HEADER + alignment;
    if (bytes > reserved || room > reserved - used) {
        errno = ENOMEM;
        return NULL;
    }
    uintptr_t at = (uintptr_t) base + used;
    used += room;
    return (void *) ((at + HEADER + alignment - 1) & ~(alignment - 1));
}

static void *serve(size_t bytes, size_t alignment, uint32_t state, void *caller) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    void *block = take(bytes, alignment < 64 ? 64 : alignment);
    pthread_mutex_unlock(&lock);
    if (block == NULL) {
        return NULL;
    }
    if (from_program(caller)) {
        state |= COUNTED;
        count_allocation(bytes);
        for (size_t i = 0; (state & ZEROED) == 0 && i < bytes; i++) {
            ((unsigned char *) block)[i] = pattern(i);
        }
    }
    *header_of(block) = (struct header) { bytes, this_thread(), SERVED | state };
    return block;
}

static void take_back(void *block) {
    struct header *header = header_of(block);
    if ((header->state & (SERVED | FREED)) != SERVED) {
        atomic_fetch_add(&wrong_frees, 1);
        return;
    }
    header->state |= FREED;
    if ((header->state & COUNTED) != 0) {
        atomic_fetch_add(&freed, 1);
        atomic_fetch_sub(&live, 1);
        atomic_fetch_add(&remote, header->thread != this_thread());
        atomic_fetch_add(&written, bytes_written(block, header->bytes, header->state));
    }
}

/* ---- what programs call ---- */

void *malloc(size_t bytes) {
    return serve(bytes, 16, 0, __builtin_return_address(0));
}

void free(void *block) {
    if (block != NULL) {
        take_back(block);
    }
}

void *calloc(size_t count, size_t each) {
    return serve(count * each, 16, ZEROED, __builtin_return_address(0));
}

/* Counts as one realloc, not as a free and an allocation; what was written moves along. */
void *realloc(void *block, size_t bytes) {
    void *caller = __builtin_return_address(0);
    void *grown = serve(bytes, 16, 0, caller);
    if (block == NULL || grown == NULL) {
        return grown;
    }
    struct header *header = header_of(block);
    memcpy(grown, block, header->bytes < bytes ? header->bytes : bytes);
    header->state |= FREED;
    if ((header->state & COUNTED) != 0) {
        atomic_fetch_add(&reallocated, 1);
        atomic_fetch_sub(&allocated, 1);
        atomic_fetch_sub(&live, 1);
    }
    return grown;
}

int posix_memalign(void **block, size_t alignment, size_t bytes) {
    *block = serve(bytes, alignment, 0, __builtin_return_address(0));
    return *block == NULL ? ENOMEM : 0;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return serve(bytes, alignment, 0, __builtin_return_address(0));
}

void *_Znwm(size_t bytes) {
    return serve(bytes, 16, 0, __builtin_return_address(0));
}

void _ZdlPvm(void *block, size_t bytes) {
    if (block != NULL && header_of(block)->bytes != bytes) {
        atomic_fetch_add(&wrong_frees, 1);
    }
    free(block);
}

__attribute__((destructor)) static void report(void) {
    char text[4096];
    const char *path = getenv("QUARRY_COUNTING");
    int file = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) {
        return;
    }
    int length = snprintf(text, sizeof text, "allocated=%ld freed=%ld reallocated=%ld live=%ld"
        " live_most=%ld remote=%ld requested=%ld written=%ld wrong_frees=%ld",
        allocated, freed, reallocated, live, live_most, remote, requested, written, wrong_frees);
    for (int i = 0; i < BUCKETS; i++) {
        if (sizes[i] != 0) {
            length += snprintf(text + length, sizeof text - (size_t) length, " le_%ld=%ld",
                               1L << i, sizes[i]);
        }
    }
    if (write(file, text, (size_t) length) != length) {
        abort();
    }
    close(file);
}
