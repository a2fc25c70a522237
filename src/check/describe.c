#include "check/describe.h"

#include "check/judge.h"

#include <inttypes.h>
#include <string.h>

/* ---- Kinds ---- */

/* "format: the format wants ..." */
static FindingKind kind_of_misuse(const char *text) {
    Text id = {0};
    text_add_n(&id, text, strcspn(text, ":"));
    FindingKind kind = finding_kind_named(id.chars);
    text_free(&id);
    return kind;
}

/* Streams and descriptors are blocks that stand for them. */
static FindingKind of_resource(const Machine *m, u32 object, FindingKind block, FindingKind resource) {
    return object_info(&m->objects, object)->resource ? resource : block;
}

/* The check of an index, before the step that it is for: is that from a member? */
static bool is_of_member(const Machine *m) {
    const Compiled *compiled = ((const Frame *)m->fault_r - 1)->compiled;
    const Function *function = compiled->function;
    u32 at = compiled->origins[m->fault_ip - compiled->code];
    if (function->insns[at].op != OP_CHECK) return false;
    u32 step = at;
    while (step < function->insn_count && function->insns[step].op != OP_INDEX) step++;
    if (step == function->insn_count) return false;
    for (u32 i = at; i-- > 0;)
        if (function->insns[i].dst == function->insns[step].a) return function->insns[i].op == OP_FIELD;
    return false;
}

FindingKind describe_kind(const Machine *m, const Fault *fault) {
    switch (fault->kind) {
    case FAULT_MISUSE: return kind_of_misuse(fault->text.chars);
    case FAULT_OUT_OF_BOUNDS: return is_of_member(m) ? FINDING_MEMBER_OVERFLOW : FINDING_OUT_OF_BOUNDS;
    case FAULT_USE_AFTER_FREE: return of_resource(m, fault->object, FINDING_USE_AFTER_FREE, FINDING_USE_AFTER_CLOSE);
    case FAULT_USE_AFTER_SCOPE:
    case FAULT_USE_AFTER_RETURN: return FINDING_USE_AFTER_SCOPE;
    case FAULT_STACK_ADDRESS: return FINDING_STACK_ADDRESS;
    case FAULT_NULL_DEREFERENCE: return FINDING_NULL_DEREFERENCE;
    case FAULT_WILD_POINTER: return FINDING_WILD_POINTER;
    case FAULT_WRITE_TO_CONSTANT: return FINDING_WRITE_TO_CONSTANT;
    case FAULT_DOUBLE_FREE: return of_resource(m, fault->object, FINDING_DOUBLE_FREE, FINDING_DOUBLE_CLOSE);
    case FAULT_INVALID_FREE: return FINDING_BAD_FREE;
    case FAULT_OVERLAP: return FINDING_OVERLAP;
    case FAULT_UNINITIALISED: /* what comes from nowhere is the result of an operation that had none */
        return fault->origin || fault->origin_name ? FINDING_UNINITIALISED : FINDING_UNDEFINED;
    case FAULT_LEAK: return of_resource(m, fault->lost, FINDING_LEAK, FINDING_FILE_LEAK);
    case FAULT_SIGNED_OVERFLOW: return FINDING_SIGNED_OVERFLOW;
    case FAULT_BAD_SHIFT: return FINDING_BAD_SHIFT;
    case FAULT_DIVISION_BY_ZERO: return FINDING_DIVISION_BY_ZERO;
    case FAULT_UNREACHABLE: return FINDING_UNREACHABLE;
    case FAULT_STACK_OVERFLOW: return FINDING_STACK_OVERFLOW;
    case FAULT_BAD_CALL: return FINDING_BAD_CALL;
    case FAULT_ASSERTION: return FINDING_ASSERTION;
    case FAULT_ARRAY_SIZE: return FINDING_UNDEFINED;
    default: return FINDING_KIND_COUNT;
    }
}

/* ---- Places ---- */

static FindingPlace place_of(const Description *d, LocationId id, const char *function) {
    const Program *program = d->e->m->program;
    const Location *location = &program->locations.at[id];
    return (FindingPlace){.file = program->files.at[location->file],
                          .line = location->line,
                          .column = location->column,
                          .function = function ? function : function_of_location(program, d->facts, id)};
}

void describe_place(const Description *d, const Fault *fault, Finding *finding) {
    const StackEntry *top = fault->stack.count ? &fault->stack.at[0] : &(StackEntry){0};
    finding->place = place_of(d, top->location, top->function ? top->function->name : NULL);
}

/* ---- Notes ---- */

typedef VEC(FindingNote) Notes;

static void add_note(const Description *d, Notes *notes, NoteKind kind, LocationId id, const char *function, u32 depth,
                     const char *text) {
    if (!id) return;
    vec_push(notes, (FindingNote){.kind = kind, .place = place_of(d, id, function), .text = text, .depth = depth});
}

/* The value of a symbol as a reader takes it: what a pointer that was given leads to has no number for him. */
static const char *value_text(const Description *d, const Term *symbol, const Term *value) {
    if (symbol->width == 64 && (u64)value->value >> 32) return "a valid pointer";
    return arena_printf(d->arena, "%" PRId64, term_signed_value(value));
}

/* What the branch was decided by: "n is 10". */
static void add_values_of(const Description *d, Term *guard, Text *out) {
    enum { MOST_VALUES = 3 };
    TermVec symbols = {0};
    term_symbols(d->e->terms, &guard, 1, &symbols);
    u32 count = 0;
    for (u32 i = 0; i < symbols.count && count < MOST_VALUES; i++) {
        Term *symbol = symbols.at[i];
        if (symbol->op != TERM_SYMBOL || term_is_array(symbol) || symbol->width > 64) continue;
        Term *value = explore_evaluate(d->e, symbol);
        if (!value) continue;
        text_printf(out, "%s%s is %s", count++ ? ", " : "", symbol->symbol->name, value_text(d, symbol, value));
    }
    vec_free(&symbols);
}

/* Of a loop that goes round and round only the first and the last round. */
static bool is_told(const TrailStep *step, const TrailStep *later) {
    if (step->is_forced || step->function->is_library) return false;
    if (step->kind != CHOICE_BRANCH && step->kind != CHOICE_SWITCH) return false;
    return !later || later->ip != step->ip || later->r != step->r;
}

static void add_branches(const Description *d, Notes *notes) {
    VEC(const TrailStep *) steps = {0};
    const TrailStep *later = NULL;
    for (const TrailStep *step = d->e->now.path.trail; step; step = step->before) {
        if (!is_told(step, later)) continue;
        vec_push(&steps, step);
        later = step;
    }
    for (u32 i = steps.count; i-- > 0;) {
        Text text = {0};
        text_add(&text, "this way is taken where ");
        add_values_of(d, steps.at[i]->guard, &text);
        add_note(d, notes, NOTE_BRANCH, steps.at[i]->location, steps.at[i]->function->name, steps.at[i]->depth,
                 arena_strdup(d->arena, text.chars));
        text_free(&text);
    }
    vec_free(&steps);
}

static void add_object(const Description *d, Notes *notes, u32 number) {
    const ObjectInfo *info = object_info(&d->e->m->objects, number);
    const Variable *variable = info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA ? info->variable : NULL;
    if (info->kind == OBJECT_GLOBAL && !info->global->is_string_literal)
        add_note(d, notes, NOTE_EVENT, info->global->location, "", 0,
                 arena_printf(d->arena, "'%s' is declared here", info->global->name));
    else if (variable && variable->name)
        add_note(d, notes, NOTE_EVENT, variable->location, NULL, 0,
                 arena_printf(d->arena, "'%s' is declared here", variable->name));
    else if (info->kind == OBJECT_HEAP || info->kind == OBJECT_ALLOCA)
        add_note(d, notes, NOTE_ALLOCATION, info->made_at, NULL, 0, "the block is allocated here");
    if (info->kind == OBJECT_HEAP && info->state == OBJECT_FREED)
        add_note(d, notes, NOTE_FREE, info->freed_at, NULL, 0, "the block is freed here");
}

static void add_origin(const Description *d, Notes *notes, const Fault *fault) {
    if (fault->kind != FAULT_UNINITIALISED || !fault->origin) return;
    const char *text = fault->origin_name
                           ? arena_printf(d->arena, "the value comes from '%s', declared here", fault->origin_name)
                           : "the value comes from a heap block allocated here";
    add_note(d, notes, NOTE_EVENT, fault->origin, NULL, 0, text);
}

static void add_calls(const Description *d, Notes *notes, const Fault *fault) {
    enum { MOST_CALLS = 20 };
    u32 count = fault->stack.count;
    for (u32 i = count; i-- > 1;) {
        const StackEntry *entry = &fault->stack.at[i];
        if (!entry->callee || (count > MOST_CALLS && i >= MOST_CALLS)) continue;
        add_note(d, notes, NOTE_CALL, entry->location, entry->function->name, count - 1 - i,
                 arena_printf(d->arena, "'%s' calls '%s'", entry->function->name, entry->callee->name));
    }
}

/* ---- Values ---- */

static const char *plain_name(const char *name) {
    static const char *const prefixes[] = {INPUT_OF_ARGUMENT, INPUT_OF_VARIABLE};
    for (u32 i = 0; i < COUNT_OF(prefixes); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return name + strlen(prefixes[i]);
    return name;
}

/* Inputs that the path's conditions speak of. */
static void add_values(const Description *d, Finding *finding) {
    enum { MOST_VALUES = 16 };
    TermVec symbols = {0};
    const Path *path = &d->e->now.path;
    term_symbols(d->e->terms, path->constraints.at, path->constraints.count, &symbols);
    finding->values = ARENA_ARRAY(d->arena, FindingValue, MOST_VALUES);
    for (u32 i = 0; i < symbols.count && finding->value_count < MOST_VALUES; i++) {
        Term *symbol = symbols.at[i];
        OutsideValue bytes;
        if (symbol->op != TERM_SYMBOL || term_is_array(symbol) || symbol->width > 64) continue;
        if (outside_symbol(symbol, &bytes)) continue;
        Term *value = explore_evaluate(d->e, symbol);
        if (!value) continue;
        bool is_no_failure =
            !value->value && !strncmp(symbol->symbol->name, FAILING_ALLOCATION, strlen(FAILING_ALLOCATION));
        if (is_no_failure) continue; /* as everybody expects */
        finding->values[finding->value_count++] =
            (FindingValue){plain_name(symbol->symbol->name), value_text(d, symbol, value)};
    }
    vec_free(&symbols);
}

void describe_path(const Description *d, const Fault *fault, Finding *finding) {
    Notes notes = {0};
    bool is_file = finding->kind == FINDING_FILE_LEAK; /* a block to the machine */
    finding->message = is_file ? "what is opened here is never closed, and nothing refers to it any more"
                               : arena_strdup(d->arena, fault->text.chars ? fault->text.chars : "");
    add_calls(d, &notes, fault);
    add_branches(d, &notes);
    if (fault->object) add_object(d, &notes, fault->object);
    add_origin(d, &notes, fault);
    vec_push(&notes, (FindingNote){.kind = NOTE_EVENT,
                                   .place = finding->place,
                                   .text = finding->message,
                                   .depth = fault->stack.count ? fault->stack.count - 1 : 0});
    finding->notes = arena_copy(d->arena, notes.at, notes.count * sizeof *notes.at);
    finding->note_count = notes.count;
    add_values(d, finding);
    vec_free(&notes);
}
