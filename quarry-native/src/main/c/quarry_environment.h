/*
 * The environment, as far as it may be read: no getenv, which may be a program's own, and environ
 * may not be there yet. A setuid program has no options.
 */
#pragma once
#include <stddef.h>
#include <sys/auxv.h>

extern char** environ;

/* The entries, or NULL when there are none to read. */
static char** quarry_environment(void) { return getauxval(AT_SECURE) == 0 ? environ : NULL; }

/* The text behind "NAME=" when the entry is of that name, else NULL. */
static const char* quarry_option_value(const char* entry, const char* name) {
    while (*name != 0 && *entry == *name) {
        entry++;
        name++;
    }
    return *name == 0 && *entry == '=' ? entry + 1 : NULL;
}

/* "quarry: NAME must be ": the beginning of the line about a wrong value. */
static void quarry_append_option(quarry_line* line, const char* name) {
    quarry_append(line, "quarry: ");
    quarry_append(line, name);
    quarry_append(line, " must be ");
}

/* Its end, ", not "TEXT"", whole also when the text is cut. */
static void quarry_append_wrong(quarry_line* line, const char* text) {
    quarry_append(line, ", not \"");
    quarry_append(line, text);
    if (line->length > sizeof line->text - 2) {
        line->length = sizeof line->text - 2;
    }
    quarry_append(line, "\"\n");
}
