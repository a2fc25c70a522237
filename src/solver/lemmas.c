#include "solver/lemmas.h"

enum {
    LEMMA_END = 0xffffffff,
    ELEMENT_LEMMAS = 100,    /* a table read that needs so many gets all elements at once ... */
    LARGEST_TABLE = 1 << 14, /* ... of a table that has no more than these */
    SMALL_ELEMENT_LEMMAS = 8,
    SMALL_TABLE = 1 << 10 /* all elements of such a one cost less than further calls of the SAT solver */
};

void lemmas_free(Lemmas *lemmas) {
    map_free(&lemmas->given);
    map_free(&lemmas->whole);
    map_free(&lemmas->definitions);
    vec_free(&lemmas->clauses);
}

void lemmas_renewed(Lemmas *lemmas) {
    map_clear(&lemmas->given);
    map_clear(&lemmas->whole);
}

void lemmas_mark(Lemmas *lemmas, TermStore *store) {
    for (u32 i = 0; i < lemmas->definitions.count; i++)
        term_mark(store, (Term *)(uintptr_t)lemmas->definitions.entries[i].value);
}

Term *lemmas_value(TermStore *store, const Sat *sat, const Lit *bits, u32 width) {
    u64 few[4] = {0}, *limbs = width <= 256 ? few : xcalloc(term_limb_count(width), sizeof *limbs);
    for (u32 i = 0; i < width; i++)
        if (sat_value(sat, bits[i])) limbs[i / 64] |= (u64)1 << (i % 64);
    Term *value = term_const_wide(store, width, limbs);
    if (limbs != few) free(limbs);
    return value;
}

/* What kind of call it is. */
static bool is_free_call(const Term *t) {
    return t->op == TERM_APPLY || (t->op == TERM_SELECT && t->arg[0]->op == TERM_SYMBOL);
}
static bool is_rest(const Term *t) { return t->op == TERM_SELECT && !lemmas_is_table_read(t) && !is_free_call(t); }
static u32 first_argument(const Term *t) { return t->op == TERM_SELECT ? 1 : 0; }

static void add_literals(const Blaster *blaster, const Term *t, LitVec *out) {
    const Lit *bits = blaster_known_bits(blaster, t);
    for (u32 i = 0; i < t->width; i++) vec_push(out, bits[i]);
}

void lemmas_literals(const Lemmas *lemmas, const Blaster *blaster, u32 call, LitVec *out) {
    const Term *t = blaster->owners.at[call].term;
    if (lemmas_is_table_read(t) || is_free_call(t)) {
        for (u32 i = first_argument(t); i < t->arity; i++) add_literals(blaster, t->arg[i], out);
        return;
    }
    if (t->op == TERM_UDIV) vec_push(out, blaster->owners.at[call].definition);
    u64 definition;
    if (map_get(&lemmas->definitions, call, &definition)) add_literals(blaster, (Term *)(uintptr_t)definition, out);
}

/* Clauses are made while the assignment is being read, and given to the SAT solver when that is done. */

static void put(Lemmas *lemmas, Lit lit) { vec_push(&lemmas->clauses, lit); }

static u64 *given(Lemmas *lemmas, u32 call) { return map_cell(&lemmas->given, call, NULL); }

static bool give_clauses(Lemmas *lemmas, Sat *sat, Deadline *deadline) {
    const LitVec *clauses = &lemmas->clauses;
    for (u32 i = 0; i < clauses->count; i++)
        if (clauses->at[i] != LEMMA_END && !sat_add_cone(sat, clauses->at[i], deadline)) return false;
    for (u32 first = 0; first < clauses->count;) {
        u32 last = first;
        while (clauses->at[last] != LEMMA_END) last++;
        sat_add_clause(sat, clauses->at + first, last - first);
        first = last + 1;
    }
    return true;
}

/* Result = bits. */
static void define(Lemmas *lemmas, const Owner *owner, const Lit *bits) {
    for (u32 i = 0; i < owner->term->width; i++)
        for (u32 sign = 0; sign < 2; sign++) {
            put(lemmas, (owner->first_input + i) << 1 | sign);
            put(lemmas, bits[i] ^ !sign);
            put(lemmas, LEMMA_END);
        }
}

/* The refinements below return 1: lemmas were made, 0: none is needed, -1: gave up. */

/* The widest aligned block of indices around `index` in which these bits of the table do not change: 2^result of them. */
static u32 block_around(const Term *table, u64 used, u64 index) {
    u64 element = term_data_at(table->data, index) & used, count = table->data->count;
    u32 bits = 0;
    while (bits < table->index_width) {
        u64 half = (u64)1 << bits, other = (index >> bits ^ 1) << bits; /* the neighbouring block of this size */
        bool behind = other >= count, same = behind ? element == 0 : half <= 64;
        for (u64 i = other; same && !behind && i < other + half; i++)
            same = (term_data_at(table->data, i) & used) == element;
        if (!same) break;
        bits++;
    }
    return bits;
}

/* The bits of a table read that are inputs of their own and that somebody has asked about. */
static u64 bits_in_use(const Blaster *blaster, const Sat *sat, const Owner *owner) {
    const Lit *bits = blaster_known_bits(blaster, owner->term);
    u64 used = 0;
    for (u32 i = 0; i < owner->term->width; i++) {
        Lit input = (owner->first_input + i) << 1;
        if (bits[i] == input && sat_has(sat, input)) used |= (u64)1 << i;
    }
    return used;
}

/* Index in the block around `index`  ->  result = its element, of the bits in use. Returns the first index behind the
 * block. */
static u64 add_element(Lemmas *lemmas, Blaster *blaster, const Owner *owner, u64 used, u64 index) {
    const Term *table = owner->term->arg[0], *index_term = owner->term->arg[1];
    const Lit *index_bits = blaster_known_bits(blaster, index_term);
    u64 element = term_data_at(table->data, index);
    u32 block = block_around(table, used, index);
    Lit inside = LIT_TRUE;
    for (u32 i = block; i < index_term->width; i++)
        inside = aig_and(&blaster->aig, inside, index_bits[i] ^ !(index >> i & 1));
    for (u32 i = 0; i < table->width; i++) {
        if (!(used >> i & 1)) continue;
        put(lemmas, lit_not(inside));
        put(lemmas, (owner->first_input + i) << 1 | !(element >> i & 1));
        put(lemmas, LEMMA_END);
    }
    return block >= 64 ? 0 : ((index >> block) + 1) << block;
}

/* All elements the index can select; what lies behind the table stays on demand. */
static void add_all_elements(Lemmas *lemmas, Blaster *blaster, const Owner *owner, u64 used) {
    const TermFacts *facts = &owner->term->arg[1]->facts;
    u64 last = MIN(facts->umax, owner->term->arg[0]->data->count - 1);
    for (u64 index = facts->umin; index <= last;) {
        u64 next = add_element(lemmas, blaster, owner, used, index);
        if (next <= index) break;
        index = next;
    }
}

static int refine_table(Lemmas *lemmas, Blaster *blaster, const Sat *sat, u32 call) {
    const Owner owner = blaster->owners.at[call];
    const Term *table = owner.term->arg[0], *index_term = owner.term->arg[1];
    u64 index = lemmas_value(blaster->store, sat, blaster_known_bits(blaster, index_term), index_term->width)->value,
        value = 0, used = bits_in_use(blaster, sat, &owner);
    for (u32 i = 0; i < table->width; i++) value |= (u64)sat_value(sat, (owner.first_input + i) << 1) << i;
    u64 wrong = (value ^ term_data_at(table->data, index)) & used;
    if (!wrong) return 0;
    u64 count = table->data->count, enough = count <= SMALL_TABLE ? SMALL_ELEMENT_LEMMAS : ELEMENT_LEMMAS;
    u64 *whole = map_cell(&lemmas->whole, call, NULL), lacking = used & ~*whole;
    if (++*given(lemmas, call) >= enough && (wrong & lacking) && count > 0 && count <= LARGEST_TABLE) {
        add_all_elements(lemmas, blaster, &owner, lacking);
        *whole |= lacking;
    }
    add_element(lemmas, blaster, &owner, used, index);
    return blaster->aig.full ? -1 : 1;
}

static Lit equal_arguments(Blaster *blaster, const Term *a, const Term *b) {
    Lit all = LIT_TRUE;
    for (u32 i = first_argument(a); i < a->arity; i++) {
        const Lit *x = blaster_known_bits(blaster, a->arg[i]), *y = blaster_known_bits(blaster, b->arg[i]);
        for (u32 j = 0; j < a->arg[i]->width; j++) all = aig_and(&blaster->aig, all, aig_eq(&blaster->aig, x[j], y[j]));
    }
    return all;
}

static void add_congruence(Lemmas *lemmas, Blaster *blaster, const Owner *a, const Owner *b) {
    Lit same = equal_arguments(blaster, a->term, b->term);
    for (u32 i = 0; i < a->term->width; i++)
        for (u32 sign = 0; sign < 2; sign++) {
            put(lemmas, lit_not(same));
            put(lemmas, (a->first_input + i) << 1 | sign);
            put(lemmas, (b->first_input + i) << 1 | !sign);
            put(lemmas, LEMMA_END);
        }
}

/* The call on the values of its arguments: SELECT(symbol, constant) or APPLY(function, constants). */
static Term *concrete_call(Blaster *blaster, const Sat *sat, const Term *t) {
    Term *args[255];
    args[0] = t->arg[0];
    for (u32 i = first_argument(t); i < t->arity; i++)
        args[i] = lemmas_value(blaster->store, sat, blaster_known_bits(blaster, t->arg[i]), t->arg[i]->width);
    return t->op == TERM_SELECT ? term_select(blaster->store, args[0], args[1])
                                : term_apply(blaster->store, t->symbol, args);
}

static Term *result_of(Blaster *blaster, const Sat *sat, const Owner *owner) {
    return lemmas_value(blaster->store, sat, blaster_known_bits(blaster, owner->term), owner->term->width);
}

/* Enters the call into the model; two that disagree about the same arguments get a lemma. `seen` maps a concrete call to
 * the first that made it. */
static int refine_free(Lemmas *lemmas, Blaster *blaster, const Sat *sat, u32 call, Map *seen, Model *model) {
    const Owner owner = blaster->owners.at[call];
    Term *key = concrete_call(blaster, sat, owner.term), *value = result_of(blaster, sat, &owner);
    u64 other;
    if (!map_get(seen, (u64)(uintptr_t)key, &other)) {
        map_put(seen, (u64)(uintptr_t)key, call);
        model_set(model, key, value);
        return 0;
    }
    if (model_get(model, key) == value) return 0;
    add_congruence(lemmas, blaster, &blaster->owners.at[other], &owner);
    return blaster->aig.full ? -1 : 1;
}

/* The rest of a chain of writes, under a model that is right for everything else. One that is defined already is wrong
 * only if something it reads is, and that is refined itself. */
static int refine_rest(Lemmas *lemmas, Blaster *blaster, const Sat *sat, u32 call, Model *model, Deadline *deadline) {
    const Owner owner = blaster->owners.at[call];
    if (*given(lemmas, call) || model_eval(model, owner.term) == result_of(blaster, sat, &owner)) return 0;
    Term *definition = blaster_definition(blaster, owner.term);
    const Lit *bits = blaster_bits(blaster, definition, deadline);
    if (!bits) return -1;
    map_put_ptr(&lemmas->definitions, (void *)(uintptr_t)call, definition);
    define(lemmas, &owner, bits);
    ++*given(lemmas, call);
    return 1;
}

int lemmas_refine(Lemmas *lemmas, Blaster *blaster, Sat *sat, const u32 *calls, u32 count, Model *model,
                  Deadline *deadline) {
    int step = 0, made = 0;
    Map seen = {0};
    vec_clear(&lemmas->clauses);
    for (u32 i = 0; i < count && step >= 0; i++, made += step > 0) {
        const Term *t = blaster->owners.at[calls[i]].term;
        step = lemmas_is_table_read(t) ? refine_table(lemmas, blaster, sat, calls[i])
               : is_free_call(t)       ? refine_free(lemmas, blaster, sat, calls[i], &seen, model)
                                       : 0;
    }
    map_free(&seen);
    bool rest_is_right = made == 0;
    for (u32 i = 0; i < count && step >= 0 && rest_is_right; i++, made += step > 0) {
        const Term *t = blaster->owners.at[calls[i]].term;
        step = is_rest(t) ? refine_rest(lemmas, blaster, sat, calls[i], model, deadline) : 0;
    }
    lemmas->added += (u64)made;
    if (step < 0 || !give_clauses(lemmas, sat, deadline)) return -1;
    return made;
}
