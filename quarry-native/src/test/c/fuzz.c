/*
 * fuzz SEED FIRST SECONDS: random sequences of operations on all functions of the library, by four
 * threads that take turns, or, in every second sequence, work at once; one in a hundred is a wrong
 * free. What each block holds is known all the time. Each sequence runs in a process of its own.
 * Ends with the first that fails, made as small as possible, or when the time is over; 0 seconds is
 * the first sequence alone, for a failure to be seen again.
 */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include "fuzz_calls.h"

enum { OPERATIONS = 20000, THREADS = 4, PATIENCE_SECONDS = 60, TRIES_AT_ONCE = 5 };

static struct op ops[OPERATIONS];
static long op_count;

static uint64_t random_state;

static uint64_t draw(void) { /* G. Marsaglia, "Xorshift RNGs", 2003 */
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static size_t draw_size(void) {
    uint64_t random = draw();
    unsigned percent = (unsigned) (random >> 32) % 1000;
    size_t most = percent < 600 ? 512 : percent < 800 ? 4096 : percent < 940 ? 40000
            : percent < 990 ? 300000 : percent < 998 ? 4 << 20 : 64 << 20;
    if (random % 4 == 0) { /* beside an edge: a power of two, or three quarters of it */
        size_t edge = (size_t) 1 << (random >> 8) % 23;
        edge = random & 64 ? edge : edge / 4 * 3;
        return edge + (random >> 16) % 3 - (edge != 0);
    }
    return (random >> 8) % (most + 1);
}

static int draw_kind(void) {
    unsigned at = (unsigned) (draw() >> 20) % 1000;
    static const struct { unsigned below; int kind; } shares[] = {
        {180, MALLOC}, {250, CALLOC}, {275, ALIGNED}, {295, POSIX}, {310, MEMALIGN}, {315, VALLOC},
        {320, PVALLOC}, {380, NEW}, {500, REALLOC}, {520, REALLOCARRAY}, {780, FREE},
        {840, FREE_SIZED}, {860, FREE_ALIGNED}, {865, CFREE}, {925, DELETE}, {975, TOUCH},
        {980, TOO_LARGE}, {990, WRONG}, {992, TRIM}, {995, BOOKS}, {1000, RESTART}};
    int i = 0;
    while (at >= shares[i].below) {
        i++;
    }
    return shares[i].kind;
}

/* A thread works for a while before another has its turn. */
static void draw_ops(uint64_t seed) {
    random_state = seed * 0x9E3779B97F4A7C15u | 1;
    uint8_t thread = 0;
    for (op_count = 0; op_count < OPERATIONS; op_count++) {
        thread = draw() % 32 == 0 ? (uint8_t) (draw() % THREADS) : thread;
        int kind = draw_kind();
        struct op op = {(uint8_t) kind, thread, (uint16_t) (draw() % SLOTS), (uint32_t) draw(),
                        draw_size()};
        op.thread = kind == RESTART ? 0 : thread;
        ops[op_count] = op;
    }
}

/* The threads of a sequence. The first is the process's own: it starts the others anew. */
static pthread_t threads[THREADS];
static sem_t go[THREADS], done;
static _Atomic int stops[THREADS];
static _Atomic long positions[THREADS];
static long turn;

static void take_turn(int self) {
    while (turn < op_count && ops[turn].thread == self && ops[turn].kind != RESTART) {
        perform(&ops[turn], turn);
        turn++;
    }
}

static void* work_in_turn(void* number) {
    int self = (int) (intptr_t) number;
    for (;;) {
        sem_wait(&go[self]);
        if (atomic_load(&stops[self])) {
            return NULL;
        }
        take_turn(self);
        sem_post(&done);
    }
}

static void* work_at_once(void* number) {
    int self = (int) (intptr_t) number;
    while (positions[self] < op_count && !atomic_load(&stops[self])) {
        long at = positions[self]++;
        if (ops[at].thread == self) {
            perform(&ops[at], at);
        }
    }
    return NULL;
}

static void start_thread(int number) {
    atomic_store(&stops[number], 0);
    CHECK_ZERO(pthread_create(&threads[number], NULL, in_turn ? work_in_turn : work_at_once,
                              (void*) (intptr_t) number));
}

static void end_thread(int number) {
    atomic_store(&stops[number], in_turn || positions[number] < op_count);
    sem_post(&go[number]);
    CHECK_ZERO(pthread_join(threads[number], NULL));
}

static void restart(const struct op* op) {
    int number = 1 + (int) (op->extra % (THREADS - 1));
    atomic_store(&stops[number], 1);
    sem_post(&go[number]);
    CHECK_ZERO(pthread_join(threads[number], NULL));
    start_thread(number);
}

static void lead_turns(void) {
    while (turn < op_count) {
        int next = ops[turn].thread;
        if (ops[turn].kind == RESTART) {
            restart(&ops[turn++]);
        } else if (next == 0) {
            take_turn(0);
        } else {
            sem_post(&go[next]);
            sem_wait(&done);
        }
    }
}

static void lead_at_once(void) {
    for (long at = 0; at < op_count; at++) {
        if (ops[at].kind == RESTART) {
            restart(&ops[at]);
        } else if (ops[at].thread == 0) {
            perform(&ops[at], at);
        }
    }
}

static void check_end(void) {
    in_turn = 1; /* all others have ended */
    operation = op_count;
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i].block != NULL) {
            quarry_free(give_up(&slots[i]));
        }
    }
    check_books();
    if ((long) quarry_fault_count(0) != faults_expected) {
        fail("%ld faults expected, %ld counted", (long) faults_expected,
             (long) quarry_fault_count(0));
    }
}

static void play(void) {
    sem_init(&done, 0, 0);
    for (int i = 1; i < THREADS; i++) {
        sem_init(&go[i], 0, 0);
        start_thread(i);
    }
    if (in_turn) {
        lead_turns();
    } else {
        lead_at_once();
    }
    for (int i = 1; i < THREADS; i++) {
        if (in_turn) {
            end_thread(i);
        } else {
            CHECK_ZERO(pthread_join(threads[i], NULL));
        }
    }
    check_end();
}

/* Whether the sequence fails in a process of its own; with what it says, or in silence. */
static int fails_once(int is_loud) {
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(PATIENCE_SECONDS);
        if (!is_loud) {
            dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        }
        play();
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    if (is_loud && WIFSIGNALED(status)) {
        fprintf(stderr, "fuzz: signal %d\n", WTERMSIG(status));
    }
    return status != 0;
}

static int fails(void) {
    for (int i = 0; i < (in_turn ? 1 : TRIES_AT_ONCE); i++) {
        if (fails_once(0)) {
            return 1;
        }
    }
    return 0;
}

/* Leaves `count` operations out if it fails all the same. */
static int leave_out(long from, long count) {
    static struct op kept[OPERATIONS];
    long kept_count = op_count;
    memcpy(kept, ops, sizeof ops);
    memmove(ops + from, ops + from + count, (size_t) (op_count - from - count) * sizeof *ops);
    op_count -= count;
    if (fails()) {
        return 1;
    }
    memcpy(ops, kept, sizeof ops);
    op_count = kept_count;
    return 0;
}

/* A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002. */
static void shrink(void) {
    for (long chunk = (op_count + 1) / 2; chunk > 0;) {
        int has_helped = 0;
        for (long from = 0; from < op_count;) {
            long count = chunk < op_count - from ? chunk : op_count - from;
            if (leave_out(from, count)) {
                has_helped = 1;
            } else {
                from += count;
            }
        }
        chunk = has_helped && chunk <= op_count ? chunk : chunk / 2;
    }
}

static void show(void) {
    fails_once(1);
    for (long i = 0; i < op_count; i++) {
        const struct op* op = &ops[i];
        fprintf(stderr, "fuzz: %3ld: thread %d, slot %3d: %s, size %zu, extra %u\n", i, op->thread,
                op->slot, kind_names[op->kind], op->size, op->extra);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

int main(int argc, char** argv) {
    CHECK(argc == 4);
    uint64_t seed = strtoull(argv[1], NULL, 0);
    long first = atol(argv[2]), sequence = first;
    double end = seconds() + atof(argv[3]);
    do {
        in_turn = sequence % 2 == 0;
        draw_ops(seed + (uint64_t) sequence);
        if (fails_once(1)) {
            fprintf(stderr, "fuzz: seed %lu, sequence %ld, %s\n", (unsigned long) seed, sequence,
                    in_turn ? "in turn" : "at once");
            shrink();
            show();
            return 1;
        }
        sequence++;
    } while (seconds() < end);
    printf("ok, %ld sequences of %d operations\n", sequence - first, OPERATIONS);
    return 0;
}
