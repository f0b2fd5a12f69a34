/*
 * Preloaded behind Quarry: at a process's end it appends the program's name and the number of wrong
 * frees that Quarry counted to the file $AUDIT, "none" without Quarry. Unlike the books at exit it
 * leaves the magazines as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* As the system names the process: some programs write over their arguments. */
static void read_name(char *name, size_t size) {
    int file = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, name, size - 1);
    if (length < 1) {
        abort();
    }
    name[length - 1] = 0;
    close(file);
}

static __attribute__((destructor)) void audit(void) {
    uint64_t (*count)(int) = (uint64_t (*)(int)) dlsym(RTLD_DEFAULT, "quarry_fault_count");
    const char *path = getenv("AUDIT");
    char name[32], line[64];
    read_name(name, sizeof name);
    int length = count == NULL ? snprintf(line, sizeof line, "%s none\n", name)
            : snprintf(line, sizeof line, "%s %lu\n", name, (unsigned long) count(0));
    int file = path == NULL ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) {
        if (write(file, line, (size_t) length) != length) {
            abort();
        }
        close(file);
    }
}
