/*
 * The C bodies of the core's accessors over arrays and of its factories: where state lives and how
 * it is indexed. Their contracts are in the Javadoc of the Java methods of these names.
 */
#pragma once
#include <stdint.h>
#include "constants.h"

enum { QUARRY_CACHE_LINE = Geometry_LINE_BYTES };

/* Checked builds bound every index; release builds have nothing here. */
#if QUARRY_CHECKED
#define QUARRY_BOUND(index, count) build_require((uint64_t) (index) < (uint64_t) (count))
#else
#define QUARRY_BOUND(index, count)
#endif

/* ---- tune.SizeClasses: filled at boot by its init ---- */

enum {
    QUARRY_CLASSES = SizeClasses_COUNT,
    QUARRY_CLASS_STEPS = SizeClasses_MAX_BYTES >> Geometry_GRANULE_SHIFT
};

static int32_t quarry_block_bytes[QUARRY_CLASSES];
static uint8_t quarry_state_of_step[QUARRY_CLASS_STEPS];

static inline int32_t sizeclasses_blockBytes(int32_t size_class) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    return quarry_block_bytes[(uint32_t) size_class];
}

static inline void sizeclasses_setBlockBytes(int32_t size_class, int32_t bytes) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    quarry_block_bytes[(uint32_t) size_class] = bytes;
}

static inline int32_t sizeclasses_stateOfStep(int64_t step) {
    QUARRY_BOUND(step, QUARRY_CLASS_STEPS);
    return quarry_state_of_step[step];
}

static inline void sizeclasses_setStateOfStep(int32_t step, int32_t state) {
    QUARRY_BOUND(step, QUARRY_CLASS_STEPS);
    quarry_state_of_step[(uint32_t) step] = (uint8_t) state;
}

/* ---- page.Buddy: a free list for each order ---- */

static int64_t quarry_buddy_heads[Geometry_ORDERS];

static inline int64_t buddy_head(int32_t order) {
    QUARRY_BOUND(order, Geometry_ORDERS);
    return quarry_buddy_heads[(uint32_t) order];
}

static inline void buddy_setHead(int32_t order, int64_t unit_and_one) {
    QUARRY_BOUND(order, Geometry_ORDERS);
    quarry_buddy_heads[(uint32_t) order] = unit_and_one;
}

/* ---- span.SpanTable: descriptions in place, two cache lines each ---- */

enum { QUARRY_SPAN_SHIFT = 7, QUARRY_SPAN_BYTES = 1 << QUARRY_SPAN_SHIFT };

_Static_assert(sizeof(Span) <= QUARRY_SPAN_BYTES, "a unit's description fits its record");
_Static_assert(offsetof(Span, fld_sizeClass) + sizeof(int32_t) <= QUARRY_CACHE_LINE,
               "what a free by any thread reads shares one line");
_Static_assert(offsetof(Span, fld_zeroedFrom) >= QUARRY_CACHE_LINE,
               "what the owner writes has lines of its own");

static Span quarry_empty_span;

static inline void* span_empty(void) { return &quarry_empty_span; }

static inline int64_t unittables_spanBytes(void) { return QUARRY_SPAN_BYTES; }

static inline void* spantable_at(int64_t unit) {
    QUARRY_BOUND(unit, AddressSpace_openUnits());
    return (void*) (UnitTables_spans_field + (unit << QUARRY_SPAN_SHIFT));
}

/* Its record opened with the unit. */
static inline int32_t spantable_make(int64_t unit) { return 1; }

/* ---- span.Magazine: its slots follow its counts ---- */

enum { QUARRY_MAGAZINE_BYTES = 1 << Magazine_SHIFT };

static inline int64_t* quarry_slot(void* magazine, int64_t index) {
    QUARRY_BOUND(index, Magazine_MAX_CAPACITY);
    return (int64_t*) ((char*) magazine + sizeof(Magazine)) + index;
}

/* All that a magazine can ever hold lie behind it. */
static inline int32_t magazine_makeSlots(void* magazine, int64_t blocks) { return 1; }

static inline int64_t magazine_slot(void* magazine, int64_t index) {
    return *quarry_slot(magazine, index);
}

static inline void magazine_setSlot(void* magazine, int64_t index, int64_t block) {
    *quarry_slot(magazine, index) = block;
}

_Static_assert(sizeof(Magazine) + sizeof(int64_t) * Magazine_MAX_CAPACITY <= QUARRY_MAGAZINE_BYTES,
               "a magazine's slots end before the next magazine");

/* ---- owner.Heap: its magazines, its bins and their lists in place behind it ---- */

enum { QUARRY_STATES = BlockState_COUNT };

typedef struct {
    Bin bin;
    SpanList available;
    SpanList retired;
} quarry_bin;

typedef struct {
    _Alignas(QUARRY_CACHE_LINE) Heap heap;
    _Alignas(QUARRY_CACHE_LINE) char magazines[QUARRY_STATES][QUARRY_MAGAZINE_BYTES];
    _Alignas(QUARRY_CACHE_LINE) quarry_bin bins[QUARRY_CLASSES];
} quarry_heap;

/* All zero: no lock word, no spans; every path from it is the slow one. */
static quarry_heap quarry_empty_heap;

static inline void* heap_empty(void) { return &quarry_empty_heap; }

static inline void* heap_magazine(void* heap, int32_t state) {
    QUARRY_BOUND(state, QUARRY_STATES);
    return ((quarry_heap*) heap)->magazines[(uint32_t) state];
}

static inline void* heap_bin(void* heap, int32_t size_class) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    return &((quarry_heap*) heap)->bins[(uint32_t) size_class].bin;
}

static inline void* heap_allocate(void) {
    quarry_heap* heap = (quarry_heap*) MetaBump_allocate(sizeof(quarry_heap));
    for (int i = 0; heap != NULL && i < QUARRY_CLASSES; i++) {
        heap->bins[i].bin.fld_available = &heap->bins[i].available;
        heap->bins[i].bin.fld_retired = &heap->bins[i].retired;
    }
    return heap;
}
