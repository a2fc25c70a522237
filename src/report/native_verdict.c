#include "report/native_verdict.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* ---- Kinds ---- */

/* What the first line of a report says, by what it is the native picture of. A bad access has many: where it goes
 * decides what is hit. */
static const char *const accesses[] = {"buffer-overflow",
                                       "buffer-underflow",
                                       "use-after-free",
                                       "use-after-scope",
                                       "use-after-return",
                                       "container-overflow",
                                       "use-after-poison",
                                       "unknown-crash",
                                       "SEGV",
                                       "BUS",
                                       "negative-size-param",
                                       "null pointer",
                                       "out of bounds",
                                       "misaligned address",
                                       "insufficient space",
                                       "applying non-zero offset",
                                       "applying zero offset",
                                       "pointer index expression",
                                       NULL};
static const char *const frees[] = {"attempting double-free", "attempting free", "bad-free", NULL};
static const char *const undefined_values[] = {"use-of-uninitialized-value", NULL};
static const char *const leaks[] = {"detected memory leaks", NULL};
static const char *const overflows[] = {": signed integer overflow", "negation of", "division of", NULL};
static const char *const unsigned_overflows[] = {"unsigned integer overflow", "negation of", NULL};
static const char *const pointer_overflows[] = {"pointer index expression", "applying", "unsigned offset", NULL};
static const char *const float_casts[] = {"outside the range of representable values", NULL};
static const char *const conversions[] = {"implicit conversion", NULL};
static const char *const invalid_values[] = {"not a valid value", "passing zero to", NULL};
static const char *const null_values[] = {"null pointer", NULL};
static const char *const misalignments[] = {"misaligned address", "alignment", NULL};
static const char *const array_sizes[] = {"variable length array bound", NULL};
static const char *const any_check[] = {"runtime error: ", NULL};
static const char *const shifts[] = {"shift exponent", "left shift of", NULL};
static const char *const divisions[] = {"division by zero", "FPE", NULL};
static const char *const unreachables[] = {"unreachable program point", "without returning a value", NULL};
static const char *const stacks[] = {"stack-overflow", NULL};
static const char *const aborts[] = {"ABRT", NULL};
static const char *const traps[] = {"ILL", "TRAP", NULL};

static const char *const *pictures_of(FaultKind kind) {
    switch (kind) {
    case FAULT_OUT_OF_BOUNDS:
    case FAULT_USE_AFTER_FREE:
    case FAULT_USE_AFTER_SCOPE:
    case FAULT_USE_AFTER_RETURN:
    case FAULT_NULL_DEREFERENCE:
    case FAULT_WILD_POINTER:
    case FAULT_WRITE_TO_CONSTANT: return accesses;
    case FAULT_DOUBLE_FREE:
    case FAULT_INVALID_FREE: return frees;
    case FAULT_UNINITIALISED: return undefined_values;
    case FAULT_LEAK: return leaks;
    case FAULT_SIGNED_OVERFLOW: return overflows;
    case FAULT_UNSIGNED_OVERFLOW: return unsigned_overflows;
    case FAULT_POINTER_OVERFLOW: return pointer_overflows;
    case FAULT_FLOAT_CAST: return float_casts;
    case FAULT_IMPLICIT_CONVERSION: return conversions;
    case FAULT_INVALID_VALUE: return invalid_values;
    case FAULT_NULL_VALUE: return null_values;
    case FAULT_MISALIGNED: return misalignments;
    case FAULT_ARRAY_SIZE: return array_sizes;
    case FAULT_SANITIZER: return any_check;
    case FAULT_BAD_SHIFT: return shifts;
    case FAULT_DIVISION_BY_ZERO: return divisions;
    case FAULT_UNREACHABLE: return unreachables;
    case FAULT_STACK_OVERFLOW: return stacks;
    case FAULT_ASSERTION:
    case FAULT_REACH_ERROR:
    case FAULT_ABORT: return aborts;
    case FAULT_TRAP: return traps;
    default: return NULL;
    }
}

/* The sanitizers report the signals they have handlers for: "SEGV on unknown address". */
static bool names_signal(const char *report, int number) {
    char mark[40];
    const char *name = sigabbrev_np(number);
    if (!name) return false;
    snprintf(mark, sizeof mark, "Sanitizer: %s ", name);
    return strstr(report, mark) != NULL;
}

static bool has_kind(const char *report, const NativeExpectation *expected) {
    if (expected->kind == FAULT_FATAL_SIGNAL) return names_signal(report, expected->signal);
    const char *const *pictures = pictures_of(expected->kind);
    for (; pictures && *pictures; pictures++)
        if (strstr(report, *pictures)) return true;
    return false;
}

/* ---- Places ---- */

/* Whether NAME:LINE stands in the text, whatever folder the name is in. */
static bool names_place(const char *text, const char *end, const char *name, u32 line) {
    char place[300];
    int length = snprintf(place, sizeof place, "%s:%u", name, line);
    for (const char *at = text; (at = strstr(at, place)) && at < end; at++) {
        bool begins = at == text || strchr("/ \n", at[-1]);
        if (begins && !isdigit((u8)at[length])) return true;
    }
    return false;
}

/* The report's first paragraph has the stack of the error; those below it tell of births and deaths. Leaks are one a
 * paragraph. How deep a stack may become differs, so that its overflow has no place. */
static bool has_place(const NativeResult *result, const NativeExpectation *expected) {
    if (!expected->line || expected->kind == FAULT_STACK_OVERFLOW) return true;
    const char *name = strrchr(expected->file, '/');
    const char *text = result->errors.chars, *report = strstr(text, result->report.chars);
    const char *end = report && expected->kind != FAULT_LEAK ? strstr(report, "\n\n") : NULL;
    if (!report) return false;
    return names_place(report, end ? end : text + strlen(text), name ? name + 1 : expected->file, expected->line);
}

/* ---- Reasons ---- */

static void add_first_line(const NativeResult *result, Text *reason) {
    enum { MOST_CHARACTERS = 160 };
    const char *text = result->errors.chars ? result->errors.chars : "";
    int length = (int)MIN(strcspn(text, "\n"), (size_t)MOST_CHARACTERS);
    if (length) text_printf(reason, ", having said '%.*s'", length, text);
}

static void explain_end(const NativeResult *result, Text *reason) {
    if (result->signal) text_printf(reason, "it is killed by signal %d", result->signal);
    else if (result->status) text_printf(reason, "it ends with status %d", result->status);
    else text_add(reason, "nothing shows");
    if (result->signal || result->status) add_first_line(result, reason);
}

bool native_shows(const NativeResult *result, const NativeExpectation *expected, Text *reason) {
    const char *report = result->report.chars;
    if (result->is_unfit) text_add(reason, report);
    else if (result->is_timed_out) text_add(reason, "it does not end in time");
    else if (!*result->kind && expected->kind == FAULT_FATAL_SIGNAL && result->signal == expected->signal) return true;
    else if (!*result->kind) explain_end(result, reason);
    else if (!has_kind(report, expected)) text_printf(reason, "it ends with another error, %s", result->kind);
    else if (!has_place(result, expected)) text_printf(reason, "%s shows at another place", result->kind);
    else return true;
    return false;
}
