/* Soundness of the points-to analyses, by observation: programs run in the machine, and each load and store must touch
 * the group that every analysis gives to the instruction and to the bytes.
 *
 *     alias_observed [--32] [FILE...]      without files: those of test/alias, in both data models
 */
#include "alias/alias.h"
#include "load.h"
#include "machine/machine.h"

#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ANALYSES = 8, MOST_EVENTS = 200000 };

/* The calls that led somewhere, as a list that others share: the innermost, and the number of the rest. 0: none. */
typedef struct {
    const Insn *call;
    u32 rest;
} Calls;

/* What was accessed: a global, a variable or a heap block by the calls that made it. */
typedef struct {
    ObjectKind kind;
    const Global *global;
    const Variable *variable;
    const Function *function; /* of the variable */
    u32 calls;                /* of a heap block; of a variable, the calls that led to its function */
} Observed;

typedef struct {
    u32 calls; /* the access first */
    Observed object;
    u64 offset, size;
} Event;

typedef struct {
    VEC(Event) events;
    Map known; /* hashes of events */
    VEC(Calls) calls;
    Map call_numbers; /* hash of Calls -> number */
    Map heap;         /* object number -> index of `blocks` */
    VEC(Observed) blocks;
    const Code *last_ip;
    u64 *last_r;
    u32 next_object;
} Recorder;

static Recorder recorder; /* handlers get no context */

/* ---- Recording ---- */

static u32 intern(const Insn *call, u32 rest) {
    bool is_new;
    if (!recorder.calls.count) vec_push(&recorder.calls, (Calls){0});
    u64 *number = map_cell(&recorder.call_numbers, hash_combine((u64)(uintptr_t)call, rest), &is_new);
    if (is_new) {
        *number = recorder.calls.count;
        vec_push(&recorder.calls, (Calls){call, rest});
    }
    return (u32)*number;
}

static u32 calls_of(const Code *ip, u64 *r) {
    VEC(const Insn *) calls = {0};
    u32 number = 0;
    for (Frame *frame = frame_of(r);; frame = frame->caller) {
        vec_push(&calls, machine_insn(ip, frame_cells(frame)));
        if (!frame->caller) break;
        ip = frame->return_to - 1;
    }
    while (calls.count) {
        const Insn *call = vec_pop(&calls);
        number = intern(call, number);
    }
    vec_free(&calls);
    return number;
}

typedef VEC(const Insn *) CallList;

static CallList list_of(u32 calls) {
    CallList list = {0};
    for (; calls; calls = recorder.calls.at[calls].rest) vec_push(&list, recorder.calls.at[calls].call);
    return list;
}

/* Blocks that the last operation has made. */
static void note_blocks(const Machine *m) {
    if (!recorder.next_object) recorder.next_object = m->objects.next;
    for (; recorder.next_object < m->objects.next; recorder.next_object++) {
        if (object_info(&m->objects, recorder.next_object)->kind != OBJECT_HEAP || !recorder.last_ip) continue;
        Observed block = {.kind = OBJECT_HEAP};
        block.calls = calls_of(recorder.last_ip, recorder.last_r);
        map_put(&recorder.heap, recorder.next_object, recorder.blocks.count);
        vec_push(&recorder.blocks, block);
    }
}

static bool find_variable(const Variable *variable, u64 *r, Observed *out) {
    const Frame *frame = frame_of(r);
    for (; frame; frame = frame->caller) {
        const Function *function = frame->compiled->function;
        if (variable < function->variables || variable >= function->variables + function->variable_count) continue;
        *out = (Observed){.kind = OBJECT_LOCAL, .variable = variable, .function = function};
        if (frame->caller) out->calls = calls_of(frame->return_to - 1, frame_cells(frame->caller));
        return true;
    }
    return false;
}

/* Strings of the host (argv) are globals that the program has not. */
static bool is_of_program(const Program *program, const Global *global) {
    return global && global->number < program->globals.count && program->globals.at[global->number] == global;
}

static bool identify(const Machine *m, u64 *r, u32 number, Observed *out) {
    const ObjectInfo *info = object_info(&m->objects, number);
    u64 block;
    switch ((ObjectKind)info->kind) {
    case OBJECT_GLOBAL:
        *out = (Observed){.kind = OBJECT_GLOBAL, .global = info->global};
        return is_of_program(m->program, info->global);
    case OBJECT_LOCAL: return info->variable && find_variable(info->variable, r, out);
    case OBJECT_HEAP:
        if (!map_get(&recorder.heap, number, &block)) return false;
        *out = recorder.blocks.at[block];
        return true;
    default: return false;
    }
}

static void record_access(Machine *m, const Code *ip, u64 *r) {
    Event event = {.size = code_infos[ip->op].bits / 8};
    Fault fault = {0};
    u32 number;
    u64 offset;
    bool is_right =
        fault_check_access(&fault, &m->objects, r[ip->a], code_delta(ip, r), event.size, ACCESS_READ, &number, &offset);
    fault_free(&fault);
    const Insn *insn = machine_insn(ip, r);
    if (!is_right || (insn->op != OP_LOAD && insn->op != OP_STORE)) return;
    if (!identify(m, r, number, &event.object) || recorder.events.count >= MOST_EVENTS) return;
    event.calls = calls_of(ip, r);
    event.offset = offset;
    bool is_new;
    map_cell(&recorder.known, hash_bytes(&event, sizeof event), &is_new);
    if (is_new) vec_push(&recorder.events, event);
}

static bool is_memory(const Code *ip) {
    switch (code_infos[ip->op].form) {
    case FORM_MEMORY:
    case FORM_MEMORY_X:
    case FORM_MEMORY_W: return true;
    default: return false;
    }
}

static Dispatch real_tracking;

static void observe(Machine *m, const Code *ip, u64 *r) {
    note_blocks(m);
    recorder.last_ip = ip;
    recorder.last_r = r;
    if (is_memory(ip)) record_access(m, ip, r);
}

static HANDLER_CALL void observe_and_do(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    observe(m, ip, r);
    __attribute__((musttail)) return m->fast.handlers[ip->op](m, ip, r, t);
}

static HANDLER_CALL void observe_and_track(Machine *m, const Code *ip, u64 *r, const Dispatch *t) {
    observe(m, ip, r);
    __attribute__((musttail)) return real_tracking.handlers[ip->op](m, ip, r, t);
}

static void run_observed(Program *program, const char *file) {
    char name[] = "program";
    char *arguments[] = {name, NULL}, *environment[] = {NULL};
    MachineOptions options = {.max_memory = 1 << 30,
                              .max_stack = 8 << 20,
                              .max_seconds = 20,
                              .allow_uninitialised = true,
                              .count_instructions = true};
    Machine m;
    Error error = {0};
    machine_init(&m, program, &options);
    real_tracking = m.tracking;
    for (u32 i = 0; i < CODE_COUNT; i++) {
        m.counting.handlers[i] = observe_and_do;
        m.tracking.handlers[i] = observe_and_track;
    }
    if (!machine_run(&m, 1, arguments, environment, &error)) fprintf(stderr, "%s: %s\n", file, error.message.chars);
    machine_free(&m);
    error_free(&error);
}

/* ---- Checking ---- */

static bool object_of(const Alias *alias, const Observed *observed, u32 *object) {
    if (observed->kind == OBJECT_GLOBAL) return alias_object_of_global(alias, observed->global, object);
    CallList calls = list_of(observed->calls);
    bool is_known = observed->kind == OBJECT_HEAP ? alias_object_of_heap(alias, calls.at, calls.count, object)
                                                  : alias_object_of_local(alias, observed->function, observed->variable,
                                                                          calls.at, calls.count, object);
    vec_free(&calls);
    return is_known;
}

static void check_event(const Program *program, const Alias *alias, const char *name, const char *file,
                        const Event *event) {
    u32 object;
    CallList calls = list_of(event->calls);
    u32 group = alias_group_of_access(alias, calls.at, calls.count);
    const Location *location = &program->locations.at[calls.at[0]->location];
    vec_free(&calls);
    if (!object_of(alias, &event->object, &object)) return; /* made in a way that the analysis has no object for */
    u32 first = alias_group_at(alias, object, event->offset);
    u32 last = alias_group_at(alias, object, event->offset + event->size - 1);
    u64 whole = alias_group_size(alias, group);
    bool is_right = group && group == first && group == last && (!whole || whole >= event->size);
    if (!is_right) {
        Text text = {0};
        alias_print_object(alias, object, &text);
        printf("%s: %s: access at line %u:%u in group %u, bytes %llu+%llu of %s in groups %u and %u\n", file, name,
               location->line, location->column, group, (unsigned long long)event->offset,
               (unsigned long long)event->size, text.chars, first, last);
        text_free(&text);
    }
    CHECK(is_right);
}

static void free_recorder(void) {
    vec_free(&recorder.events);
    vec_free(&recorder.blocks);
    map_free(&recorder.known);
    vec_free(&recorder.calls);
    map_free(&recorder.call_numbers);
    map_free(&recorder.heap);
    recorder = (Recorder){0};
}

static void check_analyses(Program *program, const char *file, AliasClones clones) {
    u32 counts[MOST_ANALYSES] = {0}, at = 0;
    for (const AliasAnalysis *analysis = alias_analyses; analysis->name; analysis++, at++) {
        Error error = {0};
        if (clones == ALIAS_BOTTOM_UP && !analysis->has_summaries) continue;
        Alias *alias = analysis->run(program, clones, &error);
        CHECK(alias != NULL);
        for (u32 i = 0; alias && i < recorder.events.count; i++)
            check_event(program, alias, analysis->name, file, &recorder.events.at[i]);
        u32 largest;
        if (alias) alias_count_groups(alias, &counts[at], &largest);
        if (alias) alias_free(alias);
        error_free(&error);
    }
    /* andersen, steensgaard, steensgaard-fields, dsa, cells: the last is the finest by unification (section 6) */
    bool is_ordered =
        counts[1] <= counts[2] && counts[1] <= counts[3] && counts[2] <= counts[4] && counts[3] <= counts[4];
    if (!is_ordered) printf("%s: groups %u, %u, %u, %u\n", file, counts[1], counts[2], counts[3], counts[4]);
    CHECK(is_ordered);
}

static void check_program(Program *program, const char *file) {
    fflush(stdout);
    int out = dup(1), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    run_observed(program, file);
    dup2(out, 1);
    close(out);
    close(nowhere);
    CHECK(recorder.events.count > 0);
    check_analyses(program, file, ALIAS_CLONES_FEW);
    check_analyses(program, file, ALIAS_CLONES_ALL);
    check_analyses(program, file, ALIAS_BOTTOM_UP);
    free_recorder();
}

static void check_file(const char *file, bool is_32) {
    Program *program = load_file(file, is_32);
    if (!program) return;
    if (program_function_named(program, "main")) check_program(program, file); /* a library does not run */
    program_free(program);
}

int main(int argc, char **argv) {
    glob_t found = {0};
    bool is_32 = argc > 1 && !strcmp(argv[1], "--32");
    for (int i = 1 + is_32; i < argc; i++) check_file(argv[i], is_32);
    if (argc == 1) {
        glob("test/alias/*.c", 0, NULL, &found);
        for (size_t i = 0; i < found.gl_pathc; i++) check_file(found.gl_pathv[i], i % 2);
        globfree(&found);
    }
    return finish();
}
