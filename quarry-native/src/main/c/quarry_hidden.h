/*
 * In builds that tell tools which bytes are dead: how the allocator itself reads and writes them.
 * AddressSanitizer does not look into these functions, and the loops stay loops, since its own
 * memset and memcpy do look. Valgrind is told to say nothing meanwhile.
 */
#pragma once
#include <stdint.h>
#if QUARRY_VALGRIND
#include <valgrind/memcheck.h>
#define QUARRY_HIDE() VALGRIND_DISABLE_ERROR_REPORTING
#define QUARRY_SHOW() VALGRIND_ENABLE_ERROR_REPORTING
#else
#define QUARRY_HIDE()
#define QUARRY_SHOW()
#endif

#define QUARRY_HIDDEN static inline __attribute__((no_sanitize_address))
#define QUARRY_HIDDEN_LOOP                                                          \
    static __attribute__((no_sanitize_address, noinline, unused,                    \
                          optimize("no-tree-loop-distribute-patterns")))

QUARRY_HIDDEN_LOOP void quarry_hidden_fill(char* to, int value, size_t bytes) {
    QUARRY_HIDE();
    for (size_t i = 0; i < bytes; i++) {
        to[i] = (char) value;
    }
    QUARRY_SHOW();
}

QUARRY_HIDDEN_LOOP void quarry_hidden_copy(char* to, const char* from, size_t bytes) {
    QUARRY_HIDE();
    for (size_t i = 0; i < bytes; i++) {
        to[i] = from[i];
    }
    QUARRY_SHOW();
}
