/*
 * larson: a server that replaces blocks for ever, and whose threads come and go.
 *
 * After P. Larson and M. Krishnan, "Memory allocation for long-running server applications"
 * (ISMM 1998). Each thread holds a set of blocks of random size and replaces one at a random
 * place, over and over. After a number of rounds it starts a successor, leaves it the set and
 * ends; the first set comes from main. So blocks are regularly freed by a thread that did not
 * allocate them, often by one whose allocator has ended. Stresses remote frees, what a dead
 * thread leaves behind, and small random sizes.
 */
#include "bench.h"

#ifndef LARSON_ALLOCATE
#define LARSON_ALLOCATE(bytes) malloc(bytes)
#define LARSON_FREE(block, bytes) ((void) (bytes), free(block))
#endif

enum { CHUNKS = 1000, PLAN = 16384, LEAST = 8, MOST = 1000 };

/* Places and sizes drawn beforehand, as drawing costs a tenth of an operation. */
static struct { uint16_t place, bytes; } plan[PLAN];

struct chunk {
    void *block;
    size_t bytes;
};

struct server {
    struct chunk *chunks;
    long left;              /* replacements still to do, over all generations */
    long generation;        /* replacements a thread does before it hands over */
    long step;              /* place in the plan */
};

static struct server servers[BENCH_MAX_THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int running;

static void fill(struct chunk *chunk, size_t bytes) {
    chunk->bytes = bytes;
    chunk->block = LARSON_ALLOCATE(bytes);
    bench_touch(chunk->block, bytes);
}

static void replace(struct server *server, long count) {
    long step = server->step;
    struct chunk *chunks = server->chunks;
    for (long i = 0; i < count; i++) {
        struct chunk *chunk = &chunks[plan[step].place];
        LARSON_FREE(chunk->block, chunk->bytes);
        fill(chunk, plan[step].bytes);
        step = (step + 1) & (PLAN - 1);
    }
    server->step = step;
}

static void draw_plan(uint64_t random) {
    for (int i = 0; i < PLAN; i++) {
        plan[i].place = (uint16_t) bench_below(bench_next(&random), CHUNKS);
        plan[i].bytes = (uint16_t) (LEAST + bench_below(bench_next(&random), MOST - LEAST + 1));
    }
}

static void *generation(void *argument) {
    struct server *server = argument;
    pthread_detach(pthread_self());
    long count = server->left < server->generation ? server->left : server->generation;
    replace(server, count);
    server->left -= count;
    if (server->left > 0) {
        pthread_t successor;
        bench_spawn(&successor, generation, server);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    running--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void serve(int threads) {
    running = threads;
    for (int i = 0; i < threads; i++) {
        pthread_t first;
        bench_spawn(&first, generation, &servers[i]);
    }
    pthread_mutex_lock(&lock);
    while (running > 0) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv) {
    bench_init(argc, argv);
    int threads = bench_threads();
    long ops = bench_option("ops", 8000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    long generation_ops = bench_option("generation", 400 * CHUNKS);
    long initial = (long) CHUNKS * threads;
    if (ops <= initial || generation_ops == 0) {
        bench_fail("--ops", "must exceed 1000 per thread, and --generation 0");
    }
    draw_plan(bench_stream(seed, 0));
    for (int i = 0; i < threads; i++) {
        servers[i].chunks = bench_map(CHUNKS * sizeof(struct chunk));
        servers[i].left = bench_share(ops - initial, threads, i);
        servers[i].generation = generation_ops;
        servers[i].step = (long) i * PLAN / threads;
    }
    bench_start();
    for (int i = 0; i < threads; i++) {
        for (int c = 0; c < CHUNKS; c++) {
            fill(&servers[i].chunks[c], plan[c].bytes);
        }
    }
    serve(threads);
    for (int i = 0; i < threads; i++) {
        for (int c = 0; c < CHUNKS; c++) {
            LARSON_FREE(servers[i].chunks[c].block, servers[i].chunks[c].bytes);
        }
    }
    bench_stop();
    bench_report(ops);
    return 0;
}
