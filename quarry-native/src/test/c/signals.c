/*
 * signals SECONDS SIZES: four threads that allocate and free, each interrupted some ten thousand
 * times a second by a handler that does the same: small and large blocks, and blocks that another
 * thread's handler has allocated. SIZES are "any", or "apart" when handlers use other size classes
 * than what they interrupt. Nobody may wait for ever: main looks twice whether each thread has come
 * further. At the end all blocks are whole, and nothing is lost.
 */
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include "blocks.h"

enum { THREADS = 4, INTERVAL_NANOS = 60000, AT_A_TIME = 150, IN_HANDLER = 6, SLOTS = 64 };

struct lane {
    _Atomic long rounds;
    _Atomic long signals;
    _Atomic(struct block*) for_next[SLOTS]; /* handed to the next thread's handler */
    struct worker in_handler;
};

static struct lane lanes[THREADS];
static __thread struct lane* own;
static atomic_int stop;
static int is_apart;

/* Up to 256 bytes, or above. */
static size_t size_for(struct worker* worker, int is_handler) {
    size_t size = next_size(worker);
    if (is_apart && is_handler) {
        return 300 + size % 3000;
    }
    return is_apart ? 24 + size % 232 : size;
}

static struct block* try_block(struct worker* worker, size_t bytes) {
    struct block* block = quarry_malloc(bytes);
    if (block != NULL) {
        block->bytes = bytes;
        block->self = block;
        ((unsigned char*) block)[bytes - 1] = MARK;
        worker->made++;
    }
    return block;
}

/* Puts a block out for the next thread's handler, and frees one of the thread before. */
static void exchange_blocks(struct lane* lane) {
    struct worker* worker = &lane->in_handler;
    struct block* block = try_block(worker, size_for(worker, 1));
    block = atomic_exchange(&lane->for_next[next_random(worker) % SLOTS], block);
    if (block != NULL) {
        drop_block(worker, block);
    }
    struct lane* before = &lanes[(lane - lanes + THREADS - 1) % THREADS];
    block = atomic_exchange(&before->for_next[next_random(worker) % SLOTS], NULL);
    if (block != NULL) {
        drop_block(worker, block);
    }
}

static void handle(int signal) {
    (void) signal;
    int saved = errno;
    struct lane* lane = own;
    struct block* blocks[IN_HANDLER];
    struct worker* worker = &lane->in_handler;
    for (int i = 0; i < IN_HANDLER; i++) {
        int is_large = next_random(worker) % 8 == 0;
        blocks[i] = try_block(worker, is_large ? 100000 : size_for(worker, 1));
    }
    for (int i = IN_HANDLER - 1; i >= 0; i--) {
        if (blocks[i] != NULL) {
            drop_block(worker, blocks[i]);
        }
    }
    exchange_blocks(lane);
    atomic_fetch_add(&lane->signals, 1);
    errno = saved;
}

static void start_signals(timer_t* timer) {
    struct sigevent event = {0};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGUSR1;
    event._sigev_un._tid = gettid();
    CHECK_ZERO(timer_create(CLOCK_MONOTONIC, &event, timer));
    struct itimerspec often = {{0, INTERVAL_NANOS}, {0, INTERVAL_NANOS}};
    CHECK_ZERO(timer_settime(*timer, 0, &often, NULL));
}

static void work_round(struct lane* lane, struct worker* worker) {
    struct block* blocks[AT_A_TIME];
    size_t bytes = size_for(worker, 0);
    for (int i = 0; i < AT_A_TIME; i++) {
        blocks[i] = make_block(worker, i % 2 == 0 ? bytes : size_for(worker, 0));
    }
    for (int i = 0; i < AT_A_TIME; i++) {
        drop_block(worker, blocks[i]);
    }
    drop_block(worker, make_block(worker, 200000));
    if (next_random(worker) % 8 == 0) {
        quarry_malloc_trim(0);
    }
    atomic_fetch_add(&lane->rounds, 1);
}

static void* work(void* lane_of_thread) {
    struct lane* lane = lane_of_thread;
    struct worker worker = begin_work((uint64_t) (lane - lanes) + 1);
    lane->in_handler = begin_work((uint64_t) (lane - lanes) + 100);
    own = lane;
    timer_t timer;
    start_signals(&timer);
    while (!atomic_load(&stop)) {
        work_round(lane, &worker);
    }
    CHECK_ZERO(timer_delete(timer));
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    CHECK_ZERO(pthread_sigmask(SIG_BLOCK, &signals, NULL));
    for (int i = 0; i < SLOTS; i++) {
        struct block* left = atomic_exchange(&lane->for_next[i], NULL);
        if (left != NULL) {
            drop_block(&worker, left);
        }
    }
    end_work(&worker);
    end_work(&lane->in_handler);
    return NULL;
}

/* Writes without allocating: a thread may be stuck inside. */
static void check_progress(long* before) {
    for (int i = 0; i < THREADS; i++) {
        long now = atomic_load(&lanes[i].rounds);
        if (now == before[i]) {
            static const char text[] = "a thread does not come further\n";
            ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
            _exit(written > 0 ? 3 : 4);
        }
        before[i] = now;
    }
}

int main(int count, char** arguments) {
    CHECK(count == 3);
    is_apart = strcmp(arguments[2], "apart") == 0;
    struct sigaction action = {0};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    CHECK_ZERO(sigaction(SIGUSR1, &action, NULL));
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK_ZERO(pthread_create(&threads[i], NULL, work, &lanes[i]));
    }
    long before[THREADS] = {0};
    long seconds = atol(arguments[1]);
    for (long second = 1; second <= seconds; second++) {
        struct timespec pause = {1, 0};
        nanosleep(&pause, NULL);
        if (second % (seconds / 2) == 0) {
            check_progress(before);
        }
    }
    atomic_store(&stop, 1);
    alarm(20);
    for (int i = 0; i < THREADS; i++) {
        CHECK_ZERO(pthread_join(threads[i], NULL));
        CHECK(atomic_load(&lanes[i].signals) > 0);
    }
    check_rest();
    puts("ok");
    return 0;
}
