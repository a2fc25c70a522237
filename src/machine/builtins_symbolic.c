/* Symbolic inputs, assumptions and bugs, as the harness functions and the modelled environment in runtime/ ask for
 * them (doc/symbolic.md). Here as `loci exec` answers: with a test, its bytes; without one, a symbolic object is an
 * error, and nothing is ever symbolic. */
#include "machine/builtins.h"
#include "machine/inputs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the user's code asked, and in which function. */
static void note_place(Machine *m, const BuiltinCall *call) {
    const Frame *frame = frame_of(call->r);
    while (frame->compiled->function->is_library && frame->caller && frame->caller->caller) frame = frame->caller;
    InputAsked asked = {machine_location(m, call->ip, call->r), frame->compiled->function->name};
    vec_push(&m->inputs->asked, asked);
}

bool builtin_take_input(Machine *m, const BuiltinCall *call) {
    char *name = memory_string(m, call->ip, call->r, call->args[2]);
    if (!name) return false;
    u64 size = call->args[1];
    Error error = {0};
    bool ok = false;
    if (!m->inputs) {
        error_set(&error, "'%s' is symbolic: the program needs 'loci run', or 'loci exec --test=FILE.ktest'", name);
    } else {
        machine_make_statics(m); /* the input may be the address of one */
        u8 *target = memory_writable(m, call->ip, call->r, call->args[0], size);
        ok = target && inputs_take(m->inputs, name, target, size, &error);
        if (ok) note_place(m, call);
    }
    if (error_is_set(&error)) machine_stuck(m, call->ip, call->r, "%s", error.message.chars);
    error_free(&error);
    free(name);
    return ok;
}

static bool do_assume(Machine *m, const BuiltinCall *call) {
    if ((u32)call->args[0]) return true;
    machine_stuck(m, call->ip, call->r, "an assumption of the program does not hold%s",
                  m->inputs ? " for this test" : "");
    return false;
}

static bool do_is_symbolic(Machine *m, const BuiltinCall *call) {
    *call->result = 0;
    return true;
}

static bool do_same_value(Machine *m, const BuiltinCall *call) {
    *call->result = call->args[0];
    return true;
}

/* The kinds of __loci_fail, from 1. */
static const FaultKind fail_kinds[] = {FAULT_ASSERTION, FAULT_REACH_ERROR, FAULT_ABORT, FAULT_USER_REPORT};

static bool do_fail(Machine *m, const BuiltinCall *call) {
    if (!m->inputs) return true; /* a plain run does what the native program does */
    char *message = memory_string(m, call->ip, call->r, call->args[1]);
    if (!message) return false;
    u32 kind = (u32)call->args[0] - 1;
    machine_fault_text(m, call->ip, call->r, kind < COUNT_OF(fail_kinds) ? fail_kinds[kind] : FAULT_USER_REPORT, "%s",
                       message);
    free(message);
    return false;
}

static bool do_overflow(Machine *m, const BuiltinCall *call) {
    char *sentence = memory_string(m, call->ip, call->r, call->args[0]);
    m->fault.names_function = sentence != NULL;
    if (sentence) machine_fault_text(m, call->ip, call->r, FAULT_OUT_OF_BOUNDS, "%s", sentence);
    free(sentence);
    return false;
}

/* What only waits for ever, or would need a second process: the program cannot go on. */
static bool do_unsupported(Machine *m, const BuiltinCall *call) {
    char *what = memory_string(m, call->ip, call->r, call->args[0]);
    if (what) machine_stuck(m, call->ip, call->r, "%s", what);
    free(what);
    return false;
}

/* What the library only pretends to do: the program goes on, and whoever asks for the results is told. */
static bool do_unmodelled(Machine *m, const BuiltinCall *call) {
    char *what = memory_string(m, call->ip, call->r, call->args[0]);
    if (what) machine_unmodelled(m, call->ip, call->r, what);
    free(what);
    return what != NULL;
}

static bool do_end_path(Machine *m, const BuiltinCall *call) {
    machine_exit(m, (int)(u32)call->args[0]);
    return false;
}

static bool do_nothing(Machine *m, const BuiltinCall *call) { return true; }

static void say(const Machine *m, Text *line) {
    text_add_char(line, '\n');
    if (!m->keeps_output && write(STDERR_FILENO, line->chars, line->length) < 0)
        text_clear(line); /* as the program's */
    text_free(line);
}

/* What was told before is not remembered: the program runs once. */
static bool do_say(Machine *m, const BuiltinCall *call) {
    char *message = memory_string(m, call->ip, call->r, call->args[0]);
    if (!message) return false;
    Text text = {0};
    text_add(&text, message);
    if (call->args[1] & SAY_WITH_CALLS) machine_add_calls(m, call->ip, call->r, &text);
    free(message);
    say(m, &text);
    return true;
}

/* klee_print_expr and klee_print_range: what is printed is a number. */
static bool do_print_value(Machine *m, const BuiltinCall *call) {
    char *message = memory_string(m, call->ip, call->r, call->args[0]);
    if (!message) return false;
    const Type *type = call->site->call->arg_count > 1 ? call->site->call->args[1].type : NULL;
    u32 unused = type && type->bits && type->bits < 64 ? 64 - type->bits : 0;
    Text text = {0};
    text_printf(&text, "%s:", message);
    if (type) text_printf(&text, " %lld", (long long)((i64)(call->args[1] << unused) >> unused));
    free(message);
    say(m, &text);
    return true;
}

/* The length of the setting, of which as much as fits is in the buffer, terminated; -1 if it was not given. */
static bool do_setting(Machine *m, const BuiltinCall *call) {
    char *name = memory_string(m, call->ip, call->r, call->args[0]);
    if (!name) return false;
    const char *value = m->inputs ? inputs_setting(m->inputs, name) : NULL;
    free(name);
    u64 length = value ? strlen(value) : 0, kept = MIN(length + 1, call->args[2]);
    *call->result = value ? (u32)length : (u32)-1;
    if (!value || !kept) return true;
    u8 *target = memory_writable(m, call->ip, call->r, call->args[1], kept);
    if (!target) return false;
    memcpy(target, value, kept - 1);
    target[kept - 1] = 0;
    return true;
}

static bool do_is_run(Machine *m, const BuiltinCall *call) {
    enum { PLAIN, RUN, UNKNOWN_WORLD }; /* runtime/include/loci_machine.h */
    *call->result = !m->inputs ? PLAIN : m->options.world_is_unknown ? UNKNOWN_WORLD : RUN;
    return true;
}

/* Never called, since nothing is symbolic here. */
static bool do_format_symbolic(Machine *m, const BuiltinCall *call) {
    machine_stuck(m, call->ip, call->r, "a number is formatted as if it were symbolic");
    return false;
}

static bool do_process_memory(Machine *m, const BuiltinCall *call) {
    char *name = memory_string(m, call->ip, call->r, call->args[1]);
    u32 number = name ? machine_process_object(m, name, call->args[0]) : 0;
    *call->result = number ? object_pointer(&m->objects, number) : 0;
    free(name);
    return name != NULL;
}

/* The block that was just made. */
static bool do_own(Machine *m, const BuiltinCall *call) {
    u32 number = pointer_object(call->args[0]);
    if (call->args[0]) objects_let_be_lost(&m->objects, number);
    *call->result = call->args[0];
    return true;
}

static bool do_fixed_object(Machine *m, const BuiltinCall *call) {
    u32 number = machine_process_object(m, "fixed object", call->args[1]);
    *call->result = number && objects_fix(&m->objects, number, call->args[0]);
    return true;
}

const Builtin builtins_symbolic[] = {
    {.name = "__loci_make_symbolic", .run = builtin_take_input},
    {.name = "__loci_assume", .run = do_assume},
    {.name = "__loci_assume_aloud", .run = do_assume},
    {.name = "__loci_is_symbolic", .run = do_is_symbolic, .is_pure = true},
    {.name = "__loci_some_value", .run = do_same_value, .is_pure = true},
    {.name = "__loci_concretise", .run = do_same_value, .is_pure = true},
    {.name = "__loci_fail", .run = do_fail},
    {.name = "__loci_overflow", .run = do_overflow},
    {.name = "__loci_unsupported", .run = do_unsupported},
    {.name = "__loci_unmodelled", .run = do_unmodelled},
    {.name = "__loci_end_path", .run = do_end_path},
    {.name = "__loci_end_silently", .run = do_end_path},
    {.name = "__loci_say", .run = do_say},
    {.name = "__loci_prefer", .run = do_nothing},
    {.name = "__loci_set_forking", .run = do_nothing},
    {.name = "__loci_open_merge", .run = do_nothing},
    {.name = "__loci_close_merge", .run = do_nothing},
    {.name = "klee_print_expr", .run = do_print_value},
    {.name = "klee_print_range", .run = do_print_value},
    {.name = "__loci_setting", .run = do_setting},
    {.name = "__loci_is_run", .run = do_is_run},
    {.name = "__loci_process_memory", .run = do_process_memory},
    {.name = "__loci_own", .run = do_own},
    {.name = "__loci_fixed_object", .run = do_fixed_object},
    {.name = "__loci_format_symbolic", .run = do_format_symbolic},
    {0},
};
