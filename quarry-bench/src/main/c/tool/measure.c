/*
 * measure: runs one program and says what the kernel counted for it.
 *
 *   measure [--preload LIB] [--timeout MS] --result FILE -- program args...
 *
 * The result is one line of key=value. Times and faults are those of the program and the
 * children it waited for (wait4). Linked statically: the peak resident memory the kernel reports
 * includes that of the process which called exec, so this one must be small. LD_PRELOAD is set
 * only in the child.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *preload, *result;
static long timeout_ms;
static pid_t child;
static volatile sig_atomic_t timed_out, told_to_stop;

static void usage(void) {
    fputs("usage: measure [--preload LIB] [--timeout MS] --result FILE -- program args...\n",
          stderr);
    exit(125);
}

static char **parse(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--") == 0) {
            return argv + i + 1;
        } else if (strcmp(argv[i], "--preload") == 0) {
            preload = argv[i + 1];
        } else if (strcmp(argv[i], "--timeout") == 0) {
            timeout_ms = atol(argv[i + 1]);
        } else if (strcmp(argv[i], "--result") == 0) {
            result = argv[i + 1];
        } else {
            usage();
        }
    }
    usage();
    return NULL;
}

/* The child leads a process group of its own, so that what it started ends with it. */
static void on_alarm(int signal) {
    (void) signal;
    timed_out = 1;
    kill(-child, SIGKILL);
}

static void on_stop(int signal) {
    (void) signal;
    told_to_stop = 1;
    kill(-child, SIGKILL);
}

static void become(char **program) {
    setpgid(0, 0);
    if (preload != NULL && setenv("LD_PRELOAD", preload, 1) != 0) {
        _exit(126);
    }
    execvp(program[0], program);
    fprintf(stderr, "measure: %s: %s\n", program[0], strerror(errno));
    _exit(127);
}

static void start_timer(void) {
    struct itimerval timer = { { 0, 0 }, { timeout_ms / 1000, timeout_ms % 1000 * 1000 } };
    if (timeout_ms > 0 && setitimer(ITIMER_REAL, &timer, NULL) != 0) {
        perror("measure: setitimer");
        exit(125);
    }
}

static long long micros(struct timeval t) {
    return t.tv_sec * 1000000LL + t.tv_usec;
}

static long long wall_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void write_result(int status, const struct rusage *usage, long long wall) {
    FILE *file = fopen(result, "w");
    if (file == NULL) {
        perror(result);
        exit(125);
    }
    fprintf(file, "exit=%d signal=%d timeout=%d user_us=%lld system_us=%lld wall_us=%lld"
            " peak_kb=%ld minor_faults=%ld major_faults=%ld switches=%ld preemptions=%ld\n",
            WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            WIFSIGNALED(status) ? WTERMSIG(status) : 0, (int) timed_out,
            micros(usage->ru_utime), micros(usage->ru_stime), wall, usage->ru_maxrss,
            usage->ru_minflt, usage->ru_majflt, usage->ru_nvcsw, usage->ru_nivcsw);
    fclose(file);
}

int main(int argc, char **argv) {
    char **program = parse(argc, argv);
    if (result == NULL || program[0] == NULL) {
        usage();
    }
    signal(SIGALRM, on_alarm);
    signal(SIGTERM, on_stop);
    signal(SIGINT, on_stop);
    long long began = wall_us();
    child = fork();
    if (child == 0) {
        become(program);
    } else if (child < 0) {
        perror("measure: fork");
        return 125;
    }
    setpgid(child, child);
    start_timer();
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) {
            perror("measure: wait4");
            return 125;
        }
    }
    write_result(status, &usage, wall_us() - began);
    kill(-child, SIGKILL);
    return told_to_stop ? 124 : 0;
}
