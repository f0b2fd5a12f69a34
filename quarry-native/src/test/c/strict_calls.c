/* Pairs of functions that must be compiled to the same code: what the strict calls leave behind. */
#include "quarry.h"

#define PAIR(name, result, parameters, strict, plain)  \
    result strict_##name parameters { strict; }        \
    result plain_##name parameters { plain; }

PAIR(page, void*, (void), return quarry_alloc(4096, 1), return malloc(4096))
PAIR(line, void*, (void), return quarry_alloc(128, 128), return aligned_alloc(128, 128))
PAIR(zeroed, void*, (void), return quarry_alloc_zeroed(64, 8), return calloc(1, 64))
PAIR(give, void, (void* block), quarry_dealloc(block, 4096, 1), free(block))
PAIR(resize, void*, (void* block), return quarry_alloc_resize(block, 10, 8, 20),
     return realloc(block, 20))
