/* One root: explored, and what its paths came to. */
#include "check/check.h"
#include "check/describe.h"
#include "check/driver.h"
#include "check/follow.h"
#include "check/judge.h"

#include "base/clock.h"
#include "base/path.h"
#include "engine/widen.h"
#include "machine/leaks.h"
#include "search/search.h"

#include <string.h>

/* What a path ended in, at one place, in one way. */
typedef struct {
    u64 key;
    Worth worth;
    Judgement judgement; /* WORTH_OPEN */
    u32 finding;         /* in Following.made */
} Suspect;

/* An end that a path came to which stands for many: is there an exact one that comes to it? */
typedef struct {
    u64 key;
    Judgement judgement; /* of that path */
    u32 tries;
} Probe;

typedef struct {
    const ProgramFacts *facts;
    const Function *root;
    const CheckOptions *options;
    Machine *m;
    Explorer *e;
    Judge judge;
    double started, gained; /* by clock_cpu_seconds(); the latter: when something new was seen last */
    u32 covered;            /* blocks that a path had come to then */
    FindingList made;
    Sources sources;       /* that findings quote */
    VEC(Suspect) suspects; /* one a finding */
    VEC(Probe *) probes;
    VEC(bool) is_exact_block; /* of the machine's: an exact path has come to it first */
    Map objects_before; /* a TrailStep -> the number of the next object then: what was made before it, and what after */
} Following;

/* Something new was seen: a place, or an error at a place. */
static void note_gain(Following *f) { f->gained = clock_cpu_seconds(); }

static void note_coverage(Following *f) {
    u32 covered = 0;
    for (u32 i = 0; i < f->e->block_totals.count; i++) covered += f->e->block_totals.at[i] != 0;
    if (covered > f->covered) note_gain(f);
    f->covered = covered;
}

/* Blocks of functions that were entered for the first time belong to the running path. */
static void attribute_blocks(Following *f) {
    const Path *path = &f->e->now.path;
    while (f->is_exact_block.count < f->m->blocks.count) vec_push(&f->is_exact_block, !path->widened);
}

static void chosen(void *listener, const TrailStep *step) {
    Following *f = listener;
    attribute_blocks(f);
    judge_chosen(&f->judge, step);
    map_put(&f->objects_before, (u64)(uintptr_t)step, f->m->objects.next);
}

static u64 key_of(const Finding *finding) {
    u64 hash = hash_combine(finding->kind, finding->place.line);
    hash = hash_combine(hash, finding->place.column);
    for (const char *c = finding->place.file; *c; c++) hash = hash_combine(hash, (u8)*c);
    return hash;
}

static Suspect *suspect_of(Following *f, u64 key) {
    for (u32 i = 0; i < f->suspects.count; i++)
        if (f->suspects.at[i].key == key) return &f->suspects.at[i];
    return NULL;
}

static void make_driver(Following *f, Finding *finding, Text *code, Text *inputs) {
    const char *why = NULL;
    if (driver_make(f->e, f->facts, f->root, finding, code, inputs, &why)) {
        finding->code = code->chars;
        finding->inputs = inputs->chars;
    } else {
        finding->doubt = why;
    }
}

/* Of several paths to one place the one stays that needs least. */
static void keep_finding(Following *f, const Fault *fault, const Description *description, Finding *finding,
                         Judgement *judgement) {
    u64 key = key_of(finding);
    Suspect *known = suspect_of(f, key);
    if (known && known->worth <= judgement->worth) {
        text_free(&judgement->assumption);
        return;
    }
    finding->confidence = judgement->worth == WORTH_CERTAIN ? CONFIDENCE_CERTAIN : CONFIDENCE_POSSIBLE;
    finding->assumption = judgement->assumption.chars;
    describe_path(description, fault, finding);
    Text code = {0}, inputs = {0};
    make_driver(f, finding, &code, &inputs);
    findings_add(&f->made, finding);
    text_free(&code);
    text_free(&inputs);
    if (!known) {
        vec_push(&f->suspects, (Suspect){.key = key});
        note_gain(f);
        known = &vec_last(&f->suspects);
    }
    text_free(&known->judgement.assumption);
    *known = (Suspect){key, judgement->worth, *judgement, f->made.all.count - 1};
}

/* ---- Ends of paths that stand for many ---- */

/* What came in as input is the world's doing, whatever it was; what depends on an argument has to show that it does. */
static bool may_bind(const Explorer *e, const Term *symbol) { return !evidence_source_of_symbol(e, symbol); }

static bool is_worth_showing(const Following *f, const Judgement *judgement) {
    return judgement->worth < WORTH_LITTLE || f->options->shows_all;
}

static Probe *probe_for(Following *f, u64 key) {
    for (u32 i = 0; i < f->probes.count; i++)
        if (f->probes.at[i]->key == key) return f->probes.at[i];
    vec_push(&f->probes, ARENA_NEW(&f->made.arena, Probe));
    vec_last(&f->probes)->key = key;
    return vec_last(&f->probes);
}

/* Whether it happens an exact path has to say. */
static void look_closer(Following *f, u64 key, Judgement *judgement) {
    enum { MOST_TRIES = 2 };
    const Suspect *known = suspect_of(f, key);
    bool is_known = known && known->worth <= judgement->worth;
    Probe *probe = is_known || !is_worth_showing(f, judgement) ? NULL : probe_for(f, key);
    if (!probe || probe->tries++ >= MOST_TRIES || !widen_probe(f->e->widening, probe)) {
        text_free(&judgement->assumption);
        return;
    }
    text_free(&probe->judgement.assumption);
    probe->judgement = *judgement;
    note_gain(f);
}

/* What an exact path is worth that was found in this way: no more than the one that it was bound to. False: it has come to
 * something else. */
static bool weaken(const Probe *probe, u64 key, Judgement *judgement) {
    if (probe->key != key) return false;
    if (probe->judgement.worth <= judgement->worth) return true;
    text_free(&judgement->assumption);
    *judgement = probe->judgement;
    judgement->assumption = (Text){0};
    if (probe->judgement.assumption.chars) text_add(&judgement->assumption, probe->judgement.assumption.chars);
    return true;
}

/* What a macro does with unsigned numbers wraps around because it is meant to. */
static bool is_meant(Following *f, const Finding *finding) {
    const FindingPlace *place = &finding->place;
    return finding->kind == FINDING_UNSIGNED_OVERFLOW &&
           sources_is_macro(sources_get(&f->sources, place->file), place->line, place->column);
}

static void add_finding(Following *f, const Fault *fault, FindingKind kind) {
    Judgement judgement;
    Finding finding = {.kind = kind,
                       .cwe = finding_kinds[kind].cwe,
                       .severity = finding_kinds[kind].severity,
                       .entry = f->root->name,
                       .unit = f->root->unit};
    Description description = {.e = f->e,
                               .facts = f->facts,
                               .root = f->root,
                               .arena = &f->made.arena,
                               .sources = &f->sources,
                               .objects_before = &f->objects_before};
    describe_place(&description, fault, &finding);
    if (is_meant(f, &finding)) return;
    judge_path(&f->judge, fault, &judgement);
    const Path *path = &f->e->now.path;
    u64 key = key_of(&finding);
    if (path->widened) look_closer(f, key, &judgement);
    else if (!path->probe || weaken(path->probe, key, &judgement))
        keep_finding(f, fault, &description, &finding, &judgement);
    else text_free(&judgement.assumption);
}

/* An allocation failed there. */
static bool is_failure(const Following *f, const TrailStep *step) {
    bool found = false;
    TermVec symbols = {0};
    Term *guard = step->guard;
    term_symbols(f->e->terms, &guard, 1, &symbols);
    for (u32 i = 0; i < symbols.count && !found; i++) {
        const Term *symbol = symbols.at[i];
        if (symbol->op != TERM_SYMBOL ||
            strncmp(symbol->symbol->name, FAILING_ALLOCATION, strlen(FAILING_ALLOCATION)) != 0)
            continue;
        const Term *value = explore_evaluate(f->e, symbols.at[i]);
        found = value && value->value;
    }
    vec_free(&symbols);
    return found;
}

typedef enum { NONE_FAILED, ALL_ASKED, SOME_NOT_ASKED } Failures;

/* Whether allocations have failed on the path, and the program asks whether these do. */
static Failures failures_of(const Following *f) {
    Failures failures = NONE_FAILED;
    for (const TrailStep *step = f->e->now.path.trail; step; step = step->before) {
        if (step->kind != CHOICE_SIZE || !is_failure(f, step)) continue;
        if (!beliefs_asks_at(f->m->program, f->facts, step->location)) return SOME_NOT_ASKED;
        failures = ALL_ASKED;
    }
    return failures;
}

/* A block of main's own: the program ends where it is lost. */
static bool is_of_main(const Following *f, const Fault *leak) {
    if (!root_is_program(f->root) || !leak->stack.count) return false;
    const char *name = function_of_location(f->m->program, f->facts, leak->stack.at[0].location);
    return name && !strcmp(name, f->root->name);
}

/* FINDING_KIND_COUNT: nothing that is to be told. Where allocations only fail because the program believes that they can, it
 * is told that null is followed, and that a block is lost where the program goes on without what it did not get. */
static FindingKind kind_of(const Following *f, const Fault *fault) {
    FindingKind kind = describe_kind(f->m, fault);
    if (kind == FINDING_KIND_COUNT || f->options->allocation_fails) return kind;
    Failures failures = failures_of(f);
    if (failures == NONE_FAILED) return kind;
    if (!f->options->believes_failure) return FINDING_KIND_COUNT;
    if (kind == FINDING_LEAK && failures == ALL_ASKED && !fault->is_in_call && !is_of_main(f, fault)) return kind;
    return kind == FINDING_NULL_DEREFERENCE ? FINDING_UNCHECKED_ALLOCATION : FINDING_KIND_COUNT;
}

static void take_fault(Following *f, const Fault *fault) {
    FindingKind kind = kind_of(f, fault);
    if (kind < FINDING_KIND_COUNT && f->options->is_enabled[kind]) add_finding(f, fault, kind);
}

static void path_ended(void *listener, const PathEnd *end) {
    Following *f = listener;
    attribute_blocks(f);
    note_coverage(f);
    if (end->end != RUN_FAULT) return;
    take_fault(f, end->fault);
    for (u32 i = 0; i < end->fault->also_lost.count; i++) {
        Fault other = {0};
        leak_describe(f->m, end->fault->also_lost.at[i], &other);
        other.is_in_call = end->fault->is_in_call;
        take_fault(f, &other);
        fault_free(&other);
    }
}

/* A root has its time, and ends before where it has shown nothing new for as long as it took to show the last, and an eighth
 * of its time on top of that. */
static void poll(void *listener) {
    enum { LEAST_PATIENCE_MS = 100 };
    Following *f = listener;
    double now = clock_cpu_seconds(), limit = f->options->seconds;
    double patience = MAX(limit / 8, LEAST_PATIENCE_MS / 1e3) + (f->gained - f->started);
    if (now - f->started >= limit || now - f->gained >= patience) f->e->stop = 1;
}

/* ---- What is told ---- */

static bool is_shown(const Following *f, const Suspect *suspect) {
    LocationId check = 0;
    if (suspect->worth <= WORTH_EVIDENT || f->options->shows_all) return true;
    return suspect->worth == WORTH_OPEN && judge_finds_check(&f->judge, &suspect->judgement, &check);
}

/* Null is followed there in any case: that an allocation may fail adds nothing. */
static bool is_said_already(const Following *f, const Finding *finding) {
    if (finding->kind != FINDING_UNCHECKED_ALLOCATION) return false;
    for (u32 i = 0; i < f->suspects.count; i++) {
        const Finding *other = &f->made.all.at[f->suspects.at[i].finding];
        bool is_there = other->place.line == finding->place.line && !strcmp(other->place.file, finding->place.file);
        if (other->kind == FINDING_NULL_DEREFERENCE && is_there && is_shown(f, &f->suspects.at[i])) return true;
    }
    return false;
}

static void take_findings(Following *f, RootResult *out) {
    for (u32 i = 0; i < f->suspects.count; i++) {
        const Finding *finding = &f->made.all.at[f->suspects.at[i].finding];
        if (is_shown(f, &f->suspects.at[i]) && !is_said_already(f, finding)) findings_add(&out->findings, finding);
    }
}

static void take_conditions(const Following *f, RootResult *out) {
    const Compiled *compiled = f->root->compiled;
    bool is_whole = compiled && explore_is_complete(f->e) && !f->e->states.count;
    if (!f->options->is_enabled[FINDING_UNREACHABLE_CONDITION] || !is_whole) return;
    conditions_find(f->m->program, f->facts, f->root, f->e->block_totals.at + compiled->first_block, &out->findings);
}

static void take_reached(const Following *f, RootResult *out) {
    const Function *last = NULL;
    for (u32 i = 0; i < f->m->blocks.count; i++) {
        const Function *function = f->m->blocks.at[i].function;
        bool is_exact = i < f->is_exact_block.count && f->is_exact_block.at[i];
        if (function == last || function->is_library || f->m->blocks.at[i].block || !is_exact) continue;
        vec_push(&out->reached, function->name);
        last = function;
    }
}

/* Where most of the states wait: the last choice on their ways. 0: not known. */
static LocationId where_most_wait(const Explorer *e) {
    Map counts = {0};
    u64 most = 0;
    LocationId found = 0;
    for (u32 i = 0; i < e->states.count; i++) {
        const TrailStep *last = e->states.at[i]->path.trail;
        bool inserted;
        u64 *count = map_cell(&counts, last ? last->location : 0, &inserted);
        *count = inserted ? 1 : *count + 1;
        if (*count <= most || !last) continue;
        most = *count;
        found = last->location;
    }
    map_free(&counts);
    return found;
}

static const char *why_stopped(const Following *f, Arena *arena) {
    const ExploreStatistics *s = &f->e->statistics;
    const Program *program = f->m->program;
    const Location *place = &program->locations.at[where_most_wait(f->e)];
    const char *why = clock_cpu_seconds() - f->started >= f->options->seconds ? "time" : "nothing new was seen";
    if (s->cuts[CUT_TIME] && place->line)
        return arena_printf(arena, "%s, with %u ways left, most of them from %s:%u on", why, f->e->states.count,
                            path_base(program->files.at[place->file]), place->line);
    if (s->cuts[CUT_TIME]) return why;
    for (u32 i = 0; i < CUT_KIND_COUNT; i++)
        if (s->cuts[i]) return arena_printf(arena, "%s: %llu", cut_names[i], (unsigned long long)s->cuts[i]);
    return "";
}

static const char *skipped_calls(const Following *f, Arena *arena) {
    u32 count;
    const SkippedPlace *places = widen_skipped(f->e->widening, &count);
    Text text = {0};
    for (u32 i = 0; i < count; i++) {
        const Location *place = &f->m->program->locations.at[places[i].location];
        Text effects = {0};
        effects_print(&effects, &f->facts->effects, places[i].function);
        text_printf(&text, "%s%s at %s:%u (%s)", i ? ", " : "", places[i].function->name,
                    path_base(f->m->program->files.at[place->file]), place->line,
                    effects.chars ? effects.chars : "writes nothing");
        text_free(&effects);
    }
    const char *kept = arena_strdup(arena, text.chars ? text.chars : "");
    text_free(&text);
    return kept;
}

static bool may_keep_address(const void *self, const Function *function, const Global *global) {
    const AddressKeeper *keeper = self;
    return carriers_may_keep(keeper->program, keeper->facts, function, global);
}

MachineOptions follow_machine_options(const AddressKeeper *keeper) {
    return (MachineOptions){.max_memory = (u64)1 << 30,
                            .max_stack = 8 << 20,
                            .check_leaks = true,
                            .owns_outside = true,
                            .checks_escapes = true,
                            .checks_sizes = true,
                            .may_keep_address = may_keep_address,
                            .address_keeper = keeper,
                            .forks = true,
                            .count_blocks = true};
}

ExploreOptions follow_explore_options(const CheckOptions *options, ObjectClasses *classes) {
    return (ExploreOptions){.memory = options->memory,
                            .search = search_named("rounds"),
                            .classes = classes,
                            .stops_at_unknown_pointers = false,
                            .binds_pointers = true,
                            .assumes_nonnull = options->assumes_nonnull,
                            .considers_aliases = options->shows_all && !options->assumes_noalias,
                            .keeps_trail = true,
                            .forks_selects = true,
                            .summarises_texts = true,
                            .checks_arguments = true,
                            .allocation_fails = options->allocation_fails || options->believes_failure ||
                                                options->is_enabled[FINDING_UNREACHABLE_CONDITION],
                            .max_memory = options->bytes,
                            .max_states = 4096,
                            .query_seconds = MAX(0.2, options->seconds / 8),
                            .max_symbolic_size = 4096};
}

bool follow_start(Explorer *e, const Function *root, Error *error) {
    char *nothing[] = {NULL}, *name[] = {"program", NULL};
    bool takes_arguments = root_is_program(root) && root->param_count;
    return takes_arguments ? explore_run(e, 0, nothing, nothing, error) : explore_run(e, 1, name, nothing, error);
}

void follow_root(Program *program, const ProgramFacts *facts, Function *root, const CheckOptions *options,
                 RootResult *out) {
    entry_make(program, facts, root);
    MachineOptions of_machine = follow_machine_options(&(AddressKeeper){program, facts});
    ObjectClasses classes = {0};
    ExploreOptions explore = follow_explore_options(options, &classes);
    Machine m;
    Explorer e;
    MachineInputs inputs = {0};
    Error error = {0};
    double started = clock_cpu_seconds();
    of_machine.marks_heads = true;
    machine_init(&m, program, &of_machine);
    m.inputs = &inputs;
    explore_init(&e, &m, &explore);
    widen_begin(&e, &facts->effects, may_bind);
    Following f = {.facts = facts,
                   .root = root,
                   .options = options,
                   .m = &m,
                   .e = &e,
                   .judge = {.e = &e, .facts = facts, .root = root},
                   .started = started,
                   .gained = started};
    f.judge.sources = &f.sources;
    e.listener = &f;
    e.path_ended = path_ended;
    e.chosen = chosen;
    e.poll = poll;
    bool has_run = follow_start(&e, root, &error);
    take_findings(&f, out);
    if (has_run) take_conditions(&f, out);
    take_reached(&f, out);
    out->statistics =
        (RootStatistics){.function = root->name,
                         .paths = e.statistics.paths,
                         .queries = e.statistics.queries,
                         .widened = widen_statistics(e.widening)->widened,
                         .skipped = skipped_calls(&f, &out->findings.arena),
                         .seconds = clock_cpu_seconds() - started,
                         .stopped = has_run ? why_stopped(&f, &out->findings.arena) : error.message.chars};
    widen_end(e.widening);
}
