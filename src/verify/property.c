/* Properties: their files, and what the end of a run means for them. */
#include "semantics/strategy.h"
#include "verify/verify.h"

#include <errno.h>
#include <string.h>

static const struct {
    const char *name, *formula;
} infos[PROPERTY_COUNT] = {
#define X(NAME, name, formula, text) {name, formula},
    PROPERTIES(X)
#undef X
};

const char *property_name(Property property) { return infos[property].name; }
const char *property_formula(Property property) { return infos[property].formula; }

/* ---- Files ---- */

/* Property files are written with spaces here and there: none of them means anything. */
static void remove_spaces(const char *line, size_t length, Text *out) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r", line[i])) text_add_char(out, line[i]);
}

/* The length of the C name at the start of the text. */
static size_t name_length(const char *text) {
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
}

/* `G!call(NAME())`. */
static bool read_call(const char *formula, PropertyFile *out) {
    static const char start[] = "G!call(";
    if (strncmp(formula, start, strlen(start)) != 0) return false;
    const char *name = formula + strlen(start);
    size_t length = name_length(name);
    if (!length || length >= sizeof out->error_function || strcmp(name + length, "())") != 0) return false;
    memcpy(out->error_function, name, length);
    out->error_function[length] = 0;
    out->properties |= 1u << PROPERTY_UNREACH_CALL;
    return true;
}

static bool read_formula(const char *formula, PropertyFile *out) {
    if (read_call(formula, out)) return true;
    for (u32 i = 0; i < PROPERTY_COUNT; i++) {
        Text known = {0};
        remove_spaces(infos[i].formula, strlen(infos[i].formula), &known);
        bool is_it = i != PROPERTY_UNREACH_CALL && !strcmp(known.chars, formula);
        text_free(&known);
        if (is_it) out->properties |= 1u << i;
        if (is_it) return true;
    }
    if (strcmp(formula, "Gvalid-memsafety") != 0) return false;
    out->properties |= 1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_VALID_FREE | 1u << PROPERTY_VALID_MEMTRACK;
    return true;
}

/* `CHECK(init(main()),LTL(FORMULA))`. */
static bool read_line(char *line, PropertyFile *out) {
    static const char start[] = "CHECK(init(main()),LTL(";
    size_t length = strlen(line);
    if (strncmp(line, start, strlen(start)) != 0 || length < strlen(start) + 2) return false;
    if (strcmp(line + length - 2, "))") != 0) return false;
    line[length - 2] = 0;
    return read_formula(line + strlen(start), out);
}

bool property_read_file(const char *path, PropertyFile *out, Error *error) {
    Text text = {0};
    *out = (PropertyFile){0};
    bool ok = text_read_file(&text, path);
    if (!ok) error_set(error, "cannot read the property file '%s': %s", path, strerror(errno));
    u32 number = 0;
    for (const char *line = text.chars; ok && line && *line; number++) {
        size_t length = strcspn(line, "\n");
        Text bare = {0};
        remove_spaces(line, length, &bare);
        bool is_comment = bare.length && (bare.chars[0] == '#' || !strncmp(bare.chars, "//", 2));
        if (bare.length && !is_comment && !read_line(bare.chars, out))
            ok = error_set(error, "%s:%u: '%.*s' is no property that Loci knows", path, number + 1, (int)length, line);
        text_free(&bare);
        line += length + (line[length] == '\n');
    }
    if (ok && !out->properties) ok = error_set(error, "the file '%s' has no property in it", path);
    text_free(&text);
    return ok;
}

/* ---- What an end means ---- */

/* PROPERTY_COUNT: of none. */
static Property property_of_fault(const VerifyTask *task, const Fault *fault) {
    switch (fault->kind) {
    case FAULT_OUT_OF_BOUNDS:
    case FAULT_USE_AFTER_FREE:
    case FAULT_USE_AFTER_SCOPE:
    case FAULT_USE_AFTER_RETURN:
    case FAULT_NULL_DEREFERENCE:
    case FAULT_WILD_POINTER:
    case FAULT_WRITE_TO_CONSTANT: return PROPERTY_VALID_DEREF;
    case FAULT_DOUBLE_FREE:
    case FAULT_INVALID_FREE: return PROPERTY_VALID_FREE;
    case FAULT_LEAK:
        return property_in(task->properties, PROPERTY_VALID_MEMTRACK) ? PROPERTY_VALID_MEMTRACK
                                                                      : PROPERTY_VALID_MEMCLEANUP;
    case FAULT_SIGNED_OVERFLOW: return PROPERTY_NO_OVERFLOW;
    case FAULT_BAD_SHIFT: /* a result that does not fit is an overflow, a wrong amount or a negative value is none */
        return strstr(fault->text.chars, "does not fit") ? PROPERTY_NO_OVERFLOW : PROPERTY_COUNT;
    case FAULT_REACH_ERROR: return PROPERTY_UNREACH_CALL;
    case FAULT_ENDLESS: return PROPERTY_TERMINATION;
    default: return PROPERTY_COUNT;
    }
}

/* Near null, as fields of what is not there are, and at the very end, where numbers of errors are: every run ends there. */
static bool is_never_memory(const Machine *m, u64 address) {
    enum { PAGE = 4096 };
    u64 last = low_mask(m->program->pointer_bytes * 8);
    return address && (address < PAGE || address > last - PAGE);
}

/* Where the path cannot be followed although a run would go on. Only what ends every run (null is followed, a number is
 * divided by zero, the program aborts) ends a path for good: whoever else says what is undefined, and verifiers differ in
 * it, must not find a violation behind it when the answer was TRUE. */
static const char *blocked_by(const Machine *m, const Fault *fault) {
    const ObjectInfo *object = fault->object ? object_info(&m->objects, fault->object) : NULL;
    bool is_extern =
        object && ((object->kind == OBJECT_GLOBAL && !object->global->is_defined) || object->kind == OBJECT_OUTSIDE);
    if (fault->kind == FAULT_WILD_POINTER && is_never_memory(m, fault->address)) return NULL;
    if (fault->pointer != POINTER_KNOWN) return "a pointer of unknown value is followed";
    switch (fault->kind) {
    case FAULT_STACK_OVERFLOW: return "the stack is at its limit";
    case FAULT_WILD_POINTER: return "a pointer of unknown value is followed";
    case FAULT_BAD_CALL: return "a call does not fit the function";
    case FAULT_OVERLAP: return "a copy overlaps";
    case FAULT_SANITIZER: return "a check fails";
    case FAULT_UNINITIALISED: return "an uninitialised value is used";
    case FAULT_UNREACHABLE: return "a place that is declared unreachable is reached";
    case FAULT_BAD_SHIFT: return "a shift is undefined, and a run goes on after it";
    case FAULT_OUT_OF_BOUNDS:
        return is_extern ? "an object of unknown size is accessed"
                         : "an access out of bounds, and a run goes on after it";
    case FAULT_USE_AFTER_FREE:
    case FAULT_USE_AFTER_SCOPE:
    case FAULT_USE_AFTER_RETURN: return "an access to what is dead, and a run goes on after it";
    default: return NULL;
    }
}

static void add_place(const Machine *m, LocationId id, Text *out) {
    const Location *place = &m->program->locations.at[id];
    if (place->line) text_printf(out, ", %s:%u", m->program->files.at[place->file], place->line);
}

static LocationId place_of_fault(const Fault *fault) { return fault->stack.count ? fault->stack.at[0].location : 0; }

/* What is lost is lost for ever, so that it is enough to look at the end of a path; but there. */
static bool may_hide_leak(const VerifyTask *task, const Machine *m) {
    return property_in(task->properties, PROPERTY_VALID_MEMTRACK) && m->objects.live_heap_blocks;
}

/* What an input points to may well be memory that lives. A number that the harness made up may not be freed. */
static bool may_be_valid(const Fault *fault) {
    return fault->pointer == POINTER_INPUT || (fault->pointer == POINTER_NONDET && fault->kind != FAULT_INVALID_FREE);
}

/* A variable of a scalar type that is accessed as something larger stands for that: harnesses write `char dummy; return
 * (struct device *)&dummy;` for "some device". What lies behind it is then as much an input as what a pointer from outside
 * leads to. So is what is at an address that the program made up, a device's. Past the end of an array or a struct there is
 * nothing of the sort. */
static bool stands_for_more(const Machine *m, u64 end) {
    u32 object;
    i64 position;
    objects_resolve(&m->objects, end, &object, &position);
    const ObjectInfo *info = object_info(&m->objects, object);
    const Type *type = info->kind == OBJECT_GLOBAL  ? info->global->type
                       : info->kind == OBJECT_LOCAL ? info->variable->type
                                                    : NULL;
    bool is_scalar = type && (type->kind == TYPE_INT || type->kind == TYPE_POINTER || type->kind == TYPE_FLOAT);
    if (info->kind == OBJECT_NONE) return true;
    return is_scalar && info->state == OBJECT_LIVE && position == (i64)info->size;
}

/* Memory around objects is that of objects from outside that go by a number (semantics/lift_around.c). */
static bool is_of_surroundings(const Machine *m, const Term *symbol) {
    OutsideValue bytes;
    const Outside *outside = m->symbolic->memory.outside;
    if (!outside_symbol(symbol, &bytes)) return false;
    u32 index = bytes.object - OUTSIDE_FIRST;
    const Term *pointer = index < outside->objects.count ? outside->objects.at[index].pointer : symbol;
    return term_is_const(pointer) && !stands_for_more(m, pointer->value);
}

/* Where a run has gone on after an error of another kind, a violation counts only if it is one whatever was found there:
 * what the path has decided says nothing about it. */
static bool depends_on_surroundings(const Machine *m) {
    const Symbolic *s = m->symbolic;
    TermVec symbols = {0};
    bool depends = s->path.around && s->path.is_vague;
    if (!s->path.around || depends) return depends;
    if (s->path.constraints.count) term_symbols(s->terms, s->path.constraints.at, s->path.constraints.count, &symbols);
    for (u32 i = 0; i < symbols.count && !depends; i++) depends = is_of_surroundings(m, symbols.at[i]);
    vec_free(&symbols);
    return depends;
}

static EndMeaning meaning_of_fault(const VerifyTask *task, const Machine *m, Property *violated, Text *why) {
    const Fault *fault = &m->fault;
    Property property = property_of_fault(task, fault);
    bool is_violation = property != PROPERTY_COUNT && property_in(task->properties, property);
    if (is_violation && m->symbolic && depends_on_surroundings(m)) {
        text_printf(why, "a violation of %s behind an error of another kind", property_name(property));
        add_place(m, m->symbolic->path.around, why);
        return END_CUT;
    }
    if (is_violation && !may_be_valid(fault)) {
        *violated = property;
        return END_VIOLATION;
    }
    bool is_null = fault->kind == FAULT_NULL_DEREFERENCE && !is_violation; /* wherever it came from */
    const char *block = is_null ? NULL : blocked_by(m, fault);
    if (!block && may_hide_leak(task, m)) block = "an error of another kind ends a path on which blocks live";
    if (!block) return END_GOOD;
    text_printf(why, "%s [%s]", block, fault_tag(fault->kind));
    add_place(m, place_of_fault(fault), why);
    return END_CUT;
}

EndMeaning property_meaning(const VerifyTask *task, const Machine *m, RunEnd end, Property *violated, Text *why) {
    if (m->failed_allocation) {
        text_add(why, "malloc has no room left");
        add_place(m, m->failed_allocation, why);
        return END_CUT;
    }
    switch (end) {
    case RUN_FAULT: return meaning_of_fault(task, m, violated, why);
    case RUN_STUCK:
        text_add(why, error_is_set(&m->stuck) ? m->stuck.message.chars : "the path cannot be followed");
        return END_CUT;
    case RUN_DROPPED:
        if (!may_hide_leak(task, m)) return END_GOOD;
        text_add(why, "an assumption ends a path on which blocks live: whether one is lost was not looked at");
        return END_CUT;
    default: return END_GOOD;
    }
}

MachineOptions verify_machine_options(const VerifyTask *task) {
    bool tracks = property_in(task->properties, PROPERTY_VALID_MEMTRACK);
    bool cleans = property_in(task->properties, PROPERTY_VALID_MEMCLEANUP);
    return (MachineOptions){.max_memory = (u64)1 << 40,
                            .max_stack = task->max_stack,
                            .world_is_unknown = true,
                            .check_leaks = tracks || cleans,
                            .wants_cleanup = cleans && !tracks,
                            .marks_joins = property_in(task->properties, PROPERTY_TERMINATION),
                            .allow_uninitialised = true};
}

bool verify_binds_pointers(const VerifyTask *task) {
    enum { SAFE = 1 << PROPERTY_UNREACH_CALL | 1 << PROPERTY_NO_OVERFLOW };
    return !(task->properties & ~(PropertySet)SAFE);
}

bool property_prevents_proof(const VerifyTask *task, const Machine *m, RunEnd end, Text *why) {
    Property violated = PROPERTY_COUNT;
    switch (property_meaning(task, m, end, &violated, why)) {
    case END_GOOD: return false;
    case END_CUT: return true;
    case END_VIOLATION:
        text_printf(why, "no invariant excludes a violation of %s", property_name(violated));
        add_place(m, place_of_fault(&m->fault), why);
        return true;
    }
    return true;
}
