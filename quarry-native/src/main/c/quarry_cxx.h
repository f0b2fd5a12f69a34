/*
 * C++'s operators new and delete, all forms, under their mangled names: no C++ compiler and no
 * libstdc++ is needed. The handler loop of [new.delete.single] reaches libstdc++ by weak names;
 * without libstdc++ in the process a failing throwing new aborts.
 */
#pragma once
#include <stdlib.h>

#if !QUARRY_PREFIX_ONLY

typedef void (*quarry_new_handler)(void);

extern quarry_new_handler _ZSt15get_new_handlerv(void) __attribute__((weak)); /* get_new_handler */
extern void _ZSt17__throw_bad_allocv(void) __attribute__((weak, noreturn)); /* __throw_bad_alloc */

/* Calls the program's handler, which may free memory, throw or not return; 0 when it has none. */
static int quarry_call_new_handler(void) {
    quarry_new_handler handler = _ZSt15get_new_handlerv ? _ZSt15get_new_handlerv() : NULL;
    if (handler == NULL) {
        return 0;
    }
    handler();
    return 1;
}

static __attribute__((noreturn)) void quarry_throw_bad_alloc(void) {
    if (_ZSt17__throw_bad_allocv) {
        _ZSt17__throw_bad_allocv();
    }
    abort();
}

/* malloc's blocks suit every type of fundamental alignment, so alignment 16 is the plain case. */
static __attribute__((cold, noinline)) void* quarry_new_slow(size_t alignment, size_t size) {
    void* block = NULL;
    while (block == NULL && quarry_call_new_handler()) {
        block = quarry_allocate_aligned(alignment, size);
    }
    return block;
}

static inline void* quarry_new_nothrow(size_t alignment, size_t size) {
    void* block = quarry_allocate_aligned(alignment, size);
    return QUARRY_LIKELY(block != NULL) ? block : quarry_new_slow(alignment, size);
}

static inline void* quarry_new_aligned(size_t alignment, size_t size) {
    void* block = quarry_new_nothrow(alignment, size);
    if (!QUARRY_LIKELY(block != NULL)) {
        quarry_throw_bad_alloc();
    }
    return block;
}

enum { QUARRY_NEW_ALIGNMENT = 16 };

static inline void* quarry_new_plain(size_t size) {
    void* block = quarry_allocate(size);
    return QUARRY_LIKELY(block != NULL) ? block : quarry_new_aligned(QUARRY_NEW_ALIGNMENT, size);
}

static inline void* quarry_new_plain_nothrow(size_t size) {
    void* block = quarry_allocate(size);
    return QUARRY_LIKELY(block != NULL) ? block : quarry_new_slow(QUARRY_NEW_ALIGNMENT, size);
}

#define QUARRY_CXX __attribute__((visibility("default")))

/* operator new: new[] is the same; m is size_t, St11align_val_t an alignment, RKSt9nothrow_t a
 * reference to std::nothrow. */
QUARRY_CXX void* _Znwm(size_t size) { return quarry_new_plain(size); }
QUARRY_CXX void* _Znam(size_t size) { return quarry_new_plain(size); }

QUARRY_CXX void* _ZnwmRKSt9nothrow_t(size_t size, const void* tag) {
    return quarry_new_plain_nothrow(size);
}

QUARRY_CXX void* _ZnamRKSt9nothrow_t(size_t size, const void* tag) {
    return quarry_new_plain_nothrow(size);
}

QUARRY_CXX void* _ZnwmSt11align_val_t(size_t size, size_t alignment) {
    return quarry_new_aligned(alignment, size);
}

QUARRY_CXX void* _ZnamSt11align_val_t(size_t size, size_t alignment) {
    return quarry_new_aligned(alignment, size);
}

QUARRY_CXX void* _ZnwmSt11align_val_tRKSt9nothrow_t(
        size_t size, size_t alignment, const void* tag) {
    return quarry_new_nothrow(alignment, size);
}

QUARRY_CXX void* _ZnamSt11align_val_tRKSt9nothrow_t(
        size_t size, size_t alignment, const void* tag) {
    return quarry_new_nothrow(alignment, size);
}

/* operator delete: whatever else it is given, the block says it all. */
QUARRY_CXX void _ZdlPv(void* block) { quarry_free(block); }
QUARRY_CXX void _ZdaPv(void* block) { quarry_free(block); }
QUARRY_CXX void _ZdlPvm(void* block, size_t size) { quarry_free(block); }
QUARRY_CXX void _ZdaPvm(void* block, size_t size) { quarry_free(block); }
QUARRY_CXX void _ZdlPvRKSt9nothrow_t(void* block, const void* tag) { quarry_free(block); }
QUARRY_CXX void _ZdaPvRKSt9nothrow_t(void* block, const void* tag) { quarry_free(block); }
QUARRY_CXX void _ZdlPvSt11align_val_t(void* block, size_t alignment) { quarry_free(block); }
QUARRY_CXX void _ZdaPvSt11align_val_t(void* block, size_t alignment) { quarry_free(block); }

QUARRY_CXX void _ZdlPvmSt11align_val_t(void* block, size_t size, size_t alignment) {
    quarry_free(block);
}

QUARRY_CXX void _ZdaPvmSt11align_val_t(void* block, size_t size, size_t alignment) {
    quarry_free(block);
}

QUARRY_CXX void _ZdlPvSt11align_val_tRKSt9nothrow_t(
        void* block, size_t alignment, const void* tag) {
    quarry_free(block);
}

QUARRY_CXX void _ZdaPvSt11align_val_tRKSt9nothrow_t(
        void* block, size_t alignment, const void* tag) {
    quarry_free(block);
}

#endif
