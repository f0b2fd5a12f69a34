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
static uint8_t quarry_state_shift[QUARRY_CLASSES];
static uint16_t quarry_head_of_step[QUARRY_CLASS_STEPS];

static inline int32_t sizeclasses_blockBytes(int32_t size_class) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    return quarry_block_bytes[(uint32_t) size_class];
}

static inline void sizeclasses_setBlockBytes(int32_t size_class, int32_t bytes) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    quarry_block_bytes[(uint32_t) size_class] = bytes;
}

/* Relaxed: a thread's first call reads it while another's is filling it, and needs no value. */
static inline int32_t sizeclasses_headOfStep(int64_t step) {
    QUARRY_BOUND(step, QUARRY_CLASS_STEPS);
    return __atomic_load_n(&quarry_head_of_step[step], __ATOMIC_RELAXED);
}

static inline void sizeclasses_setHeadOfStep(int32_t step, int32_t head) {
    QUARRY_BOUND(step, QUARRY_CLASS_STEPS);
    __atomic_store_n(&quarry_head_of_step[(uint32_t) step], (uint16_t) head, __ATOMIC_RELAXED);
}

static inline int32_t sizeclasses_stateShift(int32_t size_class) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    return quarry_state_shift[(uint32_t) size_class];
}

static inline void sizeclasses_setStateShift(int32_t size_class, int32_t shift) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    quarry_state_shift[(uint32_t) size_class] = (uint8_t) shift;
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

/* ---- span.Magazine: positions are addresses of slots ---- */

enum { QUARRY_MAGAZINE_BYTES = 1 << SizeClasses_HEAD_SHIFT };

_Static_assert(sizeof(Magazine) <= QUARRY_MAGAZINE_BYTES, "a magazine's head has its own line");

static inline int64_t* quarry_slots(void* magazine) {
    return (int64_t*) ((Magazine*) magazine)->fld_bottom;
}

/* Relaxed: who adds up the books reads it while the heap's thread goes on. */
static inline void quarry_set_top(void* magazine, int64_t* top) {
    __atomic_store_n(&((Magazine*) magazine)->fld_top, (int64_t) top, __ATOMIC_RELAXED);
}

static inline int64_t magazine_pop(void* magazine) {
    int64_t* top = (int64_t*) ((Magazine*) magazine)->fld_top - 1;
    int64_t block = ((Magazine*) magazine)->fld_last;
#ifdef __x86_64__
    __asm__("" : "+a"(block)); /* Where malloc returns it; else gcc moves it there in the end. */
#endif
    QUARRY_BOUND(top - quarry_slots(magazine), Magazine_MAX_CAPACITY);
    ((Magazine*) magazine)->fld_last = *top;
    quarry_set_top(magazine, top);
    return block;
}

static inline void magazine_pushOn(void* magazine, int64_t position, int64_t block) {
    int64_t* top = (int64_t*) position;
    QUARRY_BOUND(top - quarry_slots(magazine), Magazine_MAX_CAPACITY);
    *top = ((Magazine*) magazine)->fld_last;
    ((Magazine*) magazine)->fld_last = block;
    quarry_set_top(magazine, top + 1);
}

static inline void magazine_layDown(void* magazine) {
    *(int64_t*) ((Magazine*) magazine)->fld_top = ((Magazine*) magazine)->fld_last;
}

static inline int64_t magazine_count(void* magazine) {
    int64_t top = __atomic_load_n(&((Magazine*) magazine)->fld_top, __ATOMIC_RELAXED);
    return (int64_t*) top - quarry_slots(magazine);
}

static inline void magazine_setCount(void* magazine, int64_t blocks) {
    int64_t* top = quarry_slots(magazine) + blocks;
    quarry_set_top(magazine, top);
    ((Magazine*) magazine)->fld_last = *top;
}

static inline int64_t magazine_capacity(void* magazine) {
    return (int64_t*) ((Magazine*) magazine)->fld_end - quarry_slots(magazine);
}

static inline void magazine_setCapacity(void* magazine, int64_t blocks) {
    ((Magazine*) magazine)->fld_end = (int64_t) (quarry_slots(magazine) + blocks);
}

/* The floor is number -1. */
static inline int64_t magazine_slot(void* magazine, int64_t index) {
    QUARRY_BOUND(index + 1, Magazine_MAX_CAPACITY + 1);
    return quarry_slots(magazine)[index + 1];
}

static inline void magazine_setSlot(void* magazine, int64_t index, int64_t block) {
    QUARRY_BOUND(index, Magazine_MAX_CAPACITY);
    quarry_slots(magazine)[index + 1] = block;
}

/* ---- owner.Heap: its magazines, its bins and their lists in place behind it ---- */

_Static_assert(offsetof(Heap, fld_slot) + sizeof(int32_t) <= QUARRY_CACHE_LINE,
               "what the fast paths read of a heap shares one line");

typedef struct {
    Bin bin;
    SpanList available;
    SpanList retired;
} quarry_bin;

/* The first slots of all classes lie together: few pages for a thread that does little. */
typedef struct {
    _Alignas(QUARRY_CACHE_LINE) Heap heap;
    _Alignas(QUARRY_CACHE_LINE) char magazines[QUARRY_CLASSES][QUARRY_MAGAZINE_BYTES];
    _Alignas(QUARRY_CACHE_LINE) quarry_bin bins[QUARRY_CLASSES];
    _Alignas(QUARRY_CACHE_LINE) int64_t slots[QUARRY_CLASSES][Magazine_FIRST_CAPACITY + 1];
    SpanList full;
} quarry_heap_record;

/* All zero: no lock word, no spans; every path from it is the slow one. */
static quarry_heap_record quarry_empty_heap;

static inline void* heap_empty(void) { return &quarry_empty_heap; }

static inline void* heap_magazineAt(void* heap, int32_t head) {
    QUARRY_BOUND(head, QUARRY_CLASSES * QUARRY_MAGAZINE_BYTES);
    char* from = (char*) heap + (uint32_t) head;
    __asm__("" : "+r"(from)); /* Else the compiler adds the distance of the first before. */
    return from + offsetof(quarry_heap_record, magazines);
}

static inline void* heap_magazine(void* heap, int32_t size_class) {
    return heap_magazineAt(heap, size_class * QUARRY_MAGAZINE_BYTES);
}

static inline void* heap_bin(void* heap, int32_t size_class) {
    QUARRY_BOUND(size_class, QUARRY_CLASSES);
    return &((quarry_heap_record*) heap)->bins[(uint32_t) size_class].bin;
}

static void quarry_place_slots(void* magazine, int64_t slots, int64_t count) {
    ((Magazine*) magazine)->fld_bottom = slots;
    ((Magazine*) magazine)->fld_end = slots;
    magazine_setCount(magazine, count);
}

static inline void* heap_allocate(void) {
    quarry_heap_record* heap = (quarry_heap_record*) MetaBump_allocate(sizeof(quarry_heap_record));
    for (int i = 0; heap != NULL && i < QUARRY_CLASSES; i++) {
        heap->bins[i].bin.fld_available = &heap->bins[i].available;
        heap->bins[i].bin.fld_retired = &heap->bins[i].retired;
        quarry_place_slots(heap->magazines[i], (int64_t) heap->slots[i], 0);
    }
    if (heap != NULL) {
        heap->heap.fld_full = &heap->full;
    }
    return heap;
}

/* ---- owner.HeapTable: chunks of pointers, in metadata ---- */

enum {
    QUARRY_PLACE_SHIFT = 10,
    QUARRY_PLACES = HeapTable_PLACES,
    QUARRY_CHUNK_PLACES = 1 << QUARRY_PLACE_SHIFT
};

static void** quarry_places[QUARRY_PLACES >> QUARRY_PLACE_SHIFT];

static inline void* heaptable_at(int64_t place) {
    if ((uint64_t) place >= QUARRY_PLACES) {
        return &quarry_empty_heap;
    }
    void*** chunk = &quarry_places[place >> QUARRY_PLACE_SHIFT];
    void** heaps = __atomic_load_n(chunk, __ATOMIC_ACQUIRE);
    if (heaps == NULL) {
        return &quarry_empty_heap;
    }
    void* heap = __atomic_load_n(&heaps[place & (QUARRY_CHUNK_PLACES - 1)], __ATOMIC_ACQUIRE);
    return heap != NULL ? heap : &quarry_empty_heap;
}

static inline int32_t heaptable_make(int32_t place) {
    void*** chunk = &quarry_places[place >> QUARRY_PLACE_SHIFT];
    if (*chunk == NULL) {
        void** heaps = (void**) MetaBump_allocate(QUARRY_CHUNK_PLACES * (int64_t) sizeof(void*));
        __atomic_store_n(chunk, heaps, __ATOMIC_RELEASE);
    }
    return *chunk != NULL;
}

static inline void heaptable_put(int32_t place, void* heap) {
    void** heaps = quarry_places[place >> QUARRY_PLACE_SHIFT];
    __atomic_store_n(&heaps[place & (QUARRY_CHUNK_PLACES - 1)], heap, __ATOMIC_RELEASE);
}

/* Beyond the first ones they move, once, to where the most a magazine may hold has room. */
static inline int32_t magazine_makeSlots(void* magazine, int64_t blocks) {
    int64_t old = ((Magazine*) magazine)->fld_bottom;
    if (blocks <= Magazine_FIRST_CAPACITY || ((Magazine*) magazine)->fld_hasRoom) {
        return 1;
    }
    int64_t slots = MetaBump_allocate((Magazine_MAX_CAPACITY + 1) * (int64_t) sizeof(int64_t));
    if (slots == 0) {
        return 0;
    }
    int64_t capacity = magazine_capacity(magazine);
    int64_t count = magazine_count(magazine);
    magazine_layDown(magazine);
    memcpy((void*) slots, (const void*) old, (size_t) (count + 1) * sizeof(int64_t));
    quarry_place_slots(magazine, slots, count);
    magazine_setCapacity(magazine, capacity);
    ((Magazine*) magazine)->fld_hasRoom = 1;
    return 1;
}
