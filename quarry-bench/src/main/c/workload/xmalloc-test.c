/*
 * xmalloc-test: some threads only allocate, others only free.
 *
 * After C. Lever and D. Boreham, "malloc() performance in a multithreaded Linux environment"
 * (USENIX 2000), in its producer and consumer form. Blocks travel in batches through a bounded
 * queue. Every free is remote and no allocating thread ever frees: an allocator whose cache waits
 * for the owner's own frees grows without end or fetches each block through a lock.
 * --threads N gives N producers and N consumers; --consumers M sets the latter apart.
 */
#include "bench.h"

enum { BATCH = 4096, BATCHES_PER_THREAD = 4, MOST_BATCHES = 128 };

struct batch {
    struct batch *next;
    int count;
    void *blocks[BATCH];
};

struct stack {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct batch *top;
    int producers;          /* who may still push; 0: an empty stack stays empty */
};

static struct stack full = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0 };
static struct stack empty = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 1 };
static size_t size;

static void push(struct stack *stack, struct batch *batch) {
    pthread_mutex_lock(&stack->lock);
    batch->next = stack->top;
    stack->top = batch;
    pthread_cond_signal(&stack->filled);
    pthread_mutex_unlock(&stack->lock);
}

static struct batch *pop(struct stack *stack) {
    pthread_mutex_lock(&stack->lock);
    while (stack->top == NULL && stack->producers > 0) {
        pthread_cond_wait(&stack->filled, &stack->lock);
    }
    struct batch *batch = stack->top;
    if (batch != NULL) {
        stack->top = batch->next;
    }
    pthread_mutex_unlock(&stack->lock);
    return batch;
}

static void leave(struct stack *stack) {
    pthread_mutex_lock(&stack->lock);
    stack->producers--;
    pthread_cond_broadcast(&stack->filled);
    pthread_mutex_unlock(&stack->lock);
}

static void produce(struct bench_worker *worker) {
    for (long left = worker->ops; left > 0; left -= BATCH) {
        struct batch *batch = pop(&empty);
        batch->count = left < BATCH ? (int) left : BATCH;
        for (int i = 0; i < batch->count; i++) {
            volatile char *block = malloc(size);
            *block = 1;
            batch->blocks[i] = (void *) block;
        }
        push(&full, batch);
    }
    leave(&full);
}

static void *consume(void *nothing) {
    struct batch *batch;
    while ((batch = pop(&full)) != NULL) {
        for (int i = 0; i < batch->count; i++) {
            free(batch->blocks[i]);
        }
        push(&empty, batch);
    }
    return nothing;
}

int main(int argc, char **argv) {
    static pthread_t consumers[BENCH_MAX_THREADS];
    bench_init(argc, argv);
    int threads = bench_threads();
    int consumer_count = (int) bench_option("consumers", threads);
    long ops = bench_option("ops", 6000000);
    uint64_t seed = (uint64_t) bench_option("seed", BENCH_DEFAULT_SEED);
    size = (size_t) bench_option("size", 64);
    int batches = (threads + consumer_count) * BATCHES_PER_THREAD;
    if (batches > MOST_BATCHES) {
        batches = MOST_BATCHES;
    }
    if (consumer_count < 1 || consumer_count > BENCH_MAX_THREADS) {
        bench_fail("--consumers", "must lie between 1 and 256");
    }
    for (int i = 0; i < batches; i++) {
        push(&empty, bench_map(sizeof(struct batch)));
    }
    full.producers = threads;
    bench_start();
    for (int i = 0; i < consumer_count; i++) {
        bench_spawn(&consumers[i], consume, NULL);
    }
    bench_run(threads, ops, seed, produce);
    for (int i = 0; i < consumer_count; i++) {
        pthread_join(consumers[i], NULL);
    }
    bench_stop();
    bench_report(ops);
    return 0;
}
