/*
 * Prints each tunable as the library has it after its start. The library's own source is in here,
 * for no program sees these variables.
 */
#include "quarry.c"
#include <stdio.h>

int main(void) {
    quarry_free(quarry_malloc(1));
#define QUARRY_TUNABLE(name, variable, least, most, unit) \
    printf("%s=%lld\n", name, (long long) variable);
#include "tunables.h"
    return 0;
}
