#include "check/describe.h"

#include "check/inputs.h"
#include "check/judge.h"
#include "check/phrase.h"
#include "check/places.h"
#include "engine/explore_inside.h"
#include "semantics/lift.h"

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

/* ---- Floats that do not fit an integer ---- */

/* The register that the conversion behind the check is made of; OPERAND_NONE: there is none. */
static u32 converted_register(const Function *function, u32 at) {
    for (u32 i = at; i < function->insn_count; i++) {
        const Insn *insn = &function->insns[i];
        bool converts = insn->op == OP_FPTOSI || insn->op == OP_FPTOUI;
        if (converts && !operand_is_constant(insn->a)) return insn->a;
        if (converts || op_is_terminator((Op)insn->op)) return OPERAND_NONE;
    }
    return OPERAND_NONE;
}

static bool is_made_by_division(const Function *function, u32 at, u32 reg) {
    for (u32 i = at; i-- > 0;)
        if (function->insns[i].dst == reg) return function->insns[i].op == OP_FDIV;
    return false;
}

static Term *without_sign(TermStore *store, Term *value) { return term_extract(store, value, 0, value->width - 1); }

/* A quotient that is infinite, or no number: for some values on the path its divisor is zero. */
static bool is_divided_by_zero(Machine *m) {
    TermStore *store = m->symbolic->terms;
    const Compiled *compiled = ((const Frame *)m->fault_r - 1)->compiled;
    u32 at = compiled->origins[m->fault_ip - compiled->code], reg = converted_register(compiled->function, at);
    if (reg == OPERAND_NONE) return false;
    Term *value = lift_cell(m, (u64 *)(uintptr_t)m->fault_r, compiled->register_cells[reg]);
    if (!value || (value->width != 32 && value->width != 64)) return false;
    if (term_is_const(value)) {
        if (!is_made_by_division(compiled->function, at, reg)) return false;
        u32 fraction = value->width == 32 ? 23 : 52;
        u64 exponent = (value->value & low_mask(value->width - 1)) >> fraction;
        return exponent == low_mask(value->width - 1 - fraction);
    }
    if (value->op != TERM_FDIV) return false;
    Term *divisor = without_sign(store, value->arg[1]);
    return explore_may_be(explorer_of(m), term_eq(store, divisor, term_const(store, divisor->width, 0)));
}

FindingKind describe_kind(Machine *m, const Fault *fault) {
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
    case FAULT_SIGNED_OVERFLOW:
    case FAULT_IMPLICIT_CONVERSION: return FINDING_SIGNED_OVERFLOW; /* of a sum, to a narrow type */
    case FAULT_UNSIGNED_OVERFLOW: return FINDING_UNSIGNED_OVERFLOW;
    case FAULT_FLOAT_CAST: return is_divided_by_zero(m) ? FINDING_DIVISION_BY_ZERO : FINDING_FLOAT_CONVERSION;
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

/* ---- ShownValues ---- */

/* A number as a reader takes it: what a pointer that was given leads to has none for him. */
static const char *value_text(const Description *d, const Type *type, u32 width, u64 bits) {
    bool is_pointer = type && type->kind == TYPE_POINTER;
    if (width == 1) return bits ? "yes" : "no";
    if (is_pointer && !bits) return "null";
    if (is_pointer || (!type && width == 64 && bits >> 32 && (i64)bits > 0)) return "a valid pointer";
    bool is_unsigned = type && type->kind == TYPE_INT && !type->is_signed;
    return is_unsigned ? arena_printf(d->arena, "%" PRIu64, bits)
                       : arena_printf(d->arena, "%" PRId64, sign_extend(bits, width));
}

static bool is_scalar_symbol(const Term *symbol) {
    return symbol->op == TERM_SYMBOL && !term_is_array(symbol) && symbol->width <= 64;
}

/* What is behind a pointer from outside, where no C type says more: "offset 8 of *file". */
static const char *offset_of_symbol(const Description *d, const Term *symbol, u32 depth) {
    enum { DEEPEST = 4 };
    OutsideValue bytes;
    if (!outside_symbol(symbol, &bytes)) return inputs_plain_name(symbol->symbol->name);
    const Term *pointer = d->e->outside.objects.at[bytes.object - OUTSIDE_FIRST].pointer;
    while (pointer->op == TERM_EXTRACT || pointer->op == TERM_CONCAT) pointer = pointer->arg[0];
    bool has_name = pointer->op == TERM_SYMBOL && depth < DEEPEST;
    const char *name = has_name ? offset_of_symbol(d, pointer, depth + 1) : "a pointer";
    i32 offset = (i32)bytes.offset - OUTSIDE_BEFORE;
    bool is_word = !strchr(name, ' ');
    return arena_printf(d->arena, is_word ? "offset %d of *%s" : "offset %d of *(%s)", offset, name);
}

static const char *name_of_symbol(const Description *d, const Term *symbol, Place *place) {
    Text name = {0};
    *place = (Place){0};
    if (!place_of_symbol(&(Places){d->e, d->root}, symbol, place, &name)) *place = (Place){0};
    const char *known =
        place->type && name.length ? arena_strdup(d->arena, name.chars) : offset_of_symbol(d, symbol, 0);
    text_free(&name);
    return known;
}

typedef VEC(FindingValue) ShownValues;

/* A scalar, put together from the symbols that are bytes of it. */
typedef struct {
    const char *name;
    const Type *type; /* NULL: not known */
    u32 width;
    u64 bits;
} ShownScalar;

typedef VEC(ShownScalar) ShownScalars;

static void add_scalar(const Description *d, const Term *symbol, const Term *value, ShownScalars *out) {
    Place place;
    ShownScalar scalar = {.name = name_of_symbol(d, symbol, &place), .type = place.type, .width = symbol->width};
    if (place.type && place.type->size <= 8) scalar.width = (u32)place.type->size * 8;
    u64 bits = (u64)value->value << (place.type ? place.at * 8 : 0);
    for (u32 i = 0; i < out->count; i++)
        if (place.type && !strcmp(out->at[i].name, scalar.name)) {
            out->at[i].bits |= bits;
            return;
        }
    scalar.bits = bits;
    vec_push(out, scalar);
}

/* What a condition was decided by. */
static void find_values_of(const Description *d, Term *guard, ShownValues *out) {
    enum { MOST_VALUES = 8, MOST_SYMBOLS = 64 };
    TermVec symbols = {0};
    ShownScalars scalars = {0};
    term_symbols(d->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && i < MOST_SYMBOLS; i++) {
        Term *symbol = symbols.at[i], *value = is_scalar_symbol(symbol) ? explore_evaluate(d->e, symbol) : NULL;
        if (value) add_scalar(d, symbol, value, &scalars);
    }
    for (u32 i = 0; i < scalars.count && i < MOST_VALUES; i++) {
        const ShownScalar *scalar = &scalars.at[i];
        vec_push(out, (FindingValue){scalar->name, value_text(d, scalar->type, scalar->width, scalar->bits)});
    }
    vec_free(&scalars);
    vec_free(&symbols);
}

/* The value of a variable that stands in a register; NULL: it is none that can be told. */
static const char *value_of_slot(const Description *d, Frame *frame, const Variable *variable) {
    Machine *m = d->e->m;
    const Type *type = variable->type;
    u64 *r = frame_cells(frame);
    u32 cell = frame->compiled->register_cells[variable->reg], flag = frame->compiled->set_flags[variable->reg];
    bool is_scalar = type && (type->kind == TYPE_INT || type->kind == TYPE_POINTER) && type->size && type->size <= 8;
    if (!is_scalar) return NULL;
    if (flag && !r[flag]) return "not initialised";
    Term *term = lift_term(m, r, cell);
    Term *known = term ? explore_evaluate(d->e, term) : NULL;
    if (term && !known) return NULL;
    u64 bits = known ? known->value : r[cell];
    if (type->kind == TYPE_POINTER) return bits ? "a pointer" : "null";
    i64 number = type->is_signed ? sign_extend(bits, (u32)type->size * 8) : (i64)(bits & low_mask((u32)type->size * 8));
    return arena_printf(d->arena, "%" PRId64, number);
}

/* Variables of a call that is under way. */
static void find_variables(const Description *d, Frame *frame, ShownValues *out) {
    enum { MOST_VARIABLES = 12 };
    const Function *function = frame->compiled->function;
    for (u32 i = 0; i < function->variable_count && out->count < MOST_VARIABLES; i++) {
        const Variable *variable = &function->variables[i];
        if (!variable->name || variable->kind != VARIABLE_SLOT) continue;
        const char *value = value_of_slot(d, frame, variable);
        if (value) vec_push(out, (FindingValue){variable->name, value});
    }
}

static void set_values(const Description *d, FindingNote *note, ShownValues *values) {
    note->values = arena_copy(d->arena, values->at, values->count * sizeof *values->at);
    note->value_count = values->count;
    vec_free(values);
}

/* ---- Notes ---- */

typedef VEC(FindingNote) Notes;

static bool add_note(const Description *d, Notes *notes, NoteKind kind, LocationId id, const char *function, u32 depth,
                     const char *text) {
    if (id)
        vec_push(notes, (FindingNote){.kind = kind, .place = place_of(d, id, function), .text = text, .depth = depth});
    return id != 0;
}

/* Of a loop that goes round and round only the first and the last round. */
static bool is_told(const TrailStep *step, const TrailStep *later) {
    if (step->is_forced || step->function->is_library) return false;
    if (step->kind != CHOICE_BRANCH && step->kind != CHOICE_SWITCH) return false;
    return !later || later->ip != step->ip || later->r != step->r;
}

typedef VEC(const TrailStep *) Steps;

/* Those that are told, in the order of the path. */
static void find_steps(const Description *d, Steps *steps) {
    const TrailStep *later = NULL;
    for (const TrailStep *step = d->e->now.path.trail; step; step = step->before) {
        if (!is_told(step, later)) continue;
        vec_push(steps, step);
        later = step;
    }
    for (u32 i = 0, last = steps->count; i + 1 < last; i++, last--) {
        const TrailStep *step = steps->at[i];
        steps->at[i] = steps->at[last - 1];
        steps->at[last - 1] = step;
    }
}

/* Of a branch that decides whether a loop goes on, how; NULL: it decides something else. */
static const char *fate_of_loop(const TrailStep *step, u32 at, const Insn *branch, u32 taken) {
    u32 here = evidence_block_of(step->function, at), other = taken == branch->b ? branch->c : branch->b;
    bool goes_on = evidence_leads_to(step->function, taken, here, UINT32_MAX);
    if (goes_on == evidence_leads_to(step->function, other, here, UINT32_MAX)) return NULL;
    return goes_on ? "the loop goes on" : "the loop is left";
}

/* "'n > 16' is true"; without the words of the source, that a loop is left or a way taken. */
static void add_decision(const Description *d, const TrailStep *step, Text *out) {
    const Compiled *compiled = step->function->compiled;
    u32 at = compiled->origins[step->ip - compiled->code];
    const Insn *branch = &step->function->insns[at];
    u32 taken = branch->op == OP_BRANCH ? evidence_taken_block(step, compiled, branch) : UINT32_MAX;
    ConditionPhrase condition = {0};
    const char *fate = NULL;
    if (taken != UINT32_MAX && branch->b != branch->c)
        condition = phrase_of_condition(d->arena, d->sources, d->e->m->program, step->location);
    if (condition.text)
        text_printf(out, "'%s' is %s", condition.text, (taken == branch->b) != condition.is_negated ? "true" : "false");
    else if (taken != UINT32_MAX && (fate = fate_of_loop(step, at, branch, taken))) text_add(out, fate);
    else text_add(out, branch->op == OP_SWITCH ? "this case is taken" : "this way is taken");
}

static void add_branch(const Description *d, Notes *notes, const TrailStep *step) {
    enum { MOST_NAMED = 3 };
    ShownValues values = {0};
    Text text = {0};
    add_decision(d, step, &text);
    find_values_of(d, step->guard, &values);
    for (u32 i = 0; i < values.count && i < MOST_NAMED; i++)
        text_printf(&text, "%s%s is %s", i ? ", " : " where ", values.at[i].name, values.at[i].value);
    if (add_note(d, notes, NOTE_BRANCH, step->location, step->function->name, step->depth,
                 arena_strdup(d->arena, text.chars)))
        set_values(d, &vec_last(notes), &values);
    else vec_free(&values);
    text_free(&text);
}

/* A call that is under way, with the variables of the caller: they are what they were when it was made. */
static void add_call(const Description *d, Notes *notes, const Fault *fault, u32 index) {
    const StackEntry *entry = &fault->stack.at[index];
    if (!entry->callee) return;
    if (!add_note(d, notes, NOTE_CALL, entry->location, entry->function->name, fault->stack.count - 1 - index,
                  arena_printf(d->arena, "'%s' calls '%s'", entry->function->name, entry->callee->name)))
        return;
    ShownValues values = {0};
    Frame *frame = (Frame *)(uintptr_t)d->e->m->fault_r - 1;
    while (frame && frame->compiled->function != entry->function) frame = frame->caller;
    if (frame) find_variables(d, frame, &values);
    set_values(d, &vec_last(notes), &values);
}

/* ---- The order of the path ---- */

/* What is still to be told while the steps of the path are gone through. */
typedef struct {
    const Fault *fault;
    u32 calls;           /* of the stack: so many, from the outermost, are told */
    u32 object;          /* whose allocation is to be told; 0: none */
    LocationId freed_at; /* that is to be told; 0: nothing */
    bool is_resource;    /* it stands for a stream or a descriptor, which is opened and closed */
} Pending;

static void tell_allocation(const Description *d, Notes *notes, Pending *pending) {
    const ObjectInfo *info = object_info(&d->e->m->objects, pending->object);
    add_note(d, notes, NOTE_ALLOCATION, info->made_at, NULL, 0,
             info->resource ? "it is opened here" : "the block is allocated here");
    pending->object = 0;
}

static void tell_free(const Description *d, Notes *notes, Pending *pending) {
    add_note(d, notes, NOTE_FREE, pending->freed_at, NULL, 0,
             pending->is_resource ? "it is closed here" : "the block is freed here");
    pending->freed_at = 0;
}

static void tell_calls(const Description *d, Notes *notes, Pending *pending, u32 depth) {
    enum { MOST_CALLS = 20 };
    u32 count = pending->fault->stack.count;
    for (; pending->calls + 1 < count && pending->calls < depth; pending->calls++)
        if (count <= MOST_CALLS || count - 1 - pending->calls < MOST_CALLS)
            add_call(d, notes, pending->fault, count - 1 - pending->calls);
}

/* Objects are numbered in the order in which they are made. */
static bool was_made_before(const Description *d, u32 object, const TrailStep *step) {
    u64 next;
    return d->objects_before && map_get(d->objects_before, (u64)(uintptr_t)step, &next) && object < next;
}

/* When a block was freed is not kept: before a step further down in the same function, as far as lines tell. */
static bool was_freed_before(const Description *d, const Pending *pending, const TrailStep *step) {
    const Program *program = d->e->m->program;
    const char *function = function_of_location(program, d->facts, pending->freed_at);
    const Location *freed = &program->locations.at[pending->freed_at], *here = &program->locations.at[step->location];
    return !pending->object && !strcmp(function, step->function->name) && freed->line < here->line;
}

static void tell_path(const Description *d, Notes *notes, Pending *pending) {
    Steps steps = {0};
    Judge judge = {.e = d->e};
    find_steps(d, &steps);
    for (u32 i = 0; i < steps.count; i++) {
        const TrailStep *step = steps.at[i];
        if (judge_is_active(&judge, pending->fault, step)) tell_calls(d, notes, pending, step->depth);
        if (pending->object && was_made_before(d, pending->object, step)) tell_allocation(d, notes, pending);
        if (pending->freed_at && was_freed_before(d, pending, step)) tell_free(d, notes, pending);
        add_branch(d, notes, step);
    }
    vec_free(&steps);
    if (pending->object) tell_allocation(d, notes, pending);
    if (pending->freed_at) tell_free(d, notes, pending);
    tell_calls(d, notes, pending, UINT32_MAX);
}

/* A variable is declared, whenever that is; a block is allocated and freed on the path. */
static void add_object(const Description *d, Notes *notes, u32 number, Pending *pending) {
    const ObjectInfo *info = object_info(&d->e->m->objects, number);
    const Variable *variable = info->kind == OBJECT_LOCAL || info->kind == OBJECT_ALLOCA ? info->variable : NULL;
    if (info->kind == OBJECT_GLOBAL && !info->global->is_string_literal)
        add_note(d, notes, NOTE_EVENT, info->global->location, "", 0,
                 arena_printf(d->arena, "'%s' is declared here", info->global->name));
    else if (variable && variable->name)
        add_note(d, notes, NOTE_EVENT, variable->location, NULL, 0,
                 arena_printf(d->arena, "'%s' is declared here", variable->name));
    else if (info->kind == OBJECT_HEAP || info->kind == OBJECT_ALLOCA) pending->object = number;
    if (info->state == OBJECT_FREED) pending->freed_at = info->freed_at;
    pending->is_resource = info->resource != 0;
}

static void add_origin(const Description *d, Notes *notes, const Fault *fault) {
    if (fault->kind != FAULT_UNINITIALISED || !fault->origin) return;
    const char *text = fault->origin_name
                           ? arena_printf(d->arena, "the value comes from '%s', declared here", fault->origin_name)
                           : "the value comes from a heap block allocated here";
    add_note(d, notes, NOTE_EVENT, fault->origin, NULL, 0, text);
}

/* The finding itself, with the variables of the user's function that it is in. */
static void add_end(const Description *d, Notes *notes, const Fault *fault, const Finding *finding) {
    FindingNote note = {.kind = NOTE_EVENT,
                        .place = finding->place,
                        .text = finding->message,
                        .depth = fault->stack.count ? fault->stack.count - 1 : 0};
    ShownValues values = {0};
    const Function *function = fault->stack.count ? fault->stack.at[0].function : NULL;
    Frame *frame = fault->kind == FAULT_LEAK ? NULL : (Frame *)(uintptr_t)d->e->m->fault_r - 1;
    while (frame && frame->compiled->function != function) frame = frame->caller;
    if (frame) find_variables(d, frame, &values);
    set_values(d, &note, &values);
    vec_push(notes, note);
}

/* ---- The finding ---- */

/* As everybody expects. */
static bool is_no_failure(const Term *symbol, const Term *value) {
    return !value->value && !strncmp(symbol->symbol->name, FAILING_ALLOCATION, strlen(FAILING_ALLOCATION));
}

/* Inputs that the path's conditions speak of; of what is behind pointers, those that have a name. */
static void add_values(const Description *d, Finding *finding) {
    enum { MOST_VALUES = 16, MOST_SYMBOLS = 256 };
    TermVec symbols = {0};
    ShownScalars scalars = {0};
    const Path *path = &d->e->now.path;
    term_symbols(d->e->terms, path->constraints.at, path->constraints.count, &symbols);
    finding->values = ARENA_ARRAY(d->arena, FindingValue, MOST_VALUES);
    inputs_show_texts(d, finding, MOST_VALUES, &symbols);
    for (u32 i = 0; i < symbols.count && i < MOST_SYMBOLS; i++) {
        Term *symbol = symbols.at[i];
        OutsideValue bytes;
        Place place;
        if (!is_scalar_symbol(symbol)) continue;
        bool is_behind = outside_symbol(symbol, &bytes);
        if (is_behind && !place_of_symbol(&(Places){d->e, d->root}, symbol, &place, NULL)) continue;
        Term *value = explore_evaluate(d->e, symbol);
        if (value && !is_no_failure(symbol, value)) add_scalar(d, symbol, value, &scalars);
    }
    for (u32 i = 0; i < scalars.count && finding->value_count < MOST_VALUES; i++)
        finding->values[finding->value_count++] = (FindingValue){
            scalars.at[i].name, value_text(d, scalars.at[i].type, scalars.at[i].width, scalars.at[i].bits)};
    vec_free(&scalars);
    vec_free(&symbols);
}

/* What the machine says, but for what only the checker knows: that a block stands for a stream, that a float is a quotient. The
 * kind of a misuse is told beside its sentence. */
static const char *sentence_of(const Fault *fault, FindingKind kind) {
    const char *text = fault->text.chars ? fault->text.chars : "";
    const char *colon = fault->kind == FAULT_MISUSE ? strstr(text, ": ") : NULL;
    if (kind == FINDING_DOUBLE_CLOSE && fault->kind == FAULT_DOUBLE_FREE)
        return "what is closed here was closed before";
    if (kind == FINDING_USE_AFTER_CLOSE && fault->kind == FAULT_USE_AFTER_FREE)
        return "what is used here was closed before";
    if (kind == FINDING_FILE_LEAK) return "what is opened here is never closed, and nothing refers to it any more";
    if (kind == FINDING_DIVISION_BY_ZERO && fault->kind == FAULT_FLOAT_CAST)
        return "division by zero: the quotient is no number that an integer can be";
    return colon ? colon + strlen(": ") : text;
}

void describe_path(const Description *d, const Fault *fault, Finding *finding) {
    Notes notes = {0};
    finding->message = arena_strdup(d->arena, sentence_of(fault, finding->kind));
    Pending pending = {.fault = fault};
    if (fault->object) add_object(d, &notes, fault->object, &pending);
    add_origin(d, &notes, fault);
    tell_path(d, &notes, &pending);
    add_end(d, &notes, fault, finding);
    finding->notes = arena_copy(d->arena, notes.at, notes.count * sizeof *notes.at);
    finding->note_count = notes.count;
    add_values(d, finding);
    vec_free(&notes);
}
