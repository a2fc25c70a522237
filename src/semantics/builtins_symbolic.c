/* Functions of the machine that know of terms: in symbolic execution they stand in the place of those of the same
 * name in the other tables. Their arguments have no undefined bits (lift_builtin). */
#include "machine/builtins.h"
#include "memory/bytes/array_blocks.h"
#include "memory/groups.h"
#include "semantics/builtins_hints.h"
#include "semantics/contracts.h"
#include "semantics/room.h"
#include "semantics/leaks_decide.h"
#include "semantics/lift.h"
#include "semantics/texts.h"
#include "memory/store/storage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Term *argument(Machine *m, const BuiltinCall *call, u32 index) {
    return lift_cell(m, call->r, (u32)(call->args - call->r) + index);
}
static bool is_number(const Term *term) { return term_is_const(term); }

/* The common case, in which no term is made: all arguments are numbers, and so are the sizes of the blocks they name. */
static bool are_numbers(const Machine *m, const BuiltinCall *call, u32 count) {
    for (u32 i = 0; i < count; i++) {
        if (lift_term(m, call->r, (u32)(call->args - call->r) + i)) return false;
        u32 object = object_behind(&m->objects, pointer_object(call->args[i]));
        if (object_info(&m->objects, object)->is_conditional) return false;
    }
    return true;
}

static void answer(Machine *m, const BuiltinCall *call, Term *term) {
    lift_set(m, call->r, (u32)(call->result - call->r), term);
}
static void answer_number(Machine *m, const BuiltinCall *call, u64 number) {
    answer(m, call, term_const(m->symbolic->terms, 64, number));
}

/* An argument that has to be a number. */
static u64 fixed(Machine *m, const BuiltinCall *call, u32 index) {
    return strategy_concretise(m, argument(m, call, index));
}

/* The same, with a path for each number if they are few. */
static bool split(Machine *m, const BuiltinCall *call, u32 index, u64 *value) {
    return strategy_split(m, call->ip, call->r, argument(m, call, index), value);
}

/* ---- Inputs ---- */

/* Values of these kinds are one symbol; arrays are one a byte, so that constraints on different bytes stay apart. */
static bool is_scalar(const Machine *m, u32 object, u64 size) {
    const ObjectInfo *info = object_info(&m->objects, object);
    if (size > 8 || (size & (size - 1)) || size != info->size) return false;
    const Type *type = NULL;
    if (info->kind == OBJECT_LOCAL && info->variable) type = info->variable->type;
    if (info->kind == OBJECT_GLOBAL) type = info->global->type;
    if (!type) return true;
    return type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_POINTER;
}

/* The number in NAME_number; 0: it is no such thing. */
static u32 number_behind(const char *text, const char *name, size_t length) {
    if (strncmp(text, name, length) != 0 || text[length] != '_') return 0;
    const char *digits = text + length + 1;
    size_t count = strspn(digits, "0123456789");
    bool fits = count && count < 9 && !digits[count]; /* longer ones are never reached by counting */
    return fits ? (u32)strtoul(digits, NULL, 10) : 0;
}

/* Equal names are told apart by a number, as KLEE does. One look at the inputs, for there may be thousands. */
static void add_unique_name(const Symbolic *s, const char *name, Text *out) {
    size_t length = strlen(name);
    u32 last = 0;
    bool is_taken = false;
    for (u32 i = 0; i < s->path.inputs.count; i++) {
        const char *other = s->path.inputs.at[i].name;
        is_taken = is_taken || !strcmp(other, name);
        last = MAX(last, number_behind(other, name, length));
    }
    if (is_taken) text_printf(out, "%s_%u", name, last + 1);
    else text_add(out, name);
}

static const char *input_name(Symbolic *s, const char *name) {
    Text unique = {0};
    if (s->forgets_inputs) text_printf(&unique, "%s@%u", name, s->unnamed_inputs++);
    else add_unique_name(s, *name ? name : "unnamed", &unique);
    u64 known;
    const char *interned;
    if (string_map_get(&s->input_names, unique.chars, &known)) {
        interned = s->names.at[known];
    } else {
        interned = xstrdup(unique.chars);
        string_map_put(&s->input_names, interned, s->names.count);
        vec_push(&s->names, interned);
    }
    text_free(&unique);
    return interned;
}

/* Symbols are NAME, or NAME[i] for a byte. A bracket that the name itself has is doubled, so that the symbols of two
 * inputs differ whatever they are called; what SMT-LIB has no way to write is written [xHH]. */
static void add_symbol_name(Text *out, const char *name) {
    for (; *name; name++) {
        bool is_writable = *name >= ' ' && *name <= '~' && *name != '|' && *name != '\\';
        if (*name == '[') text_add(out, "[[");
        else if (is_writable) text_add_char(out, *name);
        else text_printf(out, "[x%02x]", (u8)*name);
    }
}

/* `unit`: so many bytes are one symbol, from the first on. */
static PathInput new_input(Machine *m, const char *name, u32 size, u32 unit) {
    Symbolic *s = m->symbolic;
    PathInput input = {.name = input_name(s, name), .size = size};
    input.bytes = storage_new(size * sizeof(Term *));
    Text symbol = {0};
    add_symbol_name(&symbol, input.name);
    size_t length = symbol.length;
    for (u32 i = 0; i < size; i += unit) {
        u32 bytes = MIN(unit, size - i);
        symbol.length = length;
        if (bytes == size) symbol.chars[length] = 0;
        else text_printf(&symbol, "[%u]", i);
        Term *whole = term_symbol(s->terms, symbol.chars, bytes * 8);
        for (u32 k = 0; k < bytes; k++) input.bytes[i + k] = term_extract(s->terms, whole, k * 8, 8);
    }
    text_free(&symbol);
    return input;
}

void lift_make_input(Machine *m, const char *name, u32 object, u64 offset, u32 size, u32 unit) {
    PathInput input = new_input(m, name, size, unit);
    for (u32 i = 0; i < size; i++) contents_store(&m->symbolic->memory, object, offset + i, input.bytes[i], 1);
    m->symbolic->strategy->made_input(m, &input);
    if (m->symbolic->forgets_inputs) storage_drop(input.bytes);
    else vec_push(&m->symbolic->path.inputs, input);
}

enum { MOST_INPUT_BYTES = 1 << 22 }; /* a byte costs some hundred of Loci's own, all at once */

/* Whether the newest input can be what the options say of it. */
static bool meets_expectation(Machine *m, const BuiltinCall *call) {
    const Symbolic *s = m->symbolic;
    if (!s->input_made) return true;
    assert(!s->forgets_inputs);
    return s->input_made(s->input_listener, m, machine_location(m, call->ip, call->r), &vec_last(&s->path.inputs));
}

static bool do_make_symbolic(Machine *m, const BuiltinCall *call) {
    if (m->symbolic->fixed) return builtin_take_input(m, call);
    u64 pointer = fixed(m, call, 0), size = fixed(m, call, 1);
    if (size > MOST_INPUT_BYTES) {
        machine_stuck(m, call->ip, call->r, "an input of %llu bytes is too large", (unsigned long long)size);
        return false;
    }
    char *name = memory_string(m, call->ip, call->r, fixed(m, call, 2));
    u32 object;
    u64 offset;
    bool is_right =
        name && size && memory_check_range(m, call->ip, call->r, pointer, size, ACCESS_WRITE, &object, &offset);
    if (is_right) lift_make_input(m, name, object, offset, (u32)size, is_scalar(m, object, size) ? (u32)size : 1);
    free(name);
    if (is_right && !meets_expectation(m, call)) return false;
    return name && (is_right || !size);
}

/* The result of a function that is defined nowhere is an input of that name. */
static bool do_any_result(Machine *m, const BuiltinCall *call) {
    const char *name;
    u32 size;
    if (m->symbolic->fixed) return builtin_named(NULL, "__loci_any_result")->run(m, call);
    if (!builtin_begin_any(m, call, &name, &size)) return false;
    strategy_cut(m, CUT_UNMODELLED);
    if (!size) return true;
    PathInput input = new_input(m, name, size, size & (size - 1) ? 1 : size);
    Term *value = input.bytes[0];
    for (u32 i = 1; i < size; i++) value = term_concat(m->symbolic->terms, input.bytes[i], value);
    m->symbolic->strategy->made_input(m, &input);
    vec_push(&m->symbolic->path.inputs, input);
    answer(m, call, value);
    return true;
}

static bool do_assume(Machine *m, const BuiltinCall *call) {
    TermStore *store = m->symbolic->terms;
    Term *condition = term_extract(store, argument(m, call, 0), 0, 32);
    return strategy_assume(m, term_ne(store, condition, term_const(store, 32, 0)));
}

/* KLEE calls it an error if no input is left: an assumption that excludes everything was hardly meant. */
static bool do_assume_aloud(Machine *m, const BuiltinCall *call) {
    if (do_assume(m, call)) return true;
    if (m->end == RUN_DROPPED && m->symbolic->strategy->say)
        m->symbolic->strategy->say(m, call->ip, call->r,
                                   "warning: no input of the path meets the assumption: it ends here", true);
    return false;
}

/* A pair of cells if the program is 32 bits wide and the argument 64: it never is, cells have 64 bits. */
static bool do_is_symbolic(Machine *m, const BuiltinCall *call) {
    answer_number(m, call, !is_number(argument(m, call, 0)));
    return true;
}
static bool do_some_value(Machine *m, const BuiltinCall *call) {
    answer_number(m, call, strategy_some_value(m, argument(m, call, 0)));
    return true;
}
static bool do_concretise(Machine *m, const BuiltinCall *call) {
    answer_number(m, call, fixed(m, call, 0));
    return true;
}

/* ---- Ends: the status is that of the path's test ---- */

static void exit_with(Machine *m, const BuiltinCall *call) {
    Term *status = term_extract(m->symbolic->terms, argument(m, call, 0), 0, 32);
    if (!term_is_const(status)) status = m->symbolic->forgets_output ? NULL : strategy_evaluate(m, status);
    machine_exit(m, status ? (int)status->value : 0);
}

static bool do_exit(Machine *m, const BuiltinCall *call) {
    const Strategy *strategy = m->symbolic->strategy;
    if (strategy->checking) strategy->checking(m, true);
    int lost = m->options.check_leaks ? leak_decide(m, call->ip, call->r) : 0;
    if (strategy->checking) strategy->checking(m, false);
    if (lost < 0) return false;
    exit_with(m, call);
    if (lost) m->end = RUN_FAULT;
    return false;
}
static bool do_end_path(Machine *m, const BuiltinCall *call) {
    exit_with(m, call);
    return false;
}

static bool do_end_silently(Machine *m, const BuiltinCall *call) {
    exit_with(m, call);
    m->is_silent = true;
    return false;
}

static bool do_unmodelled(Machine *m, const BuiltinCall *call) {
    char *what = memory_string(m, call->ip, call->r, fixed(m, call, 0));
    if (!what) return false;
    machine_unmodelled(m, call->ip, call->r, what);
    strategy_cut(m, CUT_UNMODELLED);
    free(what);
    return true;
}

static bool do_left_schedules(Machine *m, const BuiltinCall *call) {
    strategy_cut(m, CUT_SCHEDULES);
    return true;
}

/* ---- Output ---- */

/* The bytes that are no numbers as terms, NULL where they are; NULL if there are none. `undefined` becomes all that is
 * undefined in them. */
static Term **output_terms(Machine *m, u32 object, u64 offset, u32 size, Term **undefined, u32 *origin) {
    Symbolic *s = m->symbolic;
    Term **terms = NULL;
    *undefined = term_const(s->terms, 8, 0);
    for (u32 i = 0; i < size; i++) {
        if (contents_are_plain(&m->objects, object, offset + i, 1)) continue;
        Term *byte = contents_load(&s->memory, object, offset + i, 1);
        if (!terms) terms = xcalloc(size, sizeof *terms);
        if (term_is_tainted(byte)) *origin = term_origin_of(byte);
        *undefined = term_or(s->terms, *undefined, term_mask_of(s->terms, byte));
        terms[i] = term_value_of(byte);
    }
    return terms;
}

/* Numbers that do not stand in the object as such. */
static void put_numbers(const Term *const *terms, u8 *bytes, u64 size) {
    for (u32 i = 0; terms && i < size; i++)
        if (terms[i] && term_is_const(terms[i])) bytes[i] = (u8)terms[i]->value;
}

static bool do_write(Machine *m, const BuiltinCall *call) {
    Symbolic *s = m->symbolic;
    u64 descriptor, pointer, size;
    if (!split(m, call, 0, &descriptor) || !split(m, call, 1, &pointer) || !split(m, call, 2, &size)) return false;
    u64 offset;
    u32 object, origin = 0;
    if (size && !memory_check_range(m, call->ip, call->r, pointer, size, ACCESS_READ, &object, &offset)) return false;
    if (!size) {
        answer_number(m, call, size);
        return true;
    }
    Term *undefined, **terms = output_terms(m, object, offset, (u32)size, &undefined, &origin);
    int fails = lift_is_undefined(m, call->ip, call->r, undefined);
    if (fails == 1) track_report(m, call->ip, call->r, "output", origin);
    if (!fails) {
        u8 *bytes = xmalloc(size);
        contents_numbers(&m->objects, object, offset, size, bytes);
        put_numbers((const Term *const *)terms, bytes, (u32)size);
        ssize_t written = (ssize_t)size;
        if (s->passes_output) written = write((int)descriptor, bytes, size);
        else if (!s->forgets_output) path_print(&s->path, (int)descriptor, bytes, terms, (u32)size);
        answer_number(m, call, (u64)(written < 0 ? -errno : written));
        free(bytes);
    }
    free(terms);
    return !fails;
}

/* How many characters printf makes of the number: digits, and a sign. */
static Term *printed_length(Machine *m, Term *value, const char *conversion, int width, int precision) {
    TermStore *store = m->symbolic->terms;
    char kind = conversion[strlen(conversion) - 1];
    Term *length = term_const(store, 32, 1), *negative = term_false(store), *magnitude = value;
    u64 base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : 10;
    if (kind == 'd' || kind == 'i') {
        negative = term_slt(store, value, term_const(store, 64, 0));
        magnitude = term_ite(store, negative, term_neg(store, value), value);
    }
    for (u64 power = base; kind != 'c'; power *= base) {
        Term *more = term_ule(store, term_const(store, 64, power), magnitude);
        length = term_add(store, length, term_zext(store, more, 32));
        if (power > UINT64_MAX / base) break;
    }
    Term *least = term_const(store, 32, (u64)MAX(precision, 0)), *wide = term_const(store, 32, (u64)MAX(width, 0));
    length = term_ite(store, term_ult(store, length, least), least, length);
    length = term_add(store, length, term_zext(store, negative, 32));
    return term_ite(store, term_ult(store, length, wide), wide, length);
}

static bool do_format_symbolic(Machine *m, const BuiltinCall *call) {
    Symbolic *s = m->symbolic;
    Term *value = argument(m, call, 4);
    char *conversion = memory_string(m, call->ip, call->r, fixed(m, call, 1));
    u8 *token = conversion ? memory_writable(m, call->ip, call->r, fixed(m, call, 0), OUTPUT_TOKEN_BYTES) : NULL;
    if (token) {
        Deferred deferred = {.width = (int)fixed(m, call, 2), .precision = (int)fixed(m, call, 3), .value = value};
        snprintf(deferred.conversion, sizeof deferred.conversion, "%s", conversion);
        u64 number = s->path.deferred.count;
        memset(token, 0, OUTPUT_TOKEN_BYTES);
        memcpy(token, OUTPUT_TOKEN_MAGIC, OUTPUT_TOKEN_BYTES - sizeof number);
        memcpy(token + OUTPUT_TOKEN_BYTES - sizeof number, &number, sizeof number);
        if (!s->forgets_output) vec_push(&s->path.deferred, deferred);
        answer(m, call, printed_length(m, value, conversion, deferred.width, deferred.precision));
    }
    free(conversion);
    return token != NULL;
}

/* ---- Blocks ---- */

/* That there is none is one answer of two if another machine has room for it. */
static void tell_of_large_block(Machine *m, const BuiltinCall *call, u64 size) {
    const u64 most_elsewhere = (u64)1 << 46; /* of the address space of a process: half */
    if (m->objects.placement || size <= m->objects.largest || size > most_elsewhere) return;
    machine_unmodelled(m, call->ip, call->r,
                       m->objects.largest <= WINDOW_MAX_SIZE
                           ? "an allocation of more than 2 GiB gives null: with this memory model no object is larger"
                           : "an allocation of more than 1 TiB gives null: no object is larger");
    strategy_cut(m, CUT_UNMODELLED);
}

static bool new_block(Machine *m, const BuiltinCall *call, Term *size, u64 alignment, bool cleared) {
    u64 pointer = 0;
    if (is_number(size) && !memory_is_size(m, call, size->value)) return false;
    if (is_number(size)) pointer = memory_new_block(m, call, size->value, alignment, cleared);
    else if (!lift_new_heap_block(m, call, size, cleared, &pointer)) return false;
    if (is_number(size) && !pointer) tell_of_large_block(m, call, size->value);
    answer_number(m, call, pointer);
    return true;
}

/* Called by the program, or by a function of the library that says so when it fails. */
static bool may_fail(const BuiltinCall *call) {
    static const char *const names[] = {"strdup", "__strdup", "strndup", "__strndup", "wcsdup"};
    const char *outermost = NULL;
    for (const Frame *frame = frame_of(call->r); frame && frame->compiled->function->is_library; frame = frame->caller)
        outermost = frame->compiled->function->name;
    for (u32 i = 0; outermost && i < COUNT_OF(names); i++)
        if (!strcmp(outermost, names[i])) return true;
    return !outermost;
}

/* With allocation_fails: 1 it does, 0 it does not, -1 paused. */
static int allocation_fails(Machine *m, const BuiltinCall *call) {
    Symbolic *s = m->symbolic;
    if (!s->allocation_fails || !may_fail(call)) return 0;
    char name[64];
    snprintf(name, sizeof name, FAILING_ALLOCATION "%u", s->path.constraints.count);
    int fails = strategy_decide(m, call->ip, call->r, CHOICE_SIZE, term_symbol(s->terms, name, 1));
    if (fails == 1) answer_number(m, call, 0);
    return fails;
}

/* size_t of the program, as a cell has it. */
static bool do_malloc(Machine *m, const BuiltinCall *call) {
    if (are_numbers(m, call, 1) && !memory_is_size(m, call, call->args[0])) return false;
    int fails = allocation_fails(m, call);
    if (fails) return fails == 1;
    if (are_numbers(m, call, 1)) {
        *call->result = memory_new_block(m, call, call->args[0], 0, false);
        if (!*call->result) tell_of_large_block(m, call, call->args[0]);
        return true;
    }
    return new_block(m, call, argument(m, call, 0), 0, false);
}
static bool do_aligned_alloc(Machine *m, const BuiltinCall *call) {
    return new_block(m, call, argument(m, call, 1), fixed(m, call, 0), false);
}

/* A division by what is known is a bound for the other. */
static Term *product_wraps(TermStore *store, Term *count, Term *each) {
    Term *divisor = is_number(count) ? count : each, *other = is_number(count) ? each : count;
    Term *zero = term_const(store, 64, 0), *most = term_const(store, 64, UINT64_MAX);
    if (is_number(divisor) && !divisor->value) return term_false(store);
    return term_and(store, term_ne(store, divisor, zero), term_ult(store, term_udiv(store, most, divisor), other));
}

static bool do_calloc(Machine *m, const BuiltinCall *call) {
    TermStore *store = m->symbolic->terms;
    int is_failing = allocation_fails(m, call);
    if (is_failing) return is_failing == 1;
    Term *count = argument(m, call, 0), *each = argument(m, call, 1);
    Term *size = term_mul(store, count, each);
    if (is_number(count) && is_number(each)) {
        u64 product;
        bool fits = !__builtin_mul_overflow(count->value, each->value, &product);
        return new_block(m, call, term_const(store, 64, fits ? product : UINT64_MAX), 0, true);
    }
    int fails = strategy_decide(m, call->ip, call->r, CHOICE_SIZE, product_wraps(store, count, each));
    if (fails < 0) return false;
    return new_block(m, call, fails ? term_const(store, 64, UINT64_MAX) : size, 0, true);
}

/* Where the block that the pointer is the start of lives, and the rest of what it can be. */
static Term *is_live_start(Machine *m, const Candidates *candidates, u32 object) {
    TermStore *store = m->symbolic->terms;
    const Contents *contents = object_at(&m->objects, object)->contents;
    Term *start = candidate_is_start(&m->symbolic->memory, candidates, object);
    return contents && contents->live ? term_and(store, start, contents->live) : start;
}

/* The block that the pointer is the start of, as a number; null is one too. A pointer that is no such thing is reported:
 * free says what is wrong with the number it has in the path's model. */
static bool choose_block(Machine *m, const BuiltinCall *call, Term *pointer, u64 *chosen) {
    Symbolic *s = m->symbolic;
    TermStore *store = s->terms;
    *chosen = pointer->value;
    u32 behind = is_number(pointer) ? object_behind(&m->objects, pointer_object(pointer->value)) : 0;
    if (is_number(pointer) && !object_info(&m->objects, behind)->is_conditional) return true;
    Candidates candidates;
    resolve_pointer(&s->memory, pointer, NULL, AIM_BYTES, &candidates);
    TermVec guards = {0};
    Term *none = term_true(store), *listed = term_false(store);
    for (u32 i = 0; i < candidates.objects.count; i++) {
        u32 object = candidates.objects.at[i];
        vec_push(&guards, is_live_start(m, &candidates, object));
        none = term_and(store, none, term_not(store, vec_last(&guards)));
        listed = term_or(store, listed, candidate_guard(&s->memory, &candidates, object));
    }
    if (!candidates.is_incomplete) listed = term_true(store);
    vec_push(&guards, term_and(store, none, listed));
    vec_push(&guards, term_not(store, listed));
    int way = strategy_choose(m, call->ip, call->r, CHOICE_POINTER, guards.at, guards.count);
    u32 count = candidates.objects.count;
    bool is_block = way >= 0 && (u32)way < count;
    if (is_block) *chosen = candidates.objects.at[way] ? object_pointer(&m->objects, candidates.objects.at[way]) : 0;
    if (way >= 0 && (u32)way == count &&
        lift_choose_wrong_way(m, call->ip, call->r, &candidates, pointer, NULL, USE_FREE))
        lift_report_free(m, call->ip, call->r, pointer);
    if (way >= 0 && (u32)way > count) lift_cut_objects(m);
    vec_free(&guards);
    candidates_free(&candidates);
    return is_block;
}

static bool do_free(Machine *m, const BuiltinCall *call) {
    if (are_numbers(m, call, 1)) return memory_free_block(m, call->ip, call->r, call->args[0]);
    Access access = {.op = MEMORY_FREE, .pointer = argument(m, call, 0)};
    return lift_access(m, call->ip, call->r, &access, NULL);
}

static bool is_block(const Machine *m, u64 pointer) {
    const ObjectInfo *info = object_info(&m->objects, pointer_object(pointer));
    return info->kind == OBJECT_HEAP && info->state == OBJECT_LIVE &&
           (u32)pointer == object_at(&m->objects, pointer_object(pointer))->base;
}

/* What the new block has room for, of what the old one had. */
static void move_array_block(Machine *m, u32 to, u32 from) {
    Memory *memory = &m->symbolic->memory;
    const Contents *contents = object_at(&m->objects, from)->contents;
    u64 capacity = object_info(&m->objects, to)->size, had = object_info(&m->objects, from)->size;
    Term *size = contents && contents->size ? contents->size : term_const(memory->terms, 64, had);
    if (object_info(&m->objects, to)->is_array) {
        array_block_begin_with(memory, to, from, size);
    } else if (capacity) {
        contents_copy(memory, to, 0, from, 0, capacity);
        object_undefine_behind(memory, to, size, capacity);
    }
}

/* A block that the program was given: what of it is not known is still not. */
static bool realloc_outside(Machine *m, const BuiltinCall *call, u64 old, Term *size) {
    u64 block = 0;
    if (object_info(&m->objects, pointer_object(old))->state != OBJECT_LIVE)
        return memory_free_block(m, call->ip, call->r, old);
    if (is_number(size)) block = memory_new_block(m, call, size->value, 0, false);
    else if (!lift_new_heap_block(m, call, size, false, &block)) return false;
    answer_number(m, call, block);
    if (!block) return true;
    u32 to = pointer_object(block);
    u64 kept = MIN(object_info(&m->objects, to)->size, (u64)(OUTSIDE_BYTES - OUTSIDE_BEFORE));
    if (kept && !object_info(&m->objects, to)->is_array)
        contents_copy(&m->symbolic->memory, to, 0, pointer_object(old), OUTSIDE_BEFORE, kept);
    return memory_free_block(m, call->ip, call->r, old);
}

/* With MachineOptions.owns_outside: the address of its object, if the pointer came from outside. */
static bool follow_outside(Machine *m, const BuiltinCall *call, Term **pointer) {
    bool is_outside;
    if (!m->options.owns_outside) return true;
    if (!lift_is_outside(m, call->ip, call->r, pointer, &is_outside)) return false;
    if (!is_outside) return true;
    lift_begin_following(m);
    if (!lift_follow(m, call->ip, call->r, pointer, NULL)) return false;
    lift_followed(m, call->r);
    return true;
}

static bool do_realloc(Machine *m, const BuiltinCall *call) {
    Term *size = argument(m, call, 1), *pointer = argument(m, call, 0);
    u64 old, block = 0;
    int is_failing = allocation_fails(m, call);
    if (is_failing) return is_failing == 1;
    if (!follow_outside(m, call, &pointer)) return false;
    if (lift_waits_for_summary(m, call->ip, call->r, argument(m, call, 0))) return false;
    if (!choose_block(m, call, pointer, &old)) return false;
    if (m->options.owns_outside && object_info(&m->objects, pointer_object(old))->kind == OBJECT_OUTSIDE)
        return realloc_outside(m, call, old, size);
    if (!old) return new_block(m, call, size, 0, false);
    if (!is_block(m, old)) return memory_refuse_realloc(m, call->ip, call->r, old);
    Term *zero = term_const(m->symbolic->terms, 64, 0);
    int frees = strategy_decide(m, call->ip, call->r, CHOICE_SIZE, term_eq(m->symbolic->terms, size, zero));
    if (frees < 0) return false;
    if (frees) {
        answer_number(m, call, 0);
        return memory_free_block(m, call->ip, call->r, old);
    }
    if (is_number(size)) block = memory_new_block(m, call, size->value, 0, false);
    else if (!lift_new_heap_block(m, call, size, false, &block)) return false;
    answer_number(m, call, block);
    if (!block) return true;
    u32 from = pointer_object(old), to = pointer_object(block);
    u64 kept = MIN(object_info(&m->objects, from)->size, object_info(&m->objects, to)->size);
    const MemoryModel *model = m->symbolic->memory.model;
    if (object_info(&m->objects, from)->is_array || object_info(&m->objects, to)->is_array) {
        move_array_block(m, to, from);
        return memory_free_block(m, call->ip, call->r, old);
    }
    if (kept) contents_copy(&m->symbolic->memory, to, 0, from, 0, kept);
    if (model->moved) model->moved(&m->symbolic->memory, to, from, kept);
    const Contents *old_contents = object_at(&m->objects, from)->contents;
    if (old_contents && old_contents->size) object_undefine_behind(&m->symbolic->memory, to, old_contents->size, kept);
    return memory_free_block(m, call->ip, call->r, old);
}

static bool do_block_size(Machine *m, const BuiltinCall *call) {
    u32 number = pointer_object(fixed(m, call, 0));
    const Contents *contents = object_at(&m->objects, number)->contents;
    if (contents && contents->size) answer(m, call, contents->size);
    else answer_number(m, call, object_info(&m->objects, number)->size);
    return true;
}

/* ---- Ranges ---- */

static bool sees_all(const Machine *m) { return m->symbolic->memory.model->sees_all; }

/* As many bytes as the third argument says, at the pointer. */
static bool is_plain_range(Machine *m, const BuiltinCall *call, u64 pointer) {
    return !m->goes_around || !memory_is_beyond_numbers(m, pointer, 0, call->args[2]);
}

static bool copy(Machine *m, const BuiltinCall *call, bool may_overlap, const char *name) {
    const u64 *args = call->args;
    if (!room_check(m, call, 0, argument(m, call, 2), name)) return false;
    bool are_plain = !sees_all(m) && are_numbers(m, call, 3);
    if (are_plain && is_plain_range(m, call, args[0]) && is_plain_range(m, call, args[1]))
        return memory_copy(m, call->ip, call->r, args[0], args[1], args[2], may_overlap, name);
    Term *to = argument(m, call, 0), *from = argument(m, call, 1), *size = argument(m, call, 2);
    Access access = {
        .op = MEMORY_COPY, .pointer = to, .source = from, .size = size, .may_overlap = may_overlap, .name = name};
    return lift_access(m, call->ip, call->r, &access, NULL);
}
/* They return their first argument. */
static bool answer_target(Machine *m, const BuiltinCall *call) {
    u64 target = call->args[0];
    Term *term = lift_term(m, call->r, (u32)(call->args - call->r));
    if (term) answer(m, call, term);
    else *call->result = target;
    return true;
}
/* A block that is one of several has been made in several ways, and is the library's own in each. */
static bool do_own(Machine *m, const BuiltinCall *call) {
    bool is_one = !lift_term(m, call->r, (u32)(call->args - call->r));
    if (is_one && call->args[0]) objects_let_be_lost(&m->objects, pointer_object(call->args[0]));
    return answer_target(m, call);
}
static bool do_memcpy(Machine *m, const BuiltinCall *call) {
    return copy(m, call, false, "memcpy") && answer_target(m, call);
}
static bool do_memmove(Machine *m, const BuiltinCall *call) {
    return copy(m, call, true, "memmove") && answer_target(m, call);
}
static bool do_mempcpy(Machine *m, const BuiltinCall *call) {
    Term *end = lift_pointer_step(m, argument(m, call, 0), argument(m, call, 2));
    if (!copy(m, call, false, "mempcpy")) return false;
    answer(m, call, end);
    return true;
}
static bool do_memset(Machine *m, const BuiltinCall *call) {
    if (!room_check(m, call, 0, argument(m, call, 2), "memset")) return false;
    if (!sees_all(m) && are_numbers(m, call, 3) && is_plain_range(m, call, call->args[0])) {
        *call->result = call->args[0];
        return memory_fill(m, call->ip, call->r, call->args[0], (u8)call->args[1], call->args[2]);
    }
    Term *to = argument(m, call, 0);
    Term *byte = term_extract(m->symbolic->terms, argument(m, call, 1), 0, 8);
    Access access = {.op = MEMORY_FILL, .pointer = to, .value = byte, .size = argument(m, call, 2), .name = "memset"};
    if (!lift_access(m, call->ip, call->r, &access, NULL)) return false;
    answer(m, call, to);
    return true;
}

/* Over bytes that are plain numbers; where a term is involved nothing is skipped. */
static bool skip(Machine *m, const BuiltinCall *call, u32 arguments, BuiltinFunction *function) {
    if (!sees_all(m) && are_numbers(m, call, arguments)) return function(m, call);
    answer_number(m, call, 0);
    return true;
}
static bool do_skip_other(Machine *m, const BuiltinCall *call) { return skip(m, call, 4, builtin_skip_other); }
static bool do_skip_equal(Machine *m, const BuiltinCall *call) { return skip(m, call, 4, builtin_skip_equal); }

/* Plain bytes answer at once; terms as terms. `not_told`: what the machine says where it does not know. */
static bool ask_texts(Machine *m, const BuiltinCall *call, BuiltinFunction *of_numbers, BuiltinFunction *of_terms,
                      u64 not_told) {
    u64 told = not_told;
    BuiltinCall asked = *call;
    asked.result = &told;
    if (!sees_all(m) && are_numbers(m, call, 4) && !of_numbers(m, &asked)) return false;
    if (told == not_told) return of_terms(m, call);
    answer_number(m, call, told);
    return true;
}
static bool do_index_before(Machine *m, const BuiltinCall *call) {
    return ask_texts(m, call, builtin_index_before, texts_index_before, UINT64_MAX);
}
static bool do_equal(Machine *m, const BuiltinCall *call) {
    return ask_texts(m, call, builtin_equal, texts_equal, 2); /* LOCI_NOT_TOLD */
}
static bool do_difference(Machine *m, const BuiltinCall *call) {
    return ask_texts(m, call, builtin_difference, texts_difference, 0);
}
static bool do_room_for(Machine *m, const BuiltinCall *call) { return skip(m, call, 2, builtin_room_for); }

const Builtin builtins_on_terms[] = {
    {.name = "__loci_make_symbolic", .run = do_make_symbolic, .takes_terms = true},
    {.name = "__loci_any_result", .run = do_any_result, .takes_terms = true},
    {.name = "__loci_text", .run = lift_text, .takes_terms = true, .skips_undefined = true},
    {.name = "__loci_hand_over", .run = lift_hand_over, .takes_terms = true, .skips_undefined = true},
    {.name = "__loci_hand_over_number", .run = lift_hand_over, .takes_terms = true, .skips_undefined = true},
    {.name = "__loci_use", .run = contract_use, .takes_terms = true, .is_output = true},
    {.name = "__loci_new_resource", .run = contract_new_resource, .takes_terms = true},
    {.name = "__loci_resource_of", .run = contract_resource_of, .takes_terms = true},
    {.name = "__loci_descriptor_of", .run = contract_descriptor_of, .takes_terms = true},
    {.name = "__loci_misuse", .run = contract_misuse, .takes_terms = true},
    {.name = "__loci_is_unknown", .run = contract_is_unknown, .takes_terms = true, .is_pure = true},
    {.name = "__loci_argument_class", .run = contract_argument_class, .takes_terms = true},
    {.name = "__loci_room", .run = contract_room, .takes_terms = true},
    {.name = "__loci_check_room", .run = contract_check_room, .takes_terms = true},
    {.name = "__loci_assume", .run = do_assume, .takes_terms = true},
    {.name = "__loci_assume_aloud", .run = do_assume_aloud, .takes_terms = true},
    {.name = "__loci_is_symbolic", .run = do_is_symbolic, .takes_terms = true, .is_pure = true},
    {.name = "__loci_some_value", .run = do_some_value, .takes_terms = true, .is_pure = true},
    {.name = "__loci_concretise", .run = do_concretise, .takes_terms = true, .is_pure = true},
    {.name = "__loci_unmodelled", .run = do_unmodelled, .takes_terms = true},
    {.name = "__loci_left_schedules", .run = do_left_schedules, .takes_terms = true},
    {.name = "__loci_end_path", .run = do_end_path, .takes_terms = true},
    {.name = "__loci_end_silently", .run = do_end_silently, .takes_terms = true},
    {.name = "__loci_prefer", .run = hint_prefer, .takes_terms = true, .skips_undefined = true},
    {.name = "__loci_set_forking", .run = hint_set_forking, .takes_terms = true},
    {.name = "__loci_open_merge", .run = hint_open_merge, .takes_terms = true},
    {.name = "__loci_close_merge", .run = hint_close_merge, .takes_terms = true},
    {.name = "__loci_say", .run = hint_say, .takes_terms = true},
    {.name = "klee_print_expr", .run = hint_print_expression, .takes_terms = true},
    {.name = "klee_print_range", .run = hint_print_range, .takes_terms = true},
    {.name = "__loci_exit", .run = do_exit, .takes_terms = true, .is_output = true},
    {.name = "__loci_sys_write", .run = do_write, .takes_terms = true, .is_output = true},
    {.name = "__loci_format_symbolic", .run = do_format_symbolic, .takes_terms = true, .is_output = true},
    {.name = "malloc", .run = do_malloc, .takes_terms = true},
    {.name = "calloc", .run = do_calloc, .takes_terms = true},
    {.name = "realloc", .run = do_realloc, .takes_terms = true},
    {.name = "free", .run = do_free, .takes_terms = true},
    {.name = "aligned_alloc", .run = do_aligned_alloc, .takes_terms = true},
    {.name = "memalign", .run = do_aligned_alloc, .takes_terms = true},
    {.name = "__loci_own", .run = do_own, .takes_terms = true},
    {.name = "__loci_block_size", .run = do_block_size, .takes_terms = true},
    {.name = "memcpy", .run = do_memcpy, .takes_terms = true},
    {.name = "mempcpy", .run = do_mempcpy, .takes_terms = true},
    {.name = "memmove", .run = do_memmove, .takes_terms = true},
    {.name = "memset", .run = do_memset, .takes_terms = true},
    {.name = "__loci_skip_other", .run = do_skip_other, .takes_terms = true},
    {.name = "__loci_skip_equal", .run = do_skip_equal, .takes_terms = true},
    {.name = "__loci_room_for", .run = do_room_for, .takes_terms = true},
    {.name = "__loci_index_before", .run = do_index_before, .takes_terms = true},
    {.name = "__loci_equal", .run = do_equal, .takes_terms = true},
    {.name = "__loci_difference", .run = do_difference, .takes_terms = true},
    {0},
};
