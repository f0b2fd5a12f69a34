/* A test program stops at the first thing that is not as it should be, and says where. */
#pragma once
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

/* CHECK that a call returns 0, saying what it did return. */
#define CHECK_ZERO(call)                                                        \
    do {                                                                        \
        long result = (call);                                                   \
        if (result != 0) {                                                      \
            fprintf(stderr, "%s:%d: %s is %ld\n", __FILE__, __LINE__, #call, result); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

/* CHECK of an expression that must leave errno as it was. */
#define CHECK_KEEPS_ERRNO(condition) \
    do {                             \
        errno = 77;                  \
        CHECK(condition);            \
        CHECK(errno == 77);          \
    } while (0)

/* CHECK of an expression that must set errno. */
#define CHECK_ERRNO(expected, condition) \
    do {                                 \
        errno = 0;                       \
        CHECK(condition);                \
        CHECK(errno == (expected));      \
    } while (0)

static inline int is_aligned(const void* block, size_t alignment) {
    return ((uintptr_t) block & (alignment - 1)) == 0;
}
