/* The golden classes as a program: prints each case's result, then the build's switches. */
#include "quarry_teavm.h"
#include "core.h"
#include "names.h"
#include "quarry_rt.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    Cell cell;
    int64_t slots[8];
} CellWithSlots;

static CellWithSlots cells[4];
static int cells_used;

static inline void* cell_create(void) { return &cells[cells_used++]; }

static inline int64_t cell_slot(void* cell, int32_t index) {
    return ((CellWithSlots*) cell)->slots[(uint32_t) index];
}

static inline void cell_setSlot(void* cell, int32_t index, int64_t value) {
    ((CellWithSlots*) cell)->slots[(uint32_t) index] = value;
}

#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "core.c"

static void* signaller(void* cell) {
    usleep(20000);
    Golden_signalSlow(cell);
    return NULL;
}

static int64_t await_signal(void) {
    void* cell = cell_create();
    pthread_t thread;
    pthread_create(&thread, NULL, signaller, cell);
    int64_t seen = Golden_await(cell);
    pthread_join(thread, NULL);
    return seen;
}

int main(int count, char** arguments) {
    void* cell = cell_create();
    for (int number = 0; number < atoi(arguments[1]); number++) {
        printf("%lld\n", (long long) Golden_run(cell, number));
    }
    printf("%lld\n", (long long) await_signal());
    printf("%d\n", Golden_switches());
    fflush(stdout);
    int64_t zero = count > 2 ? 0 : 1;
    Golden_require((int64_t) &zero);
    return 0;
}
