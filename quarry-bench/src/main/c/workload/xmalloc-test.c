/*
 * xmalloc-test: some threads only allocate, others only free.
 *
 * After C. Lever and D. Boreham, "malloc() performance in a multithreaded Linux environment"
 * (USENIX 2000), in its producer and consumer form. Blocks travel in batches through a bounded
 * queue. Every free is remote and no allocating thread ever frees: an allocator whose cache waits
 * for the owner's own frees grows without end or fetches each block through a lock.
 * --threads N gives N producers and N consumers; --consumers M sets the latter apart.
 */
#include "bench_plan.h"

enum { BATCH = 4096, BATCHES_PER_THREAD = 4, MOST_BATCHES = 128 };

struct batch {
    struct batch *next;
    int count;
    void *blocks[BATCH];
};

/*
 * Who finds a stack empty sleeps until half of all batches lie on it, as a wake-up for each batch
 * would cost a tenth of what a fast allocator takes for it. Each push onto the fuller half wakes
 * one sleeper, and so does a producer that leaves. So not all can sleep: the last one awake leaves
 * every batch on the other stack, and each push onto it has woken somebody there.
 */
struct stack {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct batch *top;
    int count;
    int producers;          /* who may still push; 0: an empty stack stays empty */
};

static struct stack full = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0 };
static struct stack empty = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 1 };
static size_t size;
static int half_of_batches;

static void push(struct stack *stack, struct batch *batch) {
    pthread_mutex_lock(&stack->lock);
    batch->next = stack->top;
    stack->top = batch;
    bool wakes = ++stack->count >= half_of_batches;
    pthread_mutex_unlock(&stack->lock);
    if (wakes) {
        pthread_cond_signal(&stack->filled);
    }
}

static void await_half(struct stack *stack) {
    while (stack->count < half_of_batches && stack->producers > 0) {
        pthread_cond_wait(&stack->filled, &stack->lock);
    }
}

static struct batch *pop(struct stack *stack) {
    pthread_mutex_lock(&stack->lock);
    if (stack->count == 0) {
        await_half(stack);
    }
    struct batch *batch = stack->top;
    if (batch != NULL) {
        stack->top = batch->next;
        stack->count--;
    }
    pthread_mutex_unlock(&stack->lock);
    return batch;
}

/* A producer ends. Another may sleep at empty batches that were left to this one. */
static void leave(void) {
    pthread_mutex_lock(&full.lock);
    bool last = --full.producers == 0;
    pthread_mutex_unlock(&full.lock);
    if (last) {
        pthread_cond_broadcast(&full.filled);
    } else {
        pthread_cond_signal(&empty.filled);
    }
}

static void produce(struct bench_worker *worker) {
    for (long left = worker->ops; left > 0; left -= BATCH) {
        struct batch *batch = pop(&empty);
        batch->count = left < BATCH ? (int) left : BATCH;
        bench_fill(batch->blocks, batch->count, size);
        push(&full, batch);
    }
    leave();
}

static void *consume(void *nothing) {
    struct batch *batch;
    while ((batch = pop(&full)) != NULL) {
        bench_free_up(batch->blocks, batch->count);
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
    half_of_batches = batches / 2;
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
