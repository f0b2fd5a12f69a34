/*
 * flow PRODUCERS CONSUMERS LIVE_KIB ROUNDS: threads that only allocate and threads that only free,
 * with so much on its way between them, and as often as much in all as there are rounds. Told is,
 * for the first and for the second half, the most that was live, as sizes asked for, and the most
 * that was resident beyond what was before the first block.
 */
#include <pthread.h>
#include <sched.h>
#include "blocks.h"
#include "resident.h"

enum { BATCH = 32, ROOM = 1 << 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;

/* The queue, under the lock. */
static struct block* queue[ROOM][BATCH];
static unsigned first;
static unsigned count;
static long live_bytes;
static long most_live_bytes;
static long bytes_to_make;

static long live_limit;

/* Queues a batch when there is room for it; whether there is more to do. */
static int send(struct block** batch, long bytes) {
    pthread_mutex_lock(&lock);
    while (count == ROOM || (count != 0 && live_bytes + bytes > live_limit)) {
        pthread_cond_wait(&changed, &lock);
    }
    memcpy(queue[(first + count++) % ROOM], batch, sizeof queue[0]);
    live_bytes += bytes;
    most_live_bytes = live_bytes > most_live_bytes ? live_bytes : most_live_bytes;
    bytes_to_make -= bytes;
    int goes_on = bytes_to_make > 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return goes_on;
}

/* Takes the oldest batch when the queue is at its limit, or at the end; whether there was one. */
static int receive(struct block** batch) {
    pthread_mutex_lock(&lock);
    while (bytes_to_make > 0 && live_bytes < live_limit * 3 / 4) {
        pthread_cond_wait(&changed, &lock);
    }
    int has_one = count != 0;
    if (has_one) {
        memcpy(batch, queue[first], sizeof queue[0]);
        first = (first + 1) % ROOM;
        count--;
        for (int i = 0; i < BATCH; i++) {
            live_bytes -= (long) batch[i]->bytes;
        }
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return has_one;
}

static void* produce(void* number) {
    struct worker worker = begin_work((uint64_t) (uintptr_t) number);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    struct block* batch[BATCH];
    long bytes;
    do {
        bytes = 0;
        for (int i = 0; i < BATCH; i++) {
            batch[i] = make_block(&worker, 64 + next_random(&worker) % 961);
            memset(batch[i] + 1, MARK, batch[i]->bytes - sizeof(struct block));
            bytes += (long) batch[i]->bytes;
        }
    } while (send(batch, bytes));
    end_work(&worker);
    return NULL;
}

static void* consume(void* number) {
    struct worker worker = begin_work((uint64_t) (uintptr_t) number);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    struct block* batch[BATCH];
    while (receive(batch)) {
        for (int i = 0; i < BATCH; i++) {
            drop_block(&worker, batch[i]);
        }
    }
    end_work(&worker);
    return NULL;
}

/* The most that is live and the most that is resident while more than so much is left to make. */
struct most {
    long live_kib;
    long resident_kib;
};

static struct most watch(long base_kib, long until_bytes) {
    long most = 0;
    long left;
    do {
        long now = resident_kib() - base_kib;
        most = now > most ? now : most;
        sleep_millis(2);
        pthread_mutex_lock(&lock);
        left = bytes_to_make;
        pthread_mutex_unlock(&lock);
    } while (left > until_bytes);
    pthread_mutex_lock(&lock);
    struct most told = {most_live_bytes >> 10, most};
    most_live_bytes = live_bytes;
    pthread_mutex_unlock(&lock);
    return told;
}

int main(int argc, char** argv) {
    CHECK(argc == 5);
    int producers = atoi(argv[1]);
    int consumers = atoi(argv[2]);
    live_limit = atol(argv[3]) << 10;
    long all_bytes = live_limit * atol(argv[4]);
    bytes_to_make = all_bytes;
    memset(queue, 0, sizeof queue);
    pthread_t threads[producers + consumers];
    pthread_barrier_init(&barrier, NULL, (unsigned) (producers + consumers + 1));
    for (int i = 0; i < producers + consumers; i++) {
        CHECK_ZERO(pthread_create(&threads[i], NULL, i < producers ? produce : consume,
                                  (void*) (uintptr_t) (i + 1)));
    }
    pthread_barrier_wait(&barrier);
    long base = resident_kib();
    pthread_barrier_wait(&barrier);
    struct most early = watch(base, all_bytes / 2);
    struct most late = watch(base, 0);
    for (int i = 0; i < producers + consumers; i++) {
        CHECK_ZERO(pthread_join(threads[i], NULL));
    }
    check_rest();
    tell("early_live_kib", early.live_kib);
    tell("early_kib", early.resident_kib);
    tell("late_live_kib", late.live_kib);
    tell("late_kib", late.resident_kib);
    return 0;
}
