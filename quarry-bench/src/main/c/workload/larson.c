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
#include "bench_plan.h"

enum { CHUNKS = 1000, PLAN = 16384, LEAST = 8, MOST = 1000 };

static struct bench_step plan[PLAN];

struct server {
    void **chunks;
    long left;              /* replacements still to do, over all generations */
    long generation;        /* replacements a thread does before it hands over */
    long step;              /* place in the plan */
};

#ifdef LARSON_SIZED
/* Behind the chunks lie their sizes. */
BENCH_INLINE uint16_t *size_of(void **chunks, long place) {
    return (uint16_t *) (chunks + CHUNKS) + place;
}

BENCH_INLINE void free_chunk(void **chunks, long place) {
    _ZdlPvm(chunks[place], *size_of(chunks, place));
}

BENCH_INLINE void *new_chunk(void **chunks, long place, uint16_t bytes) {
    *size_of(chunks, place) = bytes;
    return _Znwm(bytes);
}
#else
BENCH_INLINE void free_chunk(void **chunks, long place) {
    free(chunks[place]);
}

BENCH_INLINE void *new_chunk(void **chunks, long place, uint16_t bytes) {
    (void) chunks, (void) place;
    return malloc(bytes);
}
#endif

static struct server servers[BENCH_MAX_THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int running;

BENCH_INLINE void fill(void **chunks, const struct bench_step *step, long place) {
    void *block = new_chunk(chunks, place, step->bytes);
    bench_touch(block, step->bytes);
    chunks[place] = block;
}

BENCH_INLINE void replace(void **chunks, const struct bench_step *step) {
    free_chunk(chunks, step->place);
    fill(chunks, step, step->place);
}

static void draw_plan(uint64_t random) {
    for (int i = 0; i < PLAN; i++) {
        plan[i].place = (uint16_t) bench_below(bench_next(&random), CHUNKS);
        plan[i].bytes = (uint16_t) (LEAST + bench_below(bench_next(&random), MOST - LEAST + 1));
    }
}

static void *generation(void *server);

/* Nobody waits for a generation's end. */
static void begin(struct server *server) {
    pthread_t thread;
    bench_begin(&thread, generation, server);
    if (BENCH_WORK) {
        pthread_detach(thread);
    }
}

static void *generation(void *argument) {
    struct server *server = argument;
    long count = server->left < server->generation ? server->left : server->generation;
    server->step = bench_walk(plan, PLAN, server->step, count, server->chunks, replace);
    server->left -= count;
    if (server->left > 0) {
        begin(server);
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
        begin(&servers[i]);
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
        servers[i].chunks = bench_map(CHUNKS * (sizeof(void *) + sizeof(uint16_t)));
        servers[i].left = bench_share(ops - initial, threads, i);
        servers[i].generation = generation_ops;
        servers[i].step = (long) i * PLAN / threads;
    }
    bench_start();
    for (int i = 0; i < threads; i++) {
        for (int c = 0; c < CHUNKS; c++) {
            fill(servers[i].chunks, &plan[c], c);
        }
    }
    serve(threads);
    for (int i = 0; i < threads; i++) {
        for (int c = 0; c < CHUNKS; c++) {
            free_chunk(servers[i].chunks, c);
        }
    }
    bench_stop();
    bench_report(ops);
    return 0;
}
