/*
 * One wrong use for each guard of programs' heaps, with all of them as variables of this program,
 * which is one unit with the library. Arguments: "on" or "off", and the guard. Exit code 0 when the
 * misuse was refused.
 */
static int switched_off;
#define QUARRY_GUARD_heapLimit (switched_off != 1)
#define QUARRY_GUARD_heapOpen (switched_off != 2)
#define QUARRY_GUARD_heapOwn (switched_off != 3)
#include "quarry.c"

static int beyond_the_limit(void) {
    quarry_heap* root = quarry_heap_open(&(quarry_heap_options) {NULL, 1 << 17, 0});
    quarry_heap* leaf = quarry_heap_open(&(quarry_heap_options) {root, 0, 0});
    return quarry_heap_malloc(leaf, 1 << 18) == NULL && quarry_heap_malloc(leaf, 1 << 17) != NULL;
}

static int use_after_close(void) {
    quarry_heap* heap = quarry_heap_open(NULL);
    quarry_heap_close(heap);
    quarry_heap* next = quarry_heap_open(NULL);
    struct quarry_heap_stats stats;
    int refused = quarry_heap_malloc(heap, 40) == NULL;
    return quarry_heap_stats(next, &stats) == 0 && stats.blocks_live == 0 && refused;
}

static int anothers_block(void) {
    quarry_heap* one = quarry_heap_open(NULL);
    quarry_heap* two = quarry_heap_open(NULL);
    void* block = quarry_heap_malloc(one, 100000);
    return quarry_heap_free(two, block) != 0 && quarry_heap_usable_size(one, block) != 0;
}

int main(int count, char** arguments) {
    int guard = count == 3 ? atoi(arguments[2]) : 0;
    switched_off = count == 3 && strcmp(arguments[1], "off") == 0 ? guard : 0;
    switch (guard) {
        case 1: return !beyond_the_limit();
        case 2: return !use_after_close();
        case 3: return !anothers_block();
        default: return 2;
    }
}
