#include "abstract/uf.h"

#include "abstract/arrays.h"
#include "base/text.h"

#include <string.h>

typedef VEC(Term *) Addresses;

typedef struct {
    const Space *space;
    TermStore *terms;
    const UfOptions *options;
    UfStatistics *statistics;
    Map versions;        /* array term -> function symbol */
    Map rewritten;       /* term -> without arrays */
    Map numbers;         /* array term, or with all addresses the name of its function -> index into the next two */
    VEC(Addresses) sets; /* Alloc: of a version, or of all versions of one function */
    VEC(Map) known;      /* beside it: address -> 1 */
    Term *axioms;
} Uf;

/* ---- Alloc ---- */

/* All arrays that a formula makes of one another are versions of one function: that of the symbol at their root. */
static u64 name_of_function(const Term *array) {
    while (array->op != TERM_SYMBOL && array->arity) array = array->arg[array->op == TERM_ITE ? 1 : 0];
    Text name = {0};
    text_add(&name, array->op == TERM_SYMBOL ? array->symbol->name : "table");
    for (char *at = name.chars; *at; at++)
        if (*at == '@') *at = 0;
    u64 hash = hash_combine(hash_bytes(name.chars, strlen(name.chars)), array->width);
    text_free(&name);
    return hash;
}

/* The set of addresses that is spoken of at this version. */
static u32 set_of(Uf *uf, const Term *array) {
    bool is_new;
    u64 key = uf->options->only_used ? (u64)(uintptr_t)array : name_of_function(array);
    u64 *number = map_cell(&uf->numbers, key, &is_new);
    if (is_new) {
        *number = uf->sets.count;
        vec_push(&uf->sets, (Addresses){0});
        vec_push(&uf->known, (Map){0});
    }
    return (u32)*number;
}

static void add_address(Uf *uf, const Term *array, Term *address) {
    u32 set = set_of(uf, array);
    bool is_new;
    map_cell(&uf->known.at[set], (u64)(uintptr_t)address, &is_new);
    if (is_new) vec_push(&uf->sets.at[set], address);
}

/* A copy: to say what holds at one address of a version may make others be spoken of. */
static Addresses addresses_of(Uf *uf, const Term *array) {
    Addresses copy;
    u32 set = set_of(uf, array);
    vec_copy(&copy, &uf->sets.at[set]);
    return copy;
}

static Term *without_arrays(const Uf *uf, Term *term) { return arrays_replaced(&uf->rewritten, term); }

static const TermSymbol *version_of(Uf *uf, Term *array) {
    const TermSymbol *version = map_get_ptr(&uf->versions, array);
    if (version) return version;
    u32 index = array->index_width;
    Text name = {0};
    if (array->op == TERM_SYMBOL) text_add(&name, array->symbol->name);
    else text_printf(&name, "f#%u", uf->versions.count + 1);
    version = term_function(uf->terms, name.chars, array->width, 1, &index);
    text_free(&name);
    map_put_ptr(&uf->versions, array, version);
    uf->statistics->versions++;
    return version;
}

static Term *word(void *self, Term *array, Term *address) {
    Uf *uf = self;
    if (array->op == TERM_DATA || array->op == TERM_FILLED) return term_select(uf->terms, array, address);
    if (uf->options->only_used) add_address(uf, array, address);
    return term_apply(uf->terms, version_of(uf, array), &address);
}

static void know(Uf *uf, Term *condition) { uf->axioms = term_and(uf->terms, uf->axioms, condition); }

/* ---- What an array term says ---- */

/* The stores that are one update, and the version before them. */
static Term *joined_stores(const Uf *uf, Term *array, Addresses *stores) {
    vec_push(stores, array);
    for (array = array->arg[0]; array->op == TERM_STORE; array = array->arg[0]) {
        bool is_constant = term_is_const(array->arg[2]) && term_is_const(stores->at[0]->arg[2]);
        if (!uf->options->joins_independent && !(uf->options->joins_constants && is_constant)) return array;
        for (u32 i = 0; i < stores->count; i++) {
            Term *same =
                term_eq(uf->terms, without_arrays(uf, array->arg[1]), without_arrays(uf, stores->at[i]->arg[1]));
            if (!term_is_false(same)) return array;
        }
        vec_push(stores, array);
    }
    return array;
}

/* mem_update of the paper, for the stores together. */
static void say_stores(Uf *uf, Term *array) {
    Addresses stores = {0};
    Term *before = joined_stores(uf, array, &stores);
    uf->statistics->updates++;
    for (u32 i = 0; i < stores.count; i++)
        know(uf, term_eq(uf->terms, word(uf, array, without_arrays(uf, stores.at[i]->arg[1])),
                         without_arrays(uf, stores.at[i]->arg[2])));
    Addresses alloc = addresses_of(uf, array);
    for (u32 i = 0; i < alloc.count; i++) {
        Term *a = alloc.at[i], *hit = term_false(uf->terms);
        for (u32 k = 0; k < stores.count; k++)
            hit = term_or(uf->terms, hit, term_eq(uf->terms, without_arrays(uf, stores.at[k]->arg[1]), a));
        if (term_is_true(hit)) continue;
        know(uf, term_or(uf->terms, hit, term_eq(uf->terms, word(uf, array, a), word(uf, before, a))));
        uf->statistics->frames++;
    }
    vec_free(&alloc);
    vec_free(&stores);
}

/* For each address: one value where the condition holds, another where it does not. */
static void say_choice(Uf *uf, Term *array, Term *address, Term *condition, Term *yes, Term *no) {
    know(uf, term_eq(uf->terms, word(uf, array, address), term_ite(uf->terms, condition, yes, no)));
    uf->statistics->frames++;
}

static void say_range(Uf *uf, Term *array) {
    TermStore *terms = uf->terms;
    Addresses alloc = addresses_of(uf, array);
    bool is_copy = array->op == TERM_COPY;
    Term *to = without_arrays(uf, array->arg[1]), *count = without_arrays(uf, array->arg[is_copy ? 4 : 3]);
    for (u32 i = 0; i < alloc.count; i++) {
        Term *a = alloc.at[i], *offset = term_sub(terms, a, to);
        Term *is_inside = term_ult(terms, offset, count), *old = word(uf, array->arg[0], a);
        Term *value = is_copy && !term_is_false(is_inside)
                          ? word(uf, array->arg[2], term_add(terms, without_arrays(uf, array->arg[3]), offset))
                          : without_arrays(uf, array->arg[2]);
        say_choice(uf, array, a, is_inside, is_copy && term_is_false(is_inside) ? old : value, old);
    }
    vec_free(&alloc);
}

static void say_merge(Uf *uf, Term *array) {
    Addresses alloc = addresses_of(uf, array);
    for (u32 i = 0; i < alloc.count; i++)
        say_choice(uf, array, alloc.at[i], without_arrays(uf, array->arg[0]), word(uf, array->arg[1], alloc.at[i]),
                   word(uf, array->arg[2], alloc.at[i]));
    vec_free(&alloc);
}

static void say(Uf *uf, Term *array) {
    switch (array->op) {
    case TERM_STORE: say_stores(uf, array); break;
    case TERM_ITE: say_merge(uf, array); break;
    case TERM_COPY:
    case TERM_FILL: say_range(uf, array); break;
    default: break;
    }
}

/* ---- The formula ---- */

/* With all addresses: those that are read or written, where a range is copied those that it comes from, and all that are
 * known of variables. */
static void collect(Uf *uf, const TermVec *order) {
    for (u32 i = 0; i < order->count; i++) {
        Term *term = order->at[i];
        if (term->op == TERM_SELECT || term->op == TERM_STORE)
            add_address(uf, term->arg[0], without_arrays(uf, term->arg[1]));
    }
    for (u32 i = order->count; i-- > 0;) {
        Term *term = order->at[i];
        if (term->op != TERM_COPY || !term_is_array(term)) continue;
        Addresses alloc = addresses_of(uf, term);
        for (u32 k = 0; k < alloc.count; k++) {
            Term *offset = term_sub(uf->terms, alloc.at[k], without_arrays(uf, term->arg[1]));
            if (term_is_false(term_ult(uf->terms, offset, without_arrays(uf, term->arg[4])))) continue;
            add_address(uf, term->arg[2], term_add(uf->terms, without_arrays(uf, term->arg[3]), offset));
        }
        vec_free(&alloc);
    }
    for (u32 f = 0; f < uf->space->memory.count; f++) {
        const MemoryFunction *function = &uf->space->memory.at[f];
        for (u32 i = 0; i < function->addresses.count; i++)
            add_address(uf, function->symbol, term_const(uf->terms, 64, function->addresses.at[i]));
    }
}

Term *uf_rewrite(const Space *space, Term **roots, u32 count, const UfOptions *options, UfStatistics *statistics) {
    Uf uf = {.space = space,
             .terms = space->terms,
             .options = options,
             .statistics = statistics,
             .axioms = term_true(space->terms)};
    TermVec order = {0};
    term_postorder(space->terms, roots, count, &order);
    arrays_replace(space->terms, &order, word, &uf, &uf.rewritten);
    if (!options->only_used) collect(&uf, &order);
    for (u32 i = order.count; i-- > 0;) /* a version that no later one and no read speaks of says nothing */
        if (term_is_array(order.at[i]) && map_get_ptr(&uf.versions, order.at[i])) say(&uf, order.at[i]);
    for (u32 i = 0; i < count; i++) roots[i] = without_arrays(&uf, roots[i]);
    vec_free(&order);
    for (u32 i = 0; i < uf.sets.count; i++) {
        vec_free(&uf.sets.at[i]);
        map_free(&uf.known.at[i]);
    }
    vec_free(&uf.sets);
    vec_free(&uf.known);
    map_free(&uf.versions);
    map_free(&uf.rewritten);
    map_free(&uf.numbers);
    return uf.axioms;
}
