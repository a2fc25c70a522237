#include "check/confirm.h"

#include "check/describe.h"
#include "check/driver.h"
#include "check/follow.h"

#include "base/clock.h"
#include "base/path.h"
#include "semantics/implied.h"

#include <string.h>

typedef struct {
    const Finding *finding;
    const ProgramFacts *facts;
    DriverInputs inputs;
    Machine *m;
    Explorer *e;
    double end;
    bool is_shown;
} Confirming;

/* ---- Inputs: what they were on the path ---- */

static bool is_same_input(const PathInput *input, const char *name, u32 size) {
    return input->size == size && !strcmp(input->name, name);
}

/* What was recorded of the newest input of the running path; NULL: nothing. */
static const DriverInput *recorded(const Confirming *c, const Path *path, const PathInput *newest) {
    u32 before = 0;
    for (u32 i = 0; i < path->inputs.count; i++)
        before += &path->inputs.at[i] != newest && is_same_input(&path->inputs.at[i], newest->name, newest->size);
    for (u32 i = 0; i < c->inputs.all.count; i++)
        if (is_same_input(newest, c->inputs.all.at[i].name, c->inputs.all.at[i].size) && !before--)
            return &c->inputs.all.at[i];
    return NULL;
}

/* Bytes that are one number are compared as one: then the machine goes on with that number. */
static Term *is_same_number(TermStore *store, Term *const *bytes, const u8 *values, u32 size) {
    Term *all = bytes[0];
    u64 value = values[0];
    for (u32 i = 1; i < size; i++) {
        all = term_concat(store, bytes[i], all);
        value |= (u64)values[i] << (8 * i);
    }
    return term_eq(store, all, term_const(store, 8 * size, value));
}

/* The finding is that bytes come from outside, whatever they are: as numbers they would come from nowhere. */
static bool is_about_origin(const Finding *finding) { return finding->kind == FINDING_FORMAT_STRING; }

static bool input_made(const void *self, Machine *m, LocationId location, const PathInput *input) {
    enum { SMALLEST_NUMBER = 2, LARGEST_NUMBER = 8 }; /* a byte is of a text, which is read in more ways than one */
    const Confirming *c = self;
    const DriverInput *known = recorded(c, &m->symbolic->path, input);
    TermStore *store = m->symbolic->terms;
    if (!known || known->is_any) return true;
    Term *is_null = term_true(store), *is_same = term_true(store);
    for (u32 i = 0; i < input->size; i++) {
        is_same = term_and(store, is_same, term_eq(store, input->bytes[i], term_const(store, 8, known->bytes[i])));
        is_null = term_and(store, is_null, term_eq(store, input->bytes[i], term_const(store, 8, 0)));
    }
    bool is_number = input->size >= SMALLEST_NUMBER && input->size <= LARGEST_NUMBER && !known->is_pointer;
    if (is_number) is_same = is_same_number(store, input->bytes, known->bytes, input->size);
    bool can_be = strategy_assume(m, known->is_pointer ? term_not(store, is_null) : is_same);
    if (can_be && is_number && !is_about_origin(c->finding)) implied_note(m, is_same);
    return can_be;
}

/* ---- What the driver comes to ---- */

static bool is_same_kind(FindingKind kind, FindingKind wanted) {
    return kind == wanted || (wanted == FINDING_UNCHECKED_ALLOCATION && kind == FINDING_NULL_DEREFERENCE);
}

static void path_ended(void *listener, const PathEnd *end) {
    Confirming *c = listener;
    if (end->end != RUN_FAULT || !is_same_kind(describe_kind(c->m, end->fault), c->finding->kind)) return;
    Arena arena = {0};
    Finding seen = {0};
    Description description = {.e = c->e, .facts = c->facts, .arena = &arena};
    describe_place(&description, end->fault, &seen);
    c->is_shown = seen.place.line == c->finding->place.line &&
                  !strcmp(path_base(seen.place.file), path_base(c->finding->place.file));
    if (c->is_shown) c->e->stop = 1;
    arena_free(&arena);
}

static void poll(void *listener) {
    Confirming *c = listener;
    if (clock_cpu_seconds() >= c->end) c->e->stop = 1;
}

ConfirmEnd confirm_run(Program *driver, const CheckOptions *options, const Finding *finding) {
    ProgramFacts facts;
    facts_find(&facts, driver);
    Function *begin = program_function_named(driver, "main");
    if (!begin || !begin->has_body) return CONFIRM_OPEN;
    entry_make(driver, &facts, begin);
    begin->is_outsider = true; /* what it does with a result says nothing of what others do */
    Confirming c = {.finding = finding, .facts = &facts, .end = clock_cpu_seconds() + options->seconds};
    if (!driver_inputs_read(&c.inputs, finding->inputs)) return CONFIRM_OPEN;
    CheckOptions own = *options;
    own.allocation_fails = options->allocation_fails || c.inputs.has_failures;
    MachineOptions of_machine = follow_machine_options(&(AddressKeeper){driver, &facts});
    ObjectClasses classes = {0};
    ExploreOptions explore = follow_explore_options(&own, &classes);
    Machine m;
    Explorer e;
    MachineInputs inputs = {0};
    Error error = {0};
    explore.input_made = input_made;
    explore.input_listener = &c;
    machine_init(&m, driver, &of_machine);
    m.inputs = &inputs;
    explore_init(&e, &m, &explore);
    c.m = &m;
    c.e = &e;
    e.listener = &c;
    e.path_ended = path_ended;
    e.poll = poll;
    bool is_whole = follow_start(&e, begin, &error) && explore_is_complete(&e) && !e.stop;
    error_free(&error);
    facts_free(&facts);
    driver_inputs_free(&c.inputs);
    return c.is_shown ? CONFIRM_SHOWS : is_whole ? CONFIRM_SILENT : CONFIRM_OPEN;
}
