/* Raw memory (dev.quarry.core.base.Memory): words of any alignment and of any type's memory. */
#pragma once
#include <stdint.h>
#include <string.h>

typedef int64_t __attribute__((may_alias, aligned(1))) quarry_word;
typedef int64_t __attribute__((may_alias)) quarry_atomic_word;

static inline quarry_atomic_word* quarry_atomic(int64_t address) {
    return (quarry_atomic_word*) address;
}

#if QUARRY_POISON
#include "quarry_hidden.h"
#else
#define QUARRY_HIDDEN static inline
#define QUARRY_HIDE()
#define QUARRY_SHOW()
#define quarry_hidden_fill(to, value, bytes) memset(to, value, bytes)
#define quarry_hidden_copy(to, from, bytes) memcpy(to, from, bytes)
#endif

QUARRY_HIDDEN int64_t memory_getLong(int64_t address) {
    QUARRY_HIDE();
    int64_t value = *(quarry_word*) address;
    QUARRY_SHOW();
    return value;
}

QUARRY_HIDDEN void memory_putLong(int64_t address, int64_t value) {
    QUARRY_HIDE();
    *(quarry_word*) address = value;
    QUARRY_SHOW();
}

static inline int64_t memory_getLongRelaxed(int64_t address) {
    return __atomic_load_n(quarry_atomic(address), __ATOMIC_RELAXED);
}

static inline void memory_putLongRelaxed(int64_t address, int64_t value) {
    __atomic_store_n(quarry_atomic(address), value, __ATOMIC_RELAXED);
}

static inline int64_t memory_getLongAcquire(int64_t address) {
    return __atomic_load_n(quarry_atomic(address), __ATOMIC_ACQUIRE);
}

static inline int64_t memory_getLongSeqCst(int64_t address) {
    return __atomic_load_n(quarry_atomic(address), __ATOMIC_SEQ_CST);
}

static inline void memory_putLongRelease(int64_t address, int64_t value) {
    __atomic_store_n(quarry_atomic(address), value, __ATOMIC_RELEASE);
}

static inline int32_t memory_casLong(int64_t address, int64_t expected, int64_t value) {
    return __atomic_compare_exchange_n(
        quarry_atomic(address), &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline int64_t memory_exchangeLong(int64_t address, int64_t value) {
    return __atomic_exchange_n(quarry_atomic(address), value, __ATOMIC_SEQ_CST);
}

static inline int64_t memory_fetchOrLong(int64_t address, int64_t bits) {
    return __atomic_fetch_or(quarry_atomic(address), bits, __ATOMIC_SEQ_CST);
}

static inline int64_t memory_fetchAddLong(int64_t address, int64_t delta) {
    return __atomic_fetch_add(quarry_atomic(address), delta, __ATOMIC_SEQ_CST);
}

static inline int32_t memory_getInt(int64_t address) {
    return __atomic_load_n((int32_t*) address, __ATOMIC_RELAXED);
}

static inline void memory_putInt(int64_t address, int32_t value) {
    __atomic_store_n((int32_t*) address, value, __ATOMIC_RELAXED);
}

static inline int32_t memory_getByte(int64_t address) {
#ifdef __SANITIZE_THREAD__
    return __atomic_load_n((uint8_t*) address, __ATOMIC_RELAXED);
#else
    return *(uint8_t*) address; /* An atomic load is not made part of a comparison. */
#endif
}

static inline void memory_putByte(int64_t address, int32_t value) {
    uint8_t byte = (uint8_t) value;
    if (!__builtin_constant_p(value)) {
        __asm__("" : "+r"(byte)); /* Else gcc widens it first. */
    }
    __atomic_store_n((uint8_t*) address, byte, __ATOMIC_RELAXED);
}

static inline int32_t memory_casByte(int64_t address, int32_t expected, int32_t value) {
    uint8_t before = (uint8_t) expected;
    return __atomic_compare_exchange_n((uint8_t*) address, &before, (uint8_t) value, 0,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline void memory_zero(int64_t address, int64_t bytes) {
    quarry_hidden_fill((void*) address, 0, (size_t) bytes);
}

static inline void memory_copy(int64_t from, int64_t to, int64_t bytes) {
    quarry_hidden_copy((void*) to, (const void*) from, (size_t) bytes);
}

static inline int32_t memory_trailingZeros(int64_t bits) { return __builtin_ctzll(bits); }
static inline int32_t memory_leadingZeros(int64_t bits) { return __builtin_clzll(bits); }
static inline int32_t memory_bitCount(int64_t bits) { return __builtin_popcountll(bits); }

static inline int32_t memory_isBelow(int64_t a, int64_t b) { return (uint64_t) a < (uint64_t) b; }

static inline int32_t memory_multiplyOverflows(int64_t a, int64_t b) {
    uint64_t product;
    return __builtin_mul_overflow((uint64_t) a, (uint64_t) b, &product);
}

static inline void memory_spinHint(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}
