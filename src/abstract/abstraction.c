/* How the set is found. First each predicate is asked about by itself: what is entailed or refuted is a literal of the whole
 * set. Every model seen answers for all predicates at once, so that few questions are needed. The others fall into groups
 * that no chain of shared symbols connects: their sets are independent. In a group, models are asked for one after the other,
 * each with a valuation not seen before, until there are none. Valuations that cannot be are learned on the way: a pair of
 * literals never seen together is asked about, and if it is contradictory it is kept from being asked for, and holds
 * where the models could not be gone through to the end. */
#include "abstract/abstraction.h"

#include "solver/deadline.h"
#include "solver/definitions.h"

#include <stdlib.h>

typedef struct {
    Term *term;      /* the predicate, without arrays that the formula defines */
    u32 variable;    /* that stands for it */
    bool seen[2];    /* false, true, in some model */
    bool is_fixed;   /* entailed or refuted */
    bool is_unknown; /* neither is known, nor that it is not so */
    u32 group;
} Subject;

typedef struct {
    AbstractSets *sets;
    TermStore *store;
    Solver *solver;
    AbstractionLimits limits;
    TermVec constraints; /* the conjuncts of the formula */
    Subject *subjects;
    u32 count;
    bool given_up;
} Abstraction;

/* Questions. */

static Answer ask(Abstraction *a, const TermVec *constraints, Model **model) {
    SolverLimits limits = a->limits.query;
    if (a->limits.end) {
        double left = a->limits.end - deadline_now();
        if (left <= 0) return ANSWER_UNKNOWN;
        if (limits.seconds == 0 || left < limits.seconds) limits.seconds = left;
    }
    return solver_check(a->solver, constraints->at, constraints->count, limits, model, NULL);
}

static Answer ask_with(Abstraction *a, Term *extra, Model **model) {
    vec_push(&a->constraints, extra);
    Answer answer = ask(a, &a->constraints, model);
    a->constraints.count--;
    return answer;
}

static void note_model(Abstraction *a, Model *model) {
    for (u32 i = 0; i < a->count; i++) a->subjects[i].seen[model_satisfies(model, a->subjects[i].term)] = true;
}

static Term *literal(const Abstraction *a, const Subject *s, bool value) {
    return value ? s->term : term_not(a->store, s->term);
}

/* Each predicate by itself. */

/* Looks for a model in which the predicate has the value that it had in none so far. */
static void decide_one(Abstraction *a, Subject *s) {
    for (u32 value = 0; value < 2; value++) {
        if (s->seen[value]) continue;
        Model *model = NULL;
        Answer answer = ask_with(a, literal(a, s, value), &model);
        if (answer == ANSWER_YES) note_model(a, model);
        else if (answer == ANSWER_NO) s->is_fixed = true;
        else s->is_unknown = true;
        model_release(model);
    }
}

/* Whether the formula can hold at all. */
static Answer find_first_model(Abstraction *a) {
    Model *model = NULL;
    Answer answer = ask(a, &a->constraints, &model);
    if (answer == ANSWER_YES) note_model(a, model);
    model_release(model);
    return answer;
}

/* The literals that are entailed. */
static AbstractSet decide_each(Abstraction *a) {
    AbstractSet set = abstract_all(a->sets);
    for (u32 i = 0; i < a->count; i++) {
        Subject *s = &a->subjects[i];
        decide_one(a, s);
        if (s->is_fixed) set = abstract_and(a->sets, set, abstract_literal(a->sets, s->variable, s->seen[1]));
    }
    return set;
}

/* Groups. */

static u32 find_root(u32 *parent, u32 node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
}

static void connect(const Abstraction *a, Map *owner_of_symbol, u32 *parent, u32 node, Term *t) {
    TermVec symbols = {0};
    term_symbols(a->store, &t, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        bool is_new;
        u64 *owner = map_cell(owner_of_symbol, (u64)(uintptr_t)symbols.at[i], &is_new);
        if (is_new) *owner = node;
        else parent[find_root(parent, node)] = find_root(parent, (u32)*owner);
    }
    vec_free(&symbols);
}

/* Predicates and conjuncts are nodes, shared symbols connect them. `group_of` receives the groups of the conjuncts.
 * Uninterpreted functions are symbols as well, but connect more than these: with one, all is one group. */
static void find_groups(Abstraction *a, u32 *group_of) {
    u32 nodes = a->count + a->constraints.count, flags = 0;
    u32 *parent = xcalloc(nodes + 1, sizeof *parent);
    Map owner_of_symbol = {0};
    for (u32 i = 0; i < nodes; i++) parent[i] = i;
    for (u32 i = 0; i < nodes; i++) {
        Term *t = i < a->count ? a->subjects[i].term : a->constraints.at[i - a->count];
        connect(a, &owner_of_symbol, parent, i, t);
        flags |= t->flags;
    }
    for (u32 i = 0; i < nodes; i++) {
        u32 root = flags & TERM_HAS_FUNCTION ? 0 : find_root(parent, i);
        if (i < a->count) a->subjects[i].group = root;
        else group_of[i - a->count] = root;
    }
    map_free(&owner_of_symbol);
    free(parent);
}

/* The valuations of one group. */

typedef struct {
    Abstraction *abstraction;
    VEC(Subject *) members;
    TermVec constraints;  /* of the group, and behind them what keeps valuations from being asked for again */
    u32 own;              /* of these, how many are the group's */
    AbstractSet seen;     /* valuations of models */
    AbstractSet excluded; /* valuations that contradict the formula */
    VEC(bool) valuations; /* of the models so far, members.count each */
    Term **by_variable;   /* the members' terms */
} Group;

/* The valuations that are not asked for again, as a few clauses instead of one for each. */
static void join_blocks(Group *g) {
    Abstraction *a = g->abstraction;
    AbstractSet known = abstract_or(a->sets, g->seen, g->excluded);
    if (abstract_sets_is_full(a->sets)) return; /* it may be too large a set */
    g->constraints.count = g->own;
    term_conjuncts(abstract_to_term(a->sets, abstract_not(a->sets, known), a->store, g->by_variable), &g->constraints);
}

/* Takes a model: its valuation is seen, and blocked. */
static void take_model(Group *g, Model *model) {
    enum { MOST_BLOCKS = 16 };
    Abstraction *a = g->abstraction;
    AbstractSet cube = abstract_all(a->sets);
    Term *other = term_false(a->store);
    for (u32 i = 0; i < g->members.count; i++) {
        const Subject *s = g->members.at[i];
        bool value = model_satisfies(model, s->term);
        cube = abstract_and(a->sets, cube, abstract_literal(a->sets, s->variable, value));
        other = term_or(a->store, other, literal(a, s, !value));
        vec_push(&g->valuations, value);
    }
    g->seen = abstract_or(a->sets, g->seen, cube);
    vec_push(&g->constraints, other);
    if (g->valuations.count / g->members.count % MOST_BLOCKS == 0) join_blocks(g);
}

static bool were_seen_together(const Group *g, u32 i, bool x, u32 j, bool y) {
    u32 width = g->members.count;
    for (u32 at = 0; at < g->valuations.count; at += width)
        if (g->valuations.at[at + i] == x && g->valuations.at[at + j] == y) return true;
    return false;
}

/* Asks whether two literals contradict each other. */
static void decide_pair(Group *g, u32 i, bool x, u32 j, bool y) {
    Abstraction *a = g->abstraction;
    const Subject *s = g->members.at[i], *t = g->members.at[j];
    Model *model = NULL;
    u32 before = g->constraints.count;
    vec_push(&g->constraints, literal(a, s, x));
    vec_push(&g->constraints, literal(a, t, y));
    Answer answer = ask(a, &g->constraints, &model);
    g->constraints.count = before;
    if (answer == ANSWER_YES) take_model(g, model);
    if (answer == ANSWER_NO) {
        AbstractSet both =
            abstract_and(a->sets, abstract_literal(a->sets, s->variable, x), abstract_literal(a->sets, t->variable, y));
        g->excluded = abstract_or(a->sets, g->excluded, both);
        vec_push(&g->constraints, term_or(a->store, literal(a, s, !x), literal(a, t, !y)));
    }
    model_release(model);
}

static void decide_pairs(Group *g) {
    for (u32 i = 0; i < g->members.count; i++)
        for (u32 j = i + 1; j < g->members.count; j++)
            for (u32 signs = 0; signs < 4; signs++)
                if (!were_seen_together(g, i, signs & 1, j, signs >> 1)) decide_pair(g, i, signs & 1, j, signs >> 1);
}

/* Goes through the valuations; false when that was not done to the end. */
static bool enumerate(Group *g) {
    Abstraction *a = g->abstraction;
    Answer answer = ANSWER_YES;
    for (u32 models = 0; answer == ANSWER_YES; models++) {
        Model *model = NULL;
        if (a->limits.most_models && models >= a->limits.most_models) return false;
        answer = ask(a, &g->constraints, &model);
        if (answer == ANSWER_YES) take_model(g, model);
        model_release(model);
    }
    return answer == ANSWER_NO;
}

static void begin_group(Abstraction *a, Group *g, u32 group, const u32 *group_of) {
    u32 variables = 0;
    *g = (Group){.abstraction = a, .seen = abstract_none(a->sets), .excluded = abstract_none(a->sets)};
    for (u32 i = 0; i < a->count; i++) {
        if (a->subjects[i].is_fixed || a->subjects[i].group != group) continue;
        vec_push(&g->members, &a->subjects[i]);
        variables = MAX(variables, a->subjects[i].variable + 1);
    }
    g->by_variable = xcalloc(variables, sizeof *g->by_variable);
    for (u32 i = 0; i < g->members.count; i++) g->by_variable[g->members.at[i]->variable] = g->members.at[i]->term;
    for (u32 i = 0; i < a->constraints.count; i++)
        if (group_of[i] == group) vec_push(&g->constraints, a->constraints.at[i]);
    g->own = g->constraints.count;
}

static void end_group(Group *g) {
    vec_free(&g->members);
    vec_free(&g->constraints);
    vec_free(&g->valuations);
    free(g->by_variable);
}

static AbstractSet abstract_group(Abstraction *a, u32 group, const u32 *group_of) {
    Group g;
    begin_group(a, &g, group, group_of);
    AbstractSet set = abstract_all(a->sets);
    if (g.members.count > 1) {
        enum { FEW = 4 }; /* predicates whose valuations are as few as their pairs */
        if (g.members.count > FEW) decide_pairs(&g);
        bool is_complete = enumerate(&g);
        if (is_complete) set = g.seen;
        else if (!abstract_sets_is_full(a->sets)) set = abstract_not(a->sets, g.excluded);
        a->given_up |= !is_complete;
    } else {
        a->given_up |= g.members.at[0]->is_unknown;
    }
    end_group(&g);
    return set;
}

/* Predicates that are left over after each was asked about. */
static AbstractSet abstract_groups(Abstraction *a, AbstractSet set) {
    u32 *group_of = xcalloc(a->constraints.count + 1, sizeof *group_of);
    Map done = {0};
    find_groups(a, group_of);
    for (u32 i = 0; i < a->count; i++) {
        bool is_new;
        if (a->subjects[i].is_fixed) continue;
        map_cell(&done, a->subjects[i].group, &is_new);
        if (is_new) set = abstract_and(a->sets, set, abstract_group(a, a->subjects[i].group, group_of));
    }
    map_free(&done);
    free(group_of);
    return set;
}

static AbstractSet abstract_possible(Abstraction *a, bool boolean) {
    AbstractSet set = decide_each(a);
    if (boolean) return abstract_groups(a, set);
    for (u32 i = 0; i < a->count; i++) a->given_up |= a->subjects[i].is_unknown && !a->subjects[i].is_fixed;
    return set;
}

static void prepare(Abstraction *a, Term *formula, const AbstractPredicate *predicates) {
    Term **terms = xcalloc(a->count + 1, sizeof(Term *));
    for (u32 i = 0; i < a->count; i++) terms[i] = predicates[i].term;
    term_conjuncts(formula, &a->constraints);
    definitions_inline_arrays(a->store, a->constraints.at, a->constraints.count, terms, a->count);
    for (u32 i = 0; i < a->count; i++) {
        a->subjects[i].term = terms[i];
        a->subjects[i].variable = predicates[i].variable;
    }
    free(terms);
}

static AbstractSet run(Abstraction *a, Term *formula, const AbstractPredicate *predicates, bool boolean,
                       bool *given_up) {
    a->subjects = xcalloc(a->count + 1, sizeof *a->subjects);
    prepare(a, formula, predicates);
    Answer answer = find_first_model(a);
    AbstractSet set = answer == ANSWER_YES  ? abstract_possible(a, boolean)
                      : answer == ANSWER_NO ? abstract_none(a->sets)
                                            : abstract_all(a->sets);
    if (answer == ANSWER_UNKNOWN || a->given_up || abstract_sets_is_full(a->sets)) *given_up = true;
    vec_free(&a->constraints);
    free(a->subjects);
    return set;
}

AbstractSet abstract_boolean(AbstractSets *sets, TermStore *store, Solver *solver, Term *formula,
                             const AbstractPredicate *predicates, u32 count, AbstractionLimits limits, bool *given_up) {
    Abstraction a = {.sets = sets, .store = store, .solver = solver, .limits = limits, .count = count};
    return run(&a, formula, predicates, true, given_up);
}

AbstractSet abstract_cartesian(AbstractSets *sets, TermStore *store, Solver *solver, Term *formula,
                               const AbstractPredicate *predicates, u32 count, AbstractionLimits limits,
                               bool *given_up) {
    Abstraction a = {.sets = sets, .store = store, .solver = solver, .limits = limits, .count = count};
    return run(&a, formula, predicates, false, given_up);
}
