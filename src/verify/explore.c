/* The engine that explores: every path is followed by itself, under one search and one memory model. */
#include "base/clock.h"
#include "base/resident.h"
#include "verify/follow.h"
#include "verify/verify.h"

#include "engine/bounded.h"
#include "engine/watch.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const VerifyTask *task;
    const VerifyLimits *limits;
    VerifyAnswer *answer;
    Machine *m;
    Explorer *e;
    double started;
    double end;        /* of the time there is; 0: never */
    bool is_over_time; /* that was the end */
    bool is_violated;
    u64 cuts;  /* paths of which it is not known what would come */
    Text why;  /* of the first of them */
    Map tries; /* a fault's place and kind -> how often it was not confirmed */
    u64 unconfirmed;
    Text unconfirmed_at; /* the first */
    BoundedAnswer bounded;
} Verification;

/* ---- The inputs of a path ---- */

static bool add_input(Explorer *e, const PathInput *input, KTest *test) {
    u8 *bytes = xmalloc(MAX(1u, input->size));
    bool ok = true;
    for (u32 i = 0; i < input->size && ok; i++) {
        Term *value = explore_evaluate(e, input->bytes[i]);
        ok = value != NULL;
        bytes[i] = ok ? (u8)value->value : 0;
    }
    if (ok) ktest_add_object(test, input->name, bytes, input->size);
    free(bytes);
    return ok;
}

/* Of merged states: was it asked for in the run that the path's model is of? */
static bool is_in_run(Explorer *e, Term *guard) {
    const Term *value = guard ? explore_evaluate(e, guard) : NULL;
    return !value || value->value;
}

/* Of merged states: the number that an undefined value has among those that this run reads. */
static bool number_in_run(Explorer *e, u32 *number) {
    const Path *path = &e->now.path;
    u32 before = 0;
    for (u32 i = 0; i < path->unknown_values.count; i++) {
        if (!is_in_run(e, path->unknown_values.at[i].guard)) continue;
        if (path->unknown_values.at[i].number == *number) {
            *number = before;
            return true;
        }
        before++;
    }
    return !e->now.merges_inputs;
}

static void add_outside(VerifyInputs *inputs, u32 object) {
    for (u32 i = 0; i < inputs->outside.count; i++)
        if (inputs->outside.at[i] == object) return;
    vec_push(&inputs->outside, object);
}

/* Of merged states it is not known which of them have bound a pointer: an object that nothing leads to does no harm. */
static void add_all_outside(const Explorer *e, VerifyInputs *inputs) {
    u32 count = e->now.merges_inputs ? e->outside.objects.count : 0;
    for (u32 i = 0; i < count; i++) add_outside(inputs, OUTSIDE_FIRST + i);
    for (u32 i = 0; i < e->now.path.outside.count; i++) add_outside(inputs, e->now.path.outside.at[i]);
}

/* Numbers of objects from outside are those of all paths together. */
static void add_surroundings(const Explorer *e, VerifyInputs *inputs) {
    inputs->goes_around = e->now.path.around != 0;
    for (u32 i = 0; i < e->outside.objects.count && inputs->goes_around; i++) {
        const Term *pointer = e->outside.objects.at[i].pointer;
        if (term_is_const(pointer)) vec_push(&inputs->around, (SurroundingObject){OUTSIDE_FIRST + i, pointer->value});
    }
}

/* Only what the constraints speak of matters. */
static void add_undefined(Explorer *e, VerifyInputs *inputs) {
    TermVec symbols = {0};
    term_symbols(e->terms, e->now.path.constraints.at, e->now.path.constraints.count, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        u32 number;
        OutsideValue bytes;
        const Term *symbol = symbols.at[i], *value = NULL;
        bool is_outside = outside_symbol(symbol, &bytes);
        bool is_undefined = symbol->op == TERM_SYMBOL && sscanf(symbol->symbol->name, "undefined#%u", &number) == 1;
        if (is_outside || (is_undefined && number_in_run(e, &number))) value = explore_evaluate(e, symbols.at[i]);
        if (!value || value->width > 64) continue;
        if (is_undefined) {
            vec_push(&inputs->undefined, (UndefinedValue){number, value->value});
        } else {
            bytes.value = value->value;
            vec_push(&inputs->contents, bytes);
            add_outside(inputs, bytes.object);
        }
    }
    vec_free(&symbols);
}

static bool take_inputs(Explorer *e, VerifyInputs *inputs) {
    *inputs = (VerifyInputs){0};
    for (u32 i = 0; i < e->now.path.inputs.count; i++) {
        const PathInput *input = &e->now.path.inputs.at[i];
        if (is_in_run(e, input->guard) && !add_input(e, input, &inputs->test)) return false;
    }
    add_all_outside(e, inputs);
    add_surroundings(e, inputs);
    add_undefined(e, inputs);
    return true;
}

/* The path's model becomes one whose values are good to read. */
static bool use_readable_model(Verification *v) {
    enum { SECONDS = 1 };
    Path *path = &v->e->now.path;
    SolverPath constraints = {path->constraints.at, path->constraints.count};
    SolverLimits limits = {.seconds = SECONDS, .interrupted = &v->e->stop};
    Model *model = NULL;
    if (solver_minimal_model(v->e->solver, constraints, limits, &model) != ANSWER_YES || !model) return false;
    if (path->model) model_release(path->model);
    path->model = model;
    return true;
}

/* ---- Violations ---- */

static bool shows(Verification *v, Property violated, const VerifyInputs *inputs) {
    VerifyReplay replay;
    bool ok = verify_replay(v->task, inputs, &replay) && replay.violated == violated;
    replay_free(&replay);
    return ok;
}

static bool confirm(Verification *v, Property violated) {
    VerifyInputs inputs, readable;
    bool ok = take_inputs(v->e, &inputs) && shows(v, violated, &inputs);
    if (ok && use_readable_model(v) && take_inputs(v->e, &readable)) {
        bool is_better = shows(v, violated, &readable);
        inputs_forget(is_better ? &inputs : &readable);
        if (is_better) inputs = readable;
    }
    if (ok) {
        inputs_forget(&v->answer->inputs);
        v->answer->inputs = inputs;
    } else {
        inputs_forget(&inputs);
    }
    return ok;
}

static u64 fault_key(const Fault *fault) {
    return (u64)fault->kind << 32 | (fault->stack.count ? fault->stack.at[0].location : 0);
}

static LocationId place_of(const Fault *fault) { return fault->stack.count ? fault->stack.at[0].location : 0; }

static void found_violation(Verification *v, Property violated, const Fault *fault) {
    enum { MOST_TRIES = 3 };
    bool inserted;
    u64 *tries = map_cell(&v->tries, fault_key(fault), &inserted);
    bool is_weak = fault->pointer != POINTER_KNOWN;
    if (is_weak && v->answer->is_weak) return; /* there is one already */
    if (*tries < MOST_TRIES && confirm(v, violated)) {
        v->answer->violated = violated;
        v->answer->is_weak = is_weak;
        v->is_violated = !is_weak;
        if (!is_weak) v->e->stop = 1;
        return;
    }
    (*tries)++;
    if (v->unconfirmed++) return;
    const Program *program = v->m->program;
    const Location *place = &program->locations.at[place_of(fault)];
    text_printf(&v->unconfirmed_at, "%s, %s:%u", fault_tag(fault->kind), program->files.at[place->file], place->line);
}

static void path_ended(void *listener, const PathEnd *end) {
    Verification *v = listener;
    Property violated = PROPERTY_COUNT;
    Text why = {0};
    if (v->is_violated) return;
    switch (property_meaning(v->task, v->m, end->end, &violated, &why)) {
    case END_GOOD: break;
    case END_VIOLATION:
        if (!v->task->follows || follow_is_target(v->task->follows, v->m->program, place_of(end->fault)))
            found_violation(v, violated, end->fault);
        break;
    case END_CUT:
        if (!v->cuts++) text_add(&v->why, why.chars);
        break;
    }
    text_free(&why);
}

static void poll(void *listener) {
    Verification *v = listener;
    v->is_over_time = v->is_over_time || (v->end && clock_seconds() >= v->end);
    if (v->is_over_time || (v->limits->stop && *v->limits->stop)) v->e->stop = 1;
}

/* ---- Why nothing is known ---- */

static void add_place(const Explorer *e, LocationId id, const char *before, Text *out) {
    const Location *place = &e->m->program->locations.at[id];
    if (place->line) text_printf(out, "%s%s:%u", before, e->m->program->files.at[place->file], place->line);
}

typedef double ChoiceWeight(const ChoicePlace *place);
static double by_forks(const ChoicePlace *place) { return (double)place->forks; }
static double by_seconds(const ChoicePlace *place) { return place->seconds; }

static void add_busiest_place(const Explorer *e, ChoiceWeight *weight, const char *what, Text *out) {
    const ChoicePlace *busiest = NULL;
    for (u32 i = 0; i < e->account.place_list.count; i++)
        if (!busiest || weight(&e->account.place_list.at[i]) > weight(busiest)) busiest = &e->account.place_list.at[i];
    if (busiest && weight(busiest) > 0) add_place(e, busiest->location, what, out);
}

/* The only path there is has been stopped: its frames are still those of the machine. */
static void add_stopped_place(const Explorer *e, Text *out) {
    if (e->states.count != 1 || e->states.at[0]->is_parked) return;
    const State *state = e->states.at[0];
    add_place(e, machine_location(e->m, state->ip, state->r), ", the last one was at ", out);
}

static void explain(const Verification *v, Text *out) {
    const Explorer *e = v->e;
    const u64 *cuts = e->statistics.cuts;
    if (v->cuts) {
        text_add(out, v->why.chars);
    } else if (explore_is_complete(e) && !v->unconfirmed) {
        text_printf(out, "the memory model '%s' proves nothing: %s", e->options.memory->name, e->options.memory->limit);
    } else if (v->unconfirmed) {
        text_printf(out, "an error did not show again when its inputs were run: %s", v->unconfirmed_at.chars);
    } else if (cuts[CUT_UNMODELLED] && v->m->unmodelled.count) {
        text_add(out, v->m->unmodelled.at[0]);
    } else if (cuts[CUT_SOLVER]) {
        text_add(out, "a query is too hard for the solver");
        add_busiest_place(e, by_seconds, ", most of its time went to ", out);
    } else {
        for (u32 i = 0; i < CUT_KIND_COUNT && !out->length; i++)
            if (cuts[i] && i != CUT_TIME) text_printf(out, "%s: %" PRIu64, cut_names[i], cuts[i]);
        if (!out->length) text_printf(out, "%" PRIu64 " paths are left at the limit", cuts[CUT_TIME]);
        size_t length = out->length;
        add_busiest_place(e, by_forks, ", most of the forks are at ", out);
        if (out->length == length) add_stopped_place(e, out);
    }
}

static void add_statistics(const Verification *v, Text *out) {
    const ExploreStatistics *s = &v->e->statistics;
    text_printf(out, "%" PRIu64 " paths, %" PRIu64 " queries, %.1f s in the solver, %" PRIu64 " MiB", s->paths,
                s->queries, s->solver_seconds, resident_bytes() >> 20);
}

/* ---- What loops cost ---- */

static int costlier_first(const void *one, const void *other) {
    const BoundedLoop *a = one, *b = other;
    if (a->seconds != b->seconds) return a->seconds > b->seconds ? -1 : 1;
    return a->terms != b->terms ? (a->terms > b->terms ? -1 : 1) : 0;
}

/* The loops that took most: what a user would want to bound. */
static void add_loops(const Verification *v, Text *out) {
    enum { MOST = 8 };
    const BoundedAnswer *bounded = &v->bounded;
    if (bounded->loops.count) qsort(bounded->loops.at, bounded->loops.count, sizeof *bounded->loops.at, costlier_first);
    for (u32 i = 0; i < bounded->loops.count && i < MOST; i++) {
        const BoundedLoop *loop = &bounded->loops.at[i];
        if (!loop->rounds) continue; /* it was simply run */
        text_add(out, loop->is_recursion ? "\n  recursion of " : "\n  loop in ");
        text_add(out, loop->function->name);
        add_place(v->e, loop->location, " at ", out);
        text_printf(out, ": %" PRIu64 " rounds, bound %u, %" PRIu64 " terms, %.2f s in the solver", loop->rounds,
                    loop->bound, loop->terms, loop->seconds);
        if (loop->put_aside) text_printf(out, ", %" PRIu64 " unwinding assertions", loop->put_aside);
    }
}

/* ---- The run ---- */

static Verdict conclude(Verification *v) {
    VerifyAnswer *answer = v->answer;
    const MemoryModel *model = v->e->options.memory;
    bool is_sound = !model->limit || model->is_exact;
    bool is_complete = explore_is_complete(v->e) && !v->cuts && !v->unconfirmed && is_sound;
    add_statistics(v, &answer->statistics);
    add_loops(v, &answer->statistics);
    answer_assume(answer, v->e->m);
    bool is_violated = v->is_violated || answer->is_weak;
    answer->verdict = is_violated ? VERDICT_FALSE : is_complete ? VERDICT_TRUE : VERDICT_UNKNOWN;
    answer->is_out_of_time = v->e->statistics.cuts[CUT_TIME] || v->e->statistics.cuts[CUT_MEMORY];
    if ((v->task->follows || v->task->guided) && answer->verdict == VERDICT_TRUE) { /* of some runs alone */
        answer_unknown(answer, "no run that follows the %s violates the property",
                       v->task->follows ? "witness" : "path");
    } else if (answer->verdict == VERDICT_UNKNOWN) {
        explain(v, &answer->reason);
        bool asks_all_the_time = v->e->statistics.solver_seconds > 0.8 * (clock_seconds() - v->started);
        answer->goes_alike = asks_all_the_time || !v->e->statistics.states_made;
    }
    return answer->verdict;
}

static bool follow_witness(const void *self, Machine *m, LocationId location, const PathInput *input) {
    return follow_input(self, m, location, input);
}

/* The newest input is the one of its number. */
static bool follow_given(const void *self, Machine *m, LocationId location, const PathInput *input) {
    const KTest *given = self;
    u32 number = m->symbolic->path.inputs.count - 1;
    if (number >= given->objects.count || given->objects.at[number].size != input->size) return true;
    Term *is_it = term_true(m->symbolic->terms);
    for (u32 i = 0; i < input->size; i++) {
        Term *byte = term_const(m->symbolic->terms, 8, given->objects.at[number].bytes[i]);
        is_it = term_and(m->symbolic->terms, is_it, term_eq(m->symbolic->terms, input->bytes[i], byte));
    }
    return m->symbolic->strategy->may_assume(m, is_it);
}

/* Models that divide memory by a points-to analysis. */
static bool prepare_memory(const VerifyTask *task, ExploreOptions *options, Text *statistics, Error *error) {
    if (options->memory->wants_classes)
        options->classes->alias = alias_andersen(task->program, ALIAS_CLONES_FEW, error);
    if (options->memory->wants_groups) {
        double start = clock_seconds();
        options->classes->alias = task->points_to->run(task->program, task->contexts, error);
        text_printf(statistics, "points-to analysis %s, %.2f s; ", task->points_to->name, clock_seconds() - start);
    }
    return !error_is_set(error);
}

static bool run_bounded(Verification *v, char **environment, Error *error) {
    enum { FIRST_BOUND = 2 };
    BoundedOptions options = {.first_bound = FIRST_BOUND,
                              .last_bound = v->task->unwind,
                              .listener = v,
                              .path_ended = path_ended,
                              .poll = poll};
    return bounded_run(v->e, &options, (int)v->task->argument_count, (char **)(uintptr_t)v->task->arguments,
                       environment, &v->bounded, error);
}

Verdict verify_explore(const VerifyTask *task, const ExploreChoice *choice, const VerifyLimits *limits,
                       VerifyAnswer *answer) {
    MachineOptions of_machine = verify_machine_options(task);
    of_machine.forks = true;
    bool finds_repetition = of_machine.marks_joins && !choice->merge_joins && !choice->is_bounded;
    of_machine.marks_joins = of_machine.marks_joins || choice->merge_joins || choice->is_bounded;
    of_machine.marks_loops = choice->is_bounded;
    ObjectClasses classes = {0};
    ExploreOptions options = {.memory = task->memory ? task->memory : memory_model_named(choice->memory),
                              .search = choice->merge_joins || choice->is_bounded ? &search_joins
                                                                                  : search_named(choice->search),
                              .finds_repetition = finds_repetition,
                              .merge_joins = choice->merge_joins,
                              .classes = &classes,
                              .stops_at_unknown_pointers = true,
                              .binds_pointers = verify_binds_pointers(task),
                              .goes_around = verify_binds_pointers(task),
                              .max_memory = limits->bytes,
                              .query_seconds = MAX((double)task->query_seconds, limits->seconds / 2),
                              .max_symbolic_size = 4096};
    of_machine.count_blocks = options.search->wants_counts;
    if (choice->is_bounded) bounded_prepare(&options);
    if (task->follows) {
        options.input_made = follow_witness;
        options.input_listener = task->follows;
    }
    if (task->guided) {
        options.input_made = follow_given;
        options.input_listener = task->guided;
    }
    Machine m;
    Explorer e;
    MachineInputs inputs = {0};
    Error error = {0};
    char *environment[] = {NULL};
    if (!prepare_memory(task, &options, &answer->statistics, &error)) {
        answer_unknown(answer, "%s", error.message.chars);
        return answer->verdict;
    }
    machine_init(&m, task->program, &of_machine);
    m.inputs = &inputs;
    explore_init(&e, &m, &options);
    Verification v = {.task = task, .limits = limits, .answer = answer, .m = &m, .e = &e, .started = clock_seconds()};
    v.end = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    e.listener = &v;
    e.path_ended = path_ended;
    e.poll = poll;
    bool has_run = choice->is_bounded ? run_bounded(&v, environment, &error)
                                      : explore_run(&e, (int)task->argument_count, (char **)(uintptr_t)task->arguments,
                                                    environment, &error);
    if (has_run) conclude(&v);
    else answer_unknown(answer, "%s", error.message.chars);
    /* The process ends with the answer: thousands of states are not given back one by one. */
    error_free(&error);
    return answer->verdict;
}
