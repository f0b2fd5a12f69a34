/*
 * Random heaps, blocks and closes over a tree of limits, against a plain model of who has what.
 * Arguments: the seed and the number of steps.
 */
#include "check.h"
#include "quarry.h"

enum { HEAPS = 10, BLOCKS = 3000, UNIT = 64 << 10, LOOK = 5000 };

typedef struct {
    size_t* address; /* holds its own address, and the size behind it */
    size_t size;
} model_block;

typedef struct node {
    quarry_heap* heap; /* NULL: not open */
    struct node* parent;
    size_t limit;
    size_t reserved;
    int count;
    model_block blocks[BLOCKS];
} node;

static node nodes[HEAPS];
static uint64_t seed;

static size_t below(size_t bound) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t) (seed >> 33) % bound;
}

static struct quarry_heap_stats figures(const node* at) {
    struct quarry_heap_stats stats;
    CHECK_ZERO(quarry_heap_stats(at->heap, &stats));
    return stats;
}

static size_t size(void) {
    return 16 + (below(40) == 0 ? below(600000) : below(3000));
}

static void open_one(node* at) {
    node* parent = &nodes[below(HEAPS)];
    at->parent = parent->heap != NULL && below(3) != 0 ? parent : NULL;
    at->limit = below(2) == 0 ? 0 : UNIT + below(8 << 20);
    at->reserved = below(4) == 0 ? below(at->limit == 0 ? 1 << 20 : at->limit) : 0;
    at->count = 0;
    quarry_heap_options options = {
        at->parent != NULL ? at->parent->heap : NULL, at->limit, at->reserved};
    uint64_t room = at->parent != NULL ? figures(at->parent).headroom : UINT64_MAX;
    at->heap = quarry_heap_open(&options);
    CHECK((at->heap != NULL) == (at->reserved <= room));
}

static int is_below(const node* at, const node* root) {
    while (at != NULL && at != root) {
        at = at->parent;
    }
    return at != NULL;
}

static void close_one(node* root) {
    CHECK_ZERO(quarry_heap_close(root->heap));
    for (node* at = nodes; at < nodes + HEAPS; at++) {
        if (at->heap != NULL && at != root && is_below(at, root)) {
            CHECK_ERRNO(EINVAL, quarry_heap_malloc(at->heap, 1) == NULL);
            at->heap = NULL;
        }
    }
    root->heap = NULL;
}

static void note(node* at, void* address, size_t bytes) {
    model_block block = {address, bytes};
    block.address[0] = (size_t) address;
    block.address[1] = bytes;
    at->blocks[at->count++] = block;
}

/* Rightly: there is less room than a new run of it needs. */
static void refused(const node* at, size_t bytes) {
    CHECK(errno == ENOMEM && figures(at).headroom < 32 * bytes + UNIT);
}

static void allocate(node* at) {
    size_t bytes = size();
    size_t alignment = (size_t) 1 << below(13);
    void* block = below(2) == 0 ? quarry_heap_malloc(at->heap, bytes)
                                : quarry_heap_aligned_alloc(at->heap, alignment, bytes);
    if (block == NULL) {
        refused(at, bytes < alignment ? alignment : bytes);
    } else {
        note(at, block, bytes);
    }
}

static model_block take(node* at) {
    size_t index = below((size_t) at->count);
    model_block block = at->blocks[index];
    at->blocks[index] = at->blocks[--at->count];
    CHECK(block.address[0] == (size_t) block.address && block.address[1] == block.size);
    return block;
}

static void resize(node* at) {
    model_block old = take(at);
    size_t bytes = size();
    size_t* moved = below(2) == 0 ? quarry_heap_realloc(at->heap, old.address, bytes)
                                  : quarry_realloc(old.address, bytes);
    if (moved == NULL) {
        refused(at, bytes);
        note(at, old.address, old.size);
    } else {
        CHECK(moved[0] == (size_t) old.address && moved[1] == old.size);
        note(at, moved, bytes);
    }
}

static void give(node* at) {
    model_block old = take(at);
    if (below(2) == 0) {
        CHECK_ZERO(quarry_heap_free(at->heap, old.address));
    } else {
        quarry_free(old.address);
    }
}

static void look(const node* at) {
    struct quarry_heap_stats stats = figures(at);
    uint64_t least = stats.bytes_live;
    for (const node* child = nodes; child < nodes + HEAPS; child++) {
        if (child->heap != NULL && child->parent == at) {
            uint64_t used = figures(child).used;
            least += used > child->reserved ? used : child->reserved;
        }
    }
    CHECK(stats.blocks_live == (uint64_t) at->count && stats.limit == at->limit);
    CHECK(stats.used >= least && stats.most_used >= stats.used);
    CHECK(at->limit == 0 || stats.most_used <= at->limit);
}

static void step(node* at) {
    size_t choice = below(1000);
    if (at->heap == NULL) {
        open_one(at);
    } else if (choice < 3) {
        close_one(at);
    } else if (choice < 6) {
        CHECK_ZERO(quarry_heap_trim(at->heap));
    } else if (at->count == 0 || (choice < 520 && at->count < BLOCKS)) {
        allocate(at);
    } else if (choice < 600) {
        resize(at);
    } else {
        give(at);
    }
}

int main(int count, char** arguments) {
    CHECK(count == 3);
    seed = strtoull(arguments[1], NULL, 10);
    long steps = atol(arguments[2]);
    for (long i = 0; i < steps; i++) {
        step(&nodes[below(HEAPS)]);
        if (i % LOOK == 0) {
            CHECK_ZERO(quarry_verify());
            for (node* at = nodes; at < nodes + HEAPS; at++) {
                at->heap != NULL ? look(at) : (void) 0;
            }
        }
    }
    for (node* at = nodes; at < nodes + HEAPS; at++) {
        at->heap != NULL ? close_one(at) : (void) 0;
    }
    CHECK_ZERO(quarry_verify());
    CHECK_ZERO(quarry_fault_count(0));
    puts("ok");
    return 0;
}
