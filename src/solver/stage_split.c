/* Independent sets. Constraints that share no symbol (a bit-vector, an array or a function) can be satisfied separately:
 * the query is split into the connected components of that relation. A component all of whose constraints are known to be
 * satisfiable together need not be asked, unless a model of it is wanted. */
#include "solver/stage.h"

typedef struct {
    u32 begin, count; /* its part of Split.symbols */
} SymbolSet;

typedef struct {
    Stage stage;
    Map of_term; /* constraint -> number of its symbol set + 1 */
    VEC(SymbolSet) sets;
    VEC(const TermSymbol *) symbols;
    Map number_of_symbol; /* of the query in progress: symbol -> number in `parents` */
    VEC(u32) parents;     /* union-find over the symbols of the query */
    TermVec order;        /* scratch */
} Split;

static SymbolSet compute_set(Split *split, Term *constraint) {
    SymbolSet set = {.begin = split->symbols.count};
    Map seen = {0};
    vec_clear(&split->order);
    term_postorder(split->stage.store, &constraint, 1, &split->order);
    for (u32 i = 0; i < split->order.count; i++) {
        const Term *t = split->order.at[i];
        if (t->op != TERM_SYMBOL && t->op != TERM_APPLY) continue;
        bool inserted;
        map_cell(&seen, (u64)(uintptr_t)t->symbol, &inserted);
        if (inserted) vec_push(&split->symbols, t->symbol);
    }
    map_free(&seen);
    set.count = split->symbols.count - set.begin;
    return set;
}

static SymbolSet symbols_of(Split *split, Term *constraint) {
    u64 *cell = map_cell(&split->of_term, (u64)(uintptr_t)constraint, NULL);
    if (!*cell) {
        vec_push(&split->sets, compute_set(split, constraint));
        *cell = split->sets.count;
    }
    return split->sets.at[*cell - 1];
}

static u32 number_of(Split *split, const TermSymbol *symbol) {
    bool inserted;
    u64 *cell = map_cell(&split->number_of_symbol, (u64)(uintptr_t)symbol, &inserted);
    if (inserted) {
        *cell = split->parents.count;
        vec_push(&split->parents, (u32)*cell);
    }
    return (u32)*cell;
}

static u32 root_of(Split *split, u32 number) {
    while (split->parents.at[number] != number) {
        split->parents.at[number] = split->parents.at[split->parents.at[number]];
        number = split->parents.at[number];
    }
    return number;
}

/* Component of each constraint: a root number, or UINT32_MAX for one without symbols. */
static void find_components(Split *split, const Query *query, u32 *component) {
    map_clear(&split->number_of_symbol);
    vec_clear(&split->parents);
    for (u32 i = 0; i < query->count; i++) {
        SymbolSet set = symbols_of(split, query->constraints[i]);
        component[i] = UINT32_MAX;
        for (u32 j = 0; j < set.count; j++) {
            u32 number = number_of(split, split->symbols.at[set.begin + j]);
            if (j == 0) {
                component[i] = number;
            } else {
                split->parents.at[root_of(split, number)] = root_of(split, component[i]);
            }
        }
    }
    for (u32 i = 0; i < query->count; i++)
        if (component[i] != UINT32_MAX) component[i] = root_of(split, component[i]);
}

static const TermSymbol *symbol_of_key(const Term *key) {
    return key->op == TERM_SELECT ? key->arg[0]->symbol : key->symbol;
}

/* Takes over the part of a model that speaks of one component; other parts may belong to other queries. */
static void merge_model(Split *split, Model *into, const Model *from, u32 component) {
    for (u32 i = 0; i < from->values.count; i++) {
        Term *key = (Term *)(uintptr_t)from->values.entries[i].key;
        u64 number;
        if (!map_get(&split->number_of_symbol, (u64)(uintptr_t)symbol_of_key(key), &number)) continue;
        if (root_of(split, (u32)number) == component)
            model_set(into, key, (Term *)(uintptr_t)from->values.entries[i].value);
    }
}

typedef struct {
    Split *split;
    const Query *query;
    u32 *component;
    TermVec part; /* constraints of the component being asked */
    Model *model; /* of the components asked so far */
    Result *result;
} Job;

static void gather_part(Job *job, u32 component, u32 *known) {
    vec_clear(&job->part);
    *known = 0;
    for (u32 i = 0; i < job->query->count; i++) {
        if (job->component[i] != component) continue;
        vec_push(&job->part, job->query->constraints[i]);
        if (i < job->query->known) *known = job->part.count;
    }
}

/* Asks one component; false ends the query. */
static bool ask_component(Job *job, u32 component) {
    u32 known;
    gather_part(job, component, &known);
    if (known == job->part.count && !job->query->want_model) return true;
    Result part = {0};
    stage_ask_next(&job->split->stage, job->query, job->part.at, job->part.count, known, &part);
    if (part.answer == ANSWER_YES) {
        if (job->model && part.model) merge_model(job->split, job->model, part.model, component);
        result_clear(&part);
        return true;
    }
    *job->result = part;
    return false;
}

/* A constraint without symbols that is not constant: only floats on constants could be, and those fold. Asked alone. */
static bool ask_closed(Job *job) {
    for (u32 i = 0; i < job->query->count; i++)
        if (job->component[i] == UINT32_MAX) return ask_component(job, UINT32_MAX);
    return true;
}

static void split_query(Split *split, const Query *query, Result *result) {
    u32 few[64], *component = query->count <= 64 ? few : xmalloc(query->count * sizeof *component);
    find_components(split, query, component);
    Job job = {.split = split, .query = query, .component = component, .result = result};
    if (query->want_model) job.model = model_new(split->stage.store);
    bool all = ask_closed(&job);
    /* New constraints first: they are what may fail. A component is asked where its last constraint is. */
    Map asked = {0};
    for (u32 i = query->count; i-- > 0 && all;) {
        bool inserted;
        if (component[i] == UINT32_MAX) continue;
        map_cell(&asked, component[i], &inserted);
        if (inserted) all = ask_component(&job, component[i]);
    }
    map_free(&asked);
    if (all) {
        result->answer = ANSWER_YES;
        result->model = job.model;
    } else {
        model_release(job.model);
    }
    vec_free(&job.part);
    if (component != few) free(component);
}

static void check(Stage *stage, const Query *query, Result *result) {
    TermVec open = {0}; /* constraints that are not constant */
    u32 known = 0;
    for (u32 i = 0; i < query->count; i++) {
        if (term_is_false(query->constraints[i])) {
            result_no(result, &query->constraints[i], 1);
            vec_free(&open);
            return;
        }
        if (!term_is_true(query->constraints[i])) vec_push(&open, query->constraints[i]);
        if (i < query->known) known = open.count;
    }
    Query rest = {open.at, open.count, known, query->want_model, query->deadline};
    split_query((Split *)stage, &rest, result);
    vec_free(&open);
}

/* Symbol sets of terms that die are dropped with all others: they are cheap to make again. */
static void sweep(Stage *stage, TermStore *store) {
    Split *split = (Split *)stage;
    map_clear(&split->of_term);
    vec_clear(&split->sets);
    vec_clear(&split->symbols);
}

static void destroy(Stage *stage) {
    Split *split = (Split *)stage;
    map_free(&split->of_term);
    map_free(&split->number_of_symbol);
    vec_free(&split->sets);
    vec_free(&split->symbols);
    vec_free(&split->parents);
    vec_free(&split->order);
    free(split);
}

Stage *stage_split_new(TermStore *store, Stage *next) {
    static const StageApi api = {"split", check, NULL, sweep, NULL, destroy};
    Split *split = xcalloc(1, sizeof *split);
    split->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    return &split->stage;
}
