/* Independent sets. Constraints that share no place (a byte of a bit-vector symbol, an array or a function) can be
 * satisfied separately: the query is split into the connected components of that relation. A component all of whose
 * constraints are known to be satisfiable together need not be asked, unless a model of it is wanted.
 *
 * Places are bytes because memory makes one symbol of eight bytes that the program then looks at one by one: a symbol of
 * which only parts are cut out belongs to a component with these parts. */
#include "solver/stage.h"

enum { LAST_BYTE = 255 }; /* stands for all further bytes of a very wide symbol */

/* A place: the address of the symbol and the number of a byte of it. */
static u64 place_of(const TermSymbol *symbol, u32 byte) {
    return (u64)(uintptr_t)symbol << 8 | MIN(byte, (u32)LAST_BYTE);
}

typedef struct {
    u32 begin, count; /* its part of Split.places */
} PlaceSet;

typedef struct {
    Stage stage;
    Map of_term; /* constraint -> number of its place set + 1 */
    VEC(PlaceSet) sets;
    VEC(u64) places;
    Map number_of_place; /* of the query in progress: place -> number in `parents` */
    VEC(u32) parents;    /* union-find over the places of the query */
    TermVec order;       /* scratch */
} Split;

static void add_place(Split *split, Map *seen, u64 place) {
    bool inserted;
    map_cell(seen, place, &inserted);
    if (inserted) vec_push(&split->places, place);
}

/* The bytes of a symbol that `width` bits from `low` on lie in. */
static void add_bytes(Split *split, Map *seen, const TermSymbol *symbol, u32 low, u32 width) {
    for (u32 byte = low / 8; byte <= (low + width - 1) / 8 && byte <= LAST_BYTE; byte++)
        add_place(split, seen, place_of(symbol, byte));
    if ((low + width - 1) / 8 > LAST_BYTE) add_place(split, seen, place_of(symbol, LAST_BYTE));
}

static bool is_plain_symbol(const Term *t) { return t->op == TERM_SYMBOL && !term_is_array(t); }

/* The places a term refers to itself, or through an argument that is a symbol. */
static void add_places_of(Split *split, Map *seen, const Term *t) {
    if (t->op == TERM_APPLY || (t->op == TERM_SYMBOL && term_is_array(t)))
        add_place(split, seen, place_of(t->symbol, 0));
    for (u32 i = 0; i < t->arity; i++) {
        const Term *argument = t->arg[i];
        if (!is_plain_symbol(argument)) continue;
        if (t->op == TERM_EXTRACT) {
            add_bytes(split, seen, argument->symbol, (u32)t->low, t->width);
        } else {
            add_bytes(split, seen, argument->symbol, 0, argument->width);
        }
    }
}

static PlaceSet compute_set(Split *split, Term *constraint) {
    PlaceSet set = {.begin = split->places.count};
    Map seen = {0};
    vec_clear(&split->order);
    term_postorder(split->stage.store, &constraint, 1, &split->order);
    if (is_plain_symbol(constraint)) add_bytes(split, &seen, constraint->symbol, 0, constraint->width);
    for (u32 i = 0; i < split->order.count; i++) add_places_of(split, &seen, split->order.at[i]);
    map_free(&seen);
    set.count = split->places.count - set.begin;
    return set;
}

static PlaceSet places_of(Split *split, Term *constraint) {
    u64 *cell = map_cell(&split->of_term, (u64)(uintptr_t)constraint, NULL);
    if (!*cell) {
        vec_push(&split->sets, compute_set(split, constraint));
        *cell = split->sets.count;
    }
    return split->sets.at[*cell - 1];
}

static u32 number_of(Split *split, u64 place) {
    bool inserted;
    u64 *cell = map_cell(&split->number_of_place, place, &inserted);
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

/* Component of each constraint: a root number, or UINT32_MAX for one without places. */
static void find_components(Split *split, const Query *query, u32 *component) {
    map_clear(&split->number_of_place);
    vec_clear(&split->parents);
    for (u32 i = 0; i < query->count; i++) {
        PlaceSet set = places_of(split, query->constraints[i]);
        component[i] = UINT32_MAX;
        for (u32 j = 0; j < set.count; j++) {
            u32 number = number_of(split, split->places.at[set.begin + j]);
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

static bool is_in_component(Split *split, u64 place, u32 component) {
    u64 number;
    return map_get(&split->number_of_place, place, &number) && root_of(split, (u32)number) == component;
}

/* The value of a symbol of which some bytes belong to the component and come from `value`, the others from `before`. */
static Term *joined_value(Split *split, const TermSymbol *symbol, const Term *before, Term *value, u32 component) {
    u32 bytes = (value->width + 7) / 8, own = 0;
    size_t limbs = term_limb_count(value->width);
    u64 few[4], *joined = limbs <= COUNT_OF(few) ? few : xmalloc(limbs * sizeof *joined);
    for (u32 i = 0; i < limbs; i++) joined[i] = before ? term_limbs(before)[i] : 0;
    for (u32 byte = 0; byte < bytes; byte++) {
        if (!is_in_component(split, place_of(symbol, byte), component)) continue;
        u64 mask = (u64)0xff << byte % 8 * 8;
        joined[byte / 8] = (joined[byte / 8] & ~mask) | (term_limbs(value)[byte / 8] & mask);
        own++;
    }
    Term *result = own == bytes ? value : own ? term_const_wide(split->stage.store, value->width, joined) : NULL;
    if (joined != few) free(joined);
    return result;
}

/* Takes over the part of a model that speaks of one component; other parts may belong to other queries. */
static void merge_model(Split *split, Model *into, const Model *from, u32 component) {
    for (u32 i = 0; i < from->values.count; i++) {
        Term *key = (Term *)(uintptr_t)from->values.entries[i].key,
             *value = (Term *)(uintptr_t)from->values.entries[i].value;
        if (is_plain_symbol(key)) {
            value = joined_value(split, key->symbol, model_get(into, key), value, component);
            if (value) model_set(into, key, value);
        } else {
            const TermSymbol *symbol = key->op == TERM_SELECT ? key->arg[0]->symbol : key->symbol;
            if (is_in_component(split, place_of(symbol, 0), component)) model_set(into, key, value);
        }
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

/* Place sets of terms that die are dropped with all others: they are cheap to make again. */
static void sweep(Stage *stage, TermStore *store) {
    Split *split = (Split *)stage;
    map_clear(&split->of_term);
    vec_clear(&split->sets);
    vec_clear(&split->places);
}

static void destroy(Stage *stage) {
    Split *split = (Split *)stage;
    map_free(&split->of_term);
    map_free(&split->number_of_place);
    vec_free(&split->sets);
    vec_free(&split->places);
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
