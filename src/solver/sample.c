#include "solver/sample.h"

#include "solver/columns.h"
#include "term/reads.h"

enum {
    BLOCK = 256,       /* assignments computed at a time */
    MOST_BLOCKS = 16,  /* of a query */
    MOST_TERMS = 4096, /* of a query */
    MOST_WRITES = 256, /* that the reads of a constraint look through */
    LEAST_SUMS = 8,    /* wide sums of terms, products too, in a constraint that mixes */
    WIDE = 16,
    SMALL_BITS = 8, /* symbols whose values are listed */
    ARGS = 3
};

/* Of a constraint. */
typedef struct {
    bool can_be_computed, mixes;
    Term *plain;    /* the same without arrays but constant tables */
    Term *symbol;   /* the only one in it, if it has few bits; else NULL */
    u64 allowed[4]; /* the values of the symbol for which it holds: a bit each */
} Traits;

typedef struct {
    Term *term;
    u8 values[1 << SMALL_BITS]; /* those to draw from */
    u32 count;                  /* 0: any */
} Drawn;

struct Sampler {
    TermStore *store;
    Map traits_of; /* constraint -> number in `traits` + 1 */
    VEC(Traits) traits;
    TermVec plain; /* the constraints of the query */
    TermVec order;
    Map place;         /* term -> number in `order` + 1 */
    VEC(u64) space;    /* a column of each term of `order` */
    VEC(Drawn) drawn;  /* the symbols in it */
    VEC(u32) drawn_at; /* where they are in `order` */
    u64 random;
};

static bool is_plain_symbol(const Term *t) { return t->op == TERM_SYMBOL && !term_is_array(t) && t->width <= 64; }

static bool is_wide_sum(const Term *t) {
    bool is_sum = t->op == TERM_ADD || t->op == TERM_MUL;
    return is_sum && t->width >= WIDE && !term_is_const(t->arg[1]);
}

/* The terms, children first, and where their columns are; false if they cannot be computed in columns. */
static bool place_terms(Sampler *s, Term *const *terms, u32 count) {
    vec_clear(&s->order);
    vec_clear(&s->drawn_at);
    map_clear(&s->place);
    term_postorder(s->store, terms, count, &s->order);
    if (s->order.count > MOST_TERMS) return false;
    for (u32 i = 0; i < s->order.count; i++) {
        const Term *t = s->order.at[i];
        bool is_symbol = is_plain_symbol(t);
        if (!is_symbol && t->op != TERM_DATA && !column_is_possible(t)) return false;
        if (is_symbol) vec_push(&s->drawn_at, i);
        map_put(&s->place, (u64)(uintptr_t)t, i + 1);
    }
    vec_reserve(&s->space, s->order.count * BLOCK);
    return true;
}

static u64 *column(const Sampler *s, u32 number) { return s->space.at + (size_t)number * BLOCK; }

static u64 *column_of(const Sampler *s, const Term *t) {
    u64 number = 0;
    map_get(&s->place, (u64)(uintptr_t)t, &number);
    return column(s, (u32)number - 1);
}

/* The columns of all terms from those of the symbols. */
static void compute(Sampler *s) {
    for (u32 i = 0; i < s->order.count; i++) {
        const Term *t = s->order.at[i];
        if (t->op == TERM_SYMBOL || t->op == TERM_DATA) continue;
        u64 *args[ARGS] = {0};
        for (u32 k = 0; k < MIN(t->arity, (u32)ARGS); k++)
            if (t->arg[k]->op != TERM_DATA) args[k] = column_of(s, t->arg[k]);
        column_compute(s->store, t, column(s, i), args, BLOCK);
    }
}

static Traits compute_traits(Sampler *s, Term *constraint) {
    Traits traits = {.plain = constraint};
    bool is_plain = term_expand_reads(s->store, &constraint, 1, MOST_WRITES, &traits.plain);
    traits.can_be_computed = is_plain && place_terms(s, &traits.plain, 1);
    if (!traits.can_be_computed) return traits;
    u32 sums = 0;
    for (u32 i = 0; i < s->order.count; i++) sums += is_wide_sum(s->order.at[i]);
    traits.mixes = sums >= LEAST_SUMS;
    if (s->drawn_at.count != 1 || s->order.at[s->drawn_at.at[0]]->width > SMALL_BITS) return traits;
    traits.symbol = s->order.at[s->drawn_at.at[0]];
    u64 *values = column_of(s, traits.symbol), last = low_mask(traits.symbol->width);
    for (u64 i = 0; i < BLOCK; i++) values[i] = MIN(i, last);
    compute(s);
    for (u64 i = 0; i <= last; i++) traits.allowed[i / 64] |= (column_of(s, traits.plain)[i] & 1) << i % 64;
    return traits;
}

static const Traits *traits_of(Sampler *s, Term *constraint) {
    u64 *cell = map_cell(&s->traits_of, (u64)(uintptr_t)constraint, NULL);
    if (!*cell) {
        vec_push(&s->traits, compute_traits(s, constraint));
        *cell = s->traits.count;
    }
    return &s->traits.at[*cell - 1];
}

static bool is_for_us(Sampler *s, const Query *query) {
    bool mixes = false;
    for (u32 i = query->count; i-- > 0;) {
        const Traits *traits = traits_of(s, query->constraints[i]);
        if (!traits->can_be_computed) return false;
        mixes |= traits->mixes;
    }
    return mixes;
}

/* What a symbol can be by the constraints on it alone; false: nothing. */
static bool list_values(Sampler *s, const Query *query, Term *symbol) {
    Drawn drawn = {.term = symbol};
    u64 allowed[4] = {~(u64)0, ~(u64)0, ~(u64)0, ~(u64)0};
    for (u32 i = 0; i < query->count; i++) {
        const Traits *traits = traits_of(s, query->constraints[i]);
        for (u32 k = 0; traits->symbol == symbol && k < 4; k++) allowed[k] &= traits->allowed[k];
    }
    if (symbol->width <= SMALL_BITS)
        for (u64 i = 0; i <= low_mask(symbol->width); i++)
            if (allowed[i / 64] >> i % 64 & 1) drawn.values[drawn.count++] = (u8)i;
    vec_push(&s->drawn, drawn);
    return symbol->width > SMALL_BITS || drawn.count;
}

static u64 next_random(Sampler *s) {
    s->random += 0x9e3779b97f4a7c15u;
    return hash_mix(s->random);
}

static void draw(Sampler *s) {
    for (u32 i = 0; i < s->drawn.count; i++) {
        const Drawn *drawn = &s->drawn.at[i];
        u64 *values = column(s, s->drawn_at.at[i]);
        for (u32 k = 0; k < BLOCK; k++) {
            u64 number = next_random(s);
            values[k] = drawn->count ? drawn->values[number % drawn->count] : number & low_mask(drawn->term->width);
        }
    }
}

/* The assignment of the block for which all constraints hold; BLOCK: there is none. */
static u32 find(const Sampler *s) {
    u64 holds[BLOCK];
    for (u32 k = 0; k < BLOCK; k++) holds[k] = 1;
    for (u32 i = 0; i < s->plain.count; i++) {
        const u64 *truth = column_of(s, s->plain.at[i]);
        for (u32 k = 0; k < BLOCK; k++) holds[k] &= truth[k];
    }
    u32 found = 0;
    while (found < BLOCK && !holds[found]) found++;
    return found;
}

static Model *model_of(const Sampler *s, u32 number) {
    Model *model = model_new(s->store);
    for (u32 i = 0; i < s->drawn.count; i++) {
        Term *symbol = s->drawn.at[i].term;
        model_set(model, symbol, term_const(s->store, symbol->width, column_of(s, symbol)[number]));
    }
    return model;
}

bool sampler_answer(Sampler *s, const Query *query, Result *result) {
    if (!is_for_us(s, query)) return false;
    vec_clear(&s->drawn);
    vec_clear(&s->plain);
    for (u32 i = 0; i < query->count; i++) vec_push(&s->plain, traits_of(s, query->constraints[i])->plain);
    if (!place_terms(s, s->plain.at, s->plain.count)) return false;
    for (u32 i = 0; i < s->drawn_at.count; i++)
        if (!list_values(s, query, s->order.at[s->drawn_at.at[i]])) return false;
    s->random = query->constraints[query->count - 1]->hash; /* a query is answered alike whenever it comes */
    for (u32 block = 0; block < MOST_BLOCKS && !deadline_is_over(query->deadline); block++) {
        draw(s);
        compute(s);
        u32 found = find(s);
        if (found == BLOCK) continue;
        result_yes(result, query, model_of(s, found), "internal error: a drawn value is none");
        assert(result->answer == ANSWER_YES);
        return result->answer == ANSWER_YES;
    }
    return false;
}

void sampler_forget(Sampler *s) {
    map_clear(&s->traits_of);
    vec_clear(&s->traits);
}

void sampler_free(Sampler *s) {
    if (!s) return;
    map_free(&s->traits_of);
    vec_free(&s->traits);
    vec_free(&s->plain);
    vec_free(&s->order);
    map_free(&s->place);
    vec_free(&s->space);
    vec_free(&s->drawn);
    vec_free(&s->drawn_at);
    free(s);
}

Sampler *sampler_new(TermStore *store) {
    Sampler *s = xcalloc(1, sizeof *s);
    s->store = store;
    return s;
}
