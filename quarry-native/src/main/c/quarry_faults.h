/*
 * Counts faults and does with them what QUARRY_FAULTS says (dev.quarry.core.base.FaultPolicy):
 * "ignore", "report", which writes the first ten of a process to stderr, one line each, or "abort".
 * Nothing here allocates or changes errno.
 */
#pragma once
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "constants.h"
#include "quarry_environment.h"

enum { QUARRY_FAULT_KINDS = Fault_KINDS };

static int64_t quarry_fault_counts[QUARRY_FAULT_KINDS];
static int64_t quarry_fault_total;

/* One of FaultPolicy's numbers; 0 until the environment has been read. */
static int32_t quarry_fault_policy;

static inline const char* quarry_fault_text(int32_t kind) {
    static const char* const texts[QUARRY_FAULT_KINDS] = {
        "fault at ",
        "double free of ",
        "free of an address that is not Quarry's, ",
        "free of an address where no block starts, ",
        "overwritten link in the free block ",
        "free with a wrong size of ",
    };
    return texts[kind > 0 && kind < QUARRY_FAULT_KINDS ? kind : 0];
}

/* The policy of that name; 0 is none. */
static int32_t quarry_fault_policy_named(const char* name) {
    static const char* const names[] = {"ignore", "report", "abort"};
    for (int32_t i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            return FaultPolicy_IGNORE + i;
        }
    }
    return 0;
}

static void quarry_wrong_fault_policy(const char* name) {
    quarry_line line = {0};
    quarry_append_option(&line, "QUARRY_FAULTS");
    quarry_append(&line, "ignore, report or abort");
    quarry_append_wrong(&line, name);
    quarry_write_line(STDERR_FILENO, &line);
}

/* What the environment says, or NULL. */
static const char* quarry_fault_policy_wanted(void) {
    const char* wanted = NULL;
    char** environment = quarry_environment();
    for (char** entry = environment; entry != NULL && *entry != NULL; entry++) {
        const char* value = quarry_option_value(*entry, "QUARRY_FAULTS");
        wanted = value != NULL ? value : wanted;
    }
    return wanted;
}

/* Read at boot, or by the first fault if that comes earlier; who sets it names a wrong value. */
static int32_t quarry_find_fault_policy(void) {
    int32_t known = __atomic_load_n(&quarry_fault_policy, __ATOMIC_RELAXED);
    if (known != 0 || environ == NULL) {
        return known != 0 ? known : FaultPolicy_REPORT;
    }
    const char* wanted = quarry_fault_policy_wanted();
    int32_t named = wanted != NULL ? quarry_fault_policy_named(wanted) : FaultPolicy_REPORT;
    int32_t chosen = named != 0 ? named : FaultPolicy_REPORT;
    int32_t is_first = __atomic_compare_exchange_n(
        &quarry_fault_policy, &known, chosen, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    if (is_first && named == 0) {
        quarry_wrong_fault_policy(wanted);
    }
    return chosen;
}

static void quarry_write_fault(int32_t kind, int64_t address, const char* outcome) {
    quarry_line line = {0};
    quarry_append(&line, "quarry: ");
    quarry_append(&line, quarry_fault_text(kind));
    quarry_append_address(&line, address);
    quarry_append(&line, outcome);
    quarry_write_line(STDERR_FILENO, &line);
}

static __attribute__((cold, noinline)) void quarry_treat_fault(int32_t kind, int64_t address) {
    static int64_t lines;
    int32_t policy = quarry_find_fault_policy();
    if (policy == FaultPolicy_IGNORE) {
        return;
    }
    if (__atomic_fetch_add(&lines, 1, __ATOMIC_RELAXED) < FaultPolicy_LINES) {
        int is_end = policy == FaultPolicy_ABORT;
        quarry_write_fault(kind, address, is_end ? ": aborting\n" : ": ignored\n");
    }
    if (policy == FaultPolicy_ABORT) {
        abort();
    }
}

static inline void faultpolicy_apply(int32_t kind, int64_t address) {
    quarry_treat_fault(kind, address);
}

static inline void os_report(int32_t kind, int64_t address) {
    (void) address;
    if (kind >= 0 && kind < QUARRY_FAULT_KINDS) {
        __atomic_fetch_add(&quarry_fault_counts[kind], 1, __ATOMIC_RELAXED);
    }
    __atomic_fetch_add(&quarry_fault_total, 1, __ATOMIC_RELAXED);
}

static inline int64_t os_reportCount(int32_t kind) {
    return __atomic_load_n(&quarry_fault_counts[(uint32_t) kind], __ATOMIC_RELAXED);
}
