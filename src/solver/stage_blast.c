/* Bit-blasting: constraints become literals of one graph of gates, kept for ever; a query assumes them in a live SAT
 * solver. The SAT solver only has the gates some query needed, and is renewed when most of those are dead: one that
 * grows for ever gets slower with every query, a fresh one a query learns nothing (doc/solver.md has the figures). */
#include "solver/stage.h"

#include "solver/cones.h"
#include "solver/cores.h"
#include "solver/lemmas.h"
#include "solver/rescue.h"

#include <string.h>

enum {
    GATE_LIMIT = 6 << 20, /* of the graph; a larger query is not ours */
    GATES_KEPT = 1 << 20, /* a graph larger than this is dropped when the last query needed little of it */
    GATES_KEPT_RATIO = 8,
    RENEW_MINIMUM = 1000, /* a SAT solver with fewer gates is never too old */
    RENEW_PERCENT = 125,  /* one with more than so many of a bound of the gates needed is */
    PATIENCE = 100        /* conflicts a solver that has served other queries may have with this one */
};

typedef struct {
    Stage stage;
    Blaster blaster;
    Lemmas lemmas;
    Cones cones;
    Cores cores;
    Rescue rescue;
    Sat *sat;        /* NULL: a new one is due */
    VEC(u32) loaded; /* call -> number of the SAT solver that has its gates */
    u32 sat_number;
    VEC(u32) owner_stamps; /* owner -> query that collected it */
    u32 query_number;
    LitVec literals; /* of the constraints of the query */
    VEC(u32) owners; /* below them */
    VEC(u32) calls;  /* those of the owners that are calls */
    u64 needed;      /* a bound of the gates below the last query */
    bool is_fresh;   /* the SAT solver has served no other query */
    u64 renewals, resets, solves;
} Blast;

static void reset(Blast *blast) {
    sat_free(blast->sat);
    blast->sat = NULL;
    blaster_free(&blast->blaster);
    lemmas_free(&blast->lemmas);
    cones_free(&blast->cones);
    cores_free(&blast->cores);
    vec_free(&blast->loaded);
    vec_free(&blast->owner_stamps);
    memset(&blast->lemmas, 0, sizeof blast->lemmas);
    memset(&blast->cones, 0, sizeof blast->cones);
    blast->cores = (Cores){.hits = blast->cores.hits};
    blaster_init(&blast->blaster, blast->stage.store, GATE_LIMIT);
    blast->resets++;
}

static bool is_overgrown(const Blast *blast) {
    return blast->blaster.aig.gates.count > GATES_KEPT &&
           blast->blaster.aig.gates.count > GATES_KEPT_RATIO * blast->needed;
}

static void discard_sat(Blast *blast) {
    sat_free(blast->sat);
    blast->sat = NULL;
}

/* The literals of the constraints; false with a reason when they cannot be had. */
static bool make_literals(Blast *blast, const Query *query) {
    vec_clear(&blast->literals);
    for (u32 i = 0; i < query->count; i++) {
        const Lit *bits = blaster_bits(&blast->blaster, query->constraints[i], query->deadline);
        if (!bits) return false;
        vec_push(&blast->literals, bits[0]);
    }
    return true;
}

/* Owners. */

enum { OWNER_KEY = 1 }; /* keys of cones: literal << 1, or owner << 1 | OWNER_KEY */

static Cone cone_of_literal(Blast *blast, Lit lit) {
    return cones_of(&blast->cones, &blast->blaster, (u64)lit << 1, &lit, 1);
}

/* What the value of a call depends on. */
static Cone cone_of_call(Blast *blast, u32 call) {
    LitVec roots = {0};
    lemmas_literals(&blast->lemmas, &blast->blaster, call, &roots);
    Cone cone = cones_of(&blast->cones, &blast->blaster, (u64)call << 1 | OWNER_KEY, roots.at, roots.count);
    vec_free(&roots);
    return cone;
}

static void collect_owner(Blast *blast, u32 owner) {
    while (blast->owner_stamps.count <= owner) vec_push(&blast->owner_stamps, 0);
    if (blast->owner_stamps.at[owner] == blast->query_number) return;
    blast->owner_stamps.at[owner] = blast->query_number;
    vec_push(&blast->owners, owner);
}

static void collect_cone(Blast *blast, Cone cone) {
    for (u32 i = 0; i < cone.count; i++) collect_owner(blast, blast->cones.owners.at[cone.begin + i]);
}

/* All symbols and calls the query depends on; returns a bound of the gates below it. */
static u64 collect_owners(Blast *blast) {
    u64 size = 0;
    blast->query_number++;
    vec_clear(&blast->owners);
    vec_clear(&blast->calls);
    for (u32 i = 0; i < blast->literals.count; i++) {
        Cone cone = cone_of_literal(blast, blast->literals.at[i]);
        size += cone.size;
        collect_cone(blast, cone);
    }
    for (u32 i = 0; i < blast->owners.count; i++) {
        u32 owner = blast->owners.at[i];
        if (!owner_is_call(&blast->blaster.owners.at[owner])) continue;
        vec_push(&blast->calls, owner);
        Cone cone = cone_of_call(blast, owner);
        size += cone.size;
        collect_cone(blast, cone);
    }
    return size;
}

/* The SAT solver. */

static void renew(Blast *blast) {
    discard_sat(blast);
    blast->sat = sat_new(&blast->blaster.aig);
    lemmas_renewed(&blast->lemmas);
    blast->sat_number++;
    blast->renewals++;
    blast->is_fresh = true;
}

static void renew_if_due(Blast *blast, u64 needed) {
    u64 given = blast->sat ? sat_gates(blast->sat) : 0;
    blast->is_fresh = false;
    if (blast->sat && (given < RENEW_MINIMUM || given * 100 < needed * RENEW_PERCENT)) return;
    renew(blast);
}

/* Gives the SAT solver the gates of a call and of what decides its value, once. */
static bool load_call(Blast *blast, u32 call, Deadline *deadline) {
    while (blast->loaded.count <= call) vec_push(&blast->loaded, 0);
    if (blast->loaded.at[call] == blast->sat_number) return true;
    LitVec lits = {0};
    const Owner *owner = &blast->blaster.owners.at[call];
    lemmas_literals(&blast->lemmas, &blast->blaster, call, &lits);
    bool is_whole = owner->term->op != TERM_UDIV && !lemmas_is_table_read(owner->term); /* all its bits count */
    for (u32 i = 0; is_whole && i < owner->term->width; i++) vec_push(&lits, (owner->first_input + i) << 1);
    bool in_time = true;
    for (u32 i = 0; i < lits.count && in_time; i++) in_time = sat_add_cone(blast->sat, lits.at[i], deadline);
    if (owner->definition != LIT_TRUE && in_time) sat_add_clause(blast->sat, &owner->definition, 1);
    vec_free(&lits);
    blast->loaded.at[call] = blast->sat_number;
    return in_time;
}

static bool load(Blast *blast, const Query *query) {
    for (u32 i = 0; i < blast->literals.count; i++)
        if (!sat_add_cone(blast->sat, blast->literals.at[i], query->deadline)) return false;
    for (u32 i = 0; i < blast->calls.count; i++)
        if (!load_call(blast, blast->calls.at[i], query->deadline)) return false;
    return true;
}

static Model *model_of_symbols(Blast *blast) {
    Model *model = model_new(blast->stage.store);
    for (u32 i = 0; i < blast->owners.count; i++) {
        const Owner *owner = &blast->blaster.owners.at[blast->owners.at[i]];
        if (owner_is_call(owner)) continue;
        Lit few[64], *bits = owner->term->width <= 64 ? few : xmalloc(owner->term->width * sizeof *bits);
        for (u32 j = 0; j < owner->term->width; j++) bits[j] = (owner->first_input + j) << 1;
        model_set(model, owner->term, lemmas_value(blast->stage.store, blast->sat, bits, owner->term->width));
        if (bits != few) free(bits);
    }
    return model;
}

/* A definition added to a deferred read makes the query depend on more: collect again. */
static bool reload_after_lemmas(Blast *blast, const Query *query) {
    for (u32 i = 0; i < blast->calls.count; i++) cones_forget(&blast->cones, (u64)blast->calls.at[i] << 1 | OWNER_KEY);
    collect_owners(blast);
    return load(blast, query);
}

/* What the SAT solver says of the literals it cannot make true together. */
static void give_core(Blast *blast, const Query *query, Result *result) {
    LitVec core = {0};
    result->answer = ANSWER_NO;
    for (u32 i = 0; i < query->count; i++) {
        Lit lit = blast->literals.at[i];
        if (lit == LIT_TRUE || !sat_failed(blast->sat, lit)) continue;
        vec_push(&result->core, query->constraints[i]);
        vec_push(&core, lit);
    }
    cores_add(&blast->cores, core.at, core.count);
    vec_free(&core);
}

/* Literals of the query are known not to hold together. */
static bool has_known_core(Blast *blast, const Query *query, Result *result) {
    u32 count;
    const Lit *core = cores_find(&blast->cores, blast->literals.at, blast->literals.count, &count);
    if (!core) return false;
    result->answer = ANSWER_NO;
    for (u32 i = 0; i < query->count; i++)
        for (u32 k = 0; k < count; k++)
            if (core[k] == blast->literals.at[i]) {
                vec_push(&result->core, query->constraints[i]);
                break;
            }
    return true;
}

static void give_model(Blast *blast, const Query *query, Model *model, Result *result) {
    result_yes(result, query, model, "internal error: a model did not satisfy its query");
    assert(result->answer == ANSWER_YES);
    if (result->answer != ANSWER_YES) discard_sat(blast);
}

static void give_up(Blast *blast, const Query *query, Result *result) {
    discard_sat(blast);
    result_unknown(result, query->deadline->expired ? query->deadline->expired : "the gate limit was reached");
}

static bool has_deferred(const Blast *blast) { return blast->blaster.deferred.count > 0; }

/* Calls the SAT solver and looks at what it says; true: the query has its result. */
static bool solve_once(Blast *blast, const Query *query, Result *result) {
    blast->solves++;
    u32 patience = blast->is_fresh ? 0 : PATIENCE;
    int answer =
        sat_solve(blast->sat, blast->literals.at, blast->literals.count, patience, rescue_guard(&blast->rescue));
    if (answer == 0 && !deadline_is_over(query->deadline)) {
        if (rescue_is_due(&blast->rescue)) return rescue_try(&blast->rescue, query, result);
        if (!patience) return false;
        /* What it learned for others misleads it: a solver of this query's own is often much quicker. */
        renew(blast);
        if (load(blast, query)) return false;
    }
    if (answer == 0) {
        give_up(blast, query, result);
        return true;
    }
    if (answer < 0) {
        give_core(blast, query, result);
        return true;
    }
    Model *model = model_of_symbols(blast);
    int lemmas = lemmas_refine(&blast->lemmas, &blast->blaster, blast->sat, blast->calls.at, blast->calls.count, model,
                               query->deadline);
    if (lemmas == 0) {
        give_model(blast, query, model, result);
        return true;
    }
    model_release(model);
    if (lemmas < 0 || (has_deferred(blast) && !reload_after_lemmas(blast, query)) ||
        deadline_is_over(query->deadline)) {
        give_up(blast, query, result);
        return true;
    }
    return false;
}

static void solve(Blast *blast, const Query *query, Result *result) {
    rescue_begin(&blast->rescue, query->deadline);
    while (!solve_once(blast, query, result)) continue;
    rescue_end(&blast->rescue);
}

static void check(Stage *stage, const Query *query, Result *result) {
    Blast *blast = (Blast *)stage;
    if (is_overgrown(blast)) reset(blast);
    bool made = make_literals(blast, query);
    if (!made && blast->blaster.aig.full) { /* once more with an empty graph */
        reset(blast);
        made = make_literals(blast, query);
    }
    if (!made) {
        bool in_time = !deadline_is_over(query->deadline);
        if (blast->blaster.aig.full) reset(blast);
        if (!in_time) result_unknown(result, query->deadline->expired);
        else if (!rescue_by_values(&blast->rescue, query, result))
            stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
        return;
    }
    for (u32 i = 0; i < query->count; i++)
        if (blast->literals.at[i] == LIT_FALSE) {
            result_no(result, &query->constraints[i], 1);
            return;
        }
    if (has_known_core(blast, query, result)) return;
    blast->needed = collect_owners(blast);
    renew_if_due(blast, blast->needed);
    if (load(blast, query)) {
        solve(blast, query, result);
    } else {
        give_up(blast, query, result);
    }
}

static void mark(Stage *stage, TermStore *store) {
    Blast *blast = (Blast *)stage;
    if (is_overgrown(blast)) reset(blast);
    blaster_mark(&blast->blaster, store);
    lemmas_mark(&blast->lemmas, store);
}

static void sweep(Stage *stage, TermStore *store) {
    Blast *blast = (Blast *)stage;
    blaster_sweep(&blast->blaster);
    rescue_forget(&blast->rescue);
}

static void statistics(const Stage *stage, Text *out) {
    const Blast *blast = (const Blast *)stage;
    text_printf(out, "%u gates, %llu SAT calls, %llu solvers, %llu lemmas", blast->blaster.aig.gates.count,
                (unsigned long long)blast->solves, (unsigned long long)blast->renewals,
                (unsigned long long)blast->lemmas.added);
    text_printf(out, ", %llu by cores, %llu by drawing", (unsigned long long)blast->cores.hits,
                (unsigned long long)blast->rescue.by_drawing);
    text_printf(out, ", %llu by values, %llu races, %llu by Z3", (unsigned long long)blast->rescue.by_values,
                (unsigned long long)blast->rescue.races, (unsigned long long)blast->rescue.by_z3);
}

static void destroy(Stage *stage) {
    Blast *blast = (Blast *)stage;
    reset(blast);
    blaster_free(&blast->blaster);
    rescue_free(&blast->rescue);
    vec_free(&blast->literals);
    vec_free(&blast->owners);
    vec_free(&blast->calls);
    free(blast);
}

Stage *stage_blast_new(TermStore *store, Stage *next, const SolverOptions *options) {
    static const StageApi api = {"blast", check, mark, sweep, statistics, destroy};
    Blast *blast = xcalloc(1, sizeof *blast);
    blast->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    blaster_init(&blast->blaster, store, GATE_LIMIT);
    rescue_init(&blast->rescue, store, options);
    return &blast->stage;
}
