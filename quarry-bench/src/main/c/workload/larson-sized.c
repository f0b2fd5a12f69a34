/*
 * larson-sized: larson (see larson.c) through C++'s operator new and sized operator delete.
 *
 * The caller tells the size when it frees, as C++14 compilers do, so an allocator may skip its
 * own look-up. The operators are called by their linker names, to stay in C.
 */
#include <stddef.h>

#ifndef BENCH_NULL
void *_Znwm(size_t bytes);
void _ZdlPvm(void *block, size_t bytes);
#endif

#define LARSON_SIZED
#include "larson.c"
