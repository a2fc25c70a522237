/* Simplification with what the constraints say about each other:
 *   symbol = term            the symbol is that term in the others
 *   term = constant          the term is that constant in the other constraints
 *   c, not c                 c is true, false inside the others
 * The last two only where gates are no help, in constraints with products, floats, arrays or functions. For the others they
 * change nothing: a literal that is assumed goes through all gates above it, and a constraint that stays as it is has the
 * gates, and what was learned about them, of the queries before.
 *
 * The constraints that say so stay in the query, so its models are models of the original and nothing has to be put back.
 *
 * Why rewriting all at once is sound: a constraint is only rewritten by facts about proper subterms of it. For constants
 * and truths these are lower than the constraint that states the fact about a larger term, so the order of heights rules
 * out circles; equations symbol = term are accepted only if no symbol replaced occurs in a replacing term. */
#include "solver/rewrites.h"
#include "solver/stage.h"

#include <string.h>

typedef struct {
    Term *term;
    u32 origin; /* the constraint of the query it is part of */
} Part;

typedef struct {
    Term *key, *value;
    u32 part; /* that states it; it is not rewritten by it */
} Fact;

typedef struct {
    Stage stage;
    VEC(Part) parts; /* the conjuncts of the constraints */
    VEC(Fact) facts;
    Map facts_of;     /* key -> number in `facts` + 1 */
    Map seen;         /* conjuncts met */
    bool has_symbols; /* among the keys */
    TermVec order;
    u64 visits;               /* of terms, in search of what can be replaced */
    ReplacementVec replacing; /* in the part at hand */
    Rewrites rewrites;
} Simplify;

/* The conjuncts of a constraint, each once. */
static void add_parts(Simplify *s, Term *constraint, u32 origin) {
    vec_clear(&s->order); /* serves as the stack */
    vec_push(&s->order, constraint);
    while (s->order.count) {
        Term *term = vec_pop(&s->order);
        bool inserted;
        map_cell(&s->seen, (u64)(uintptr_t)term, &inserted);
        if (!inserted) continue;
        if (term->op == TERM_AND) {
            vec_push(&s->order, term->arg[1]);
            vec_push(&s->order, term->arg[0]);
        } else {
            vec_push(&s->parts, (Part){term, origin});
        }
    }
}

static bool add_fact(Simplify *s, Term *key, Term *value, u32 part) {
    bool inserted;
    u64 *cell = map_cell(&s->facts_of, (u64)(uintptr_t)key, &inserted);
    if (!inserted) return false;
    vec_push(&s->facts, (Fact){key, value, part});
    s->has_symbols |= key->op == TERM_SYMBOL;
    *cell = s->facts.count;
    return true;
}

static bool occurs_in(Simplify *s, const Term *symbol, Term *term) {
    vec_clear(&s->order);
    term_postorder(s->stage.store, &term, 1, &s->order);
    for (u32 i = 0; i < s->order.count; i++)
        if (s->order.at[i] == symbol) return true;
    return false;
}

enum {
    LARGEST_REPLACEMENT = 64, /* height of a term that may replace a symbol */
    MOST_VISITS = 1 << 22     /* parts behind so many stay as they are: many over one large term would take for ever */
};

static bool is_plain_symbol(const Term *t) { return t->op == TERM_SYMBOL && !term_is_array(t); }

/* symbol = term, if it makes no circle with the ones accepted before. */
static void try_equation(Simplify *s, Term *symbol, Term *term, u32 part, TermVec *replaced, TermVec *replacing) {
    if (!is_plain_symbol(symbol) || term->height > LARGEST_REPLACEMENT || occurs_in(s, symbol, term)) return;
    for (u32 i = 0; i < replaced->count; i++)
        if (occurs_in(s, replaced->at[i], term) || occurs_in(s, symbol, replacing->at[i])) return;
    if (!add_fact(s, symbol, term, part)) return;
    vec_push(replaced, symbol);
    vec_push(replacing, term);
}

/* The addend, a symbol or its negative, is what the other addends leave it if the sum is 0. */
static void try_addend(Simplify *s, Term *sum, Term *addend, u32 part, TermVec *replaced, TermVec *replacing) {
    TermStore *store = s->stage.store;
    bool is_negative = addend->op == TERM_NEG;
    Term *symbol = is_negative ? addend->arg[0] : addend;
    if (!is_plain_symbol(symbol)) return;
    Term *others = term_sub(store, sum, addend);
    try_equation(s, symbol, is_negative ? others : term_neg(store, others), part, replaced, replacing);
}

/* a = b, of which at least one is a sum, solved for a symbol. */
static void try_sum(Simplify *s, Term *a, Term *b, u32 part, TermVec *replaced, TermVec *replacing) {
    if (a->op != TERM_ADD && b->op != TERM_ADD) return;
    Term *sum = term_sub(s->stage.store, a, b), *t = sum;
    u32 before = replaced->count;
    for (; t->op == TERM_ADD && replaced->count == before; t = t->arg[0])
        try_addend(s, sum, t->arg[1], part, replaced, replacing);
    if (replaced->count == before) try_addend(s, sum, t, part, replaced, replacing);
}

static void collect_facts(Simplify *s) {
    TermStore *store = s->stage.store;
    TermVec replaced = {0}, replacing = {0};
    for (u32 i = 0; i < s->parts.count; i++) {
        Term *t = s->parts.at[i].term;
        if (t->op == TERM_EQ && !term_is_array(t->arg[0]) && term_is_const(t->arg[1])) {
            add_fact(s, t->arg[0], t->arg[1], i);
        } else if (t->op == TERM_NOT) {
            add_fact(s, t->arg[0], term_false(store), i);
        } else {
            add_fact(s, t, term_true(store), i);
        }
    }
    for (u32 i = 0; i < s->parts.count && replaced.count < 16; i++) {
        Term *t = s->parts.at[i].term;
        if (t->op != TERM_EQ || term_is_array(t->arg[0])) continue;
        u32 before = replaced.count;
        if (!term_is_const(t->arg[1])) try_equation(s, t->arg[0], t->arg[1], i, &replaced, &replacing);
        if (replaced.count == before) try_equation(s, t->arg[1], t->arg[0], i, &replaced, &replacing);
        if (replaced.count == before) try_sum(s, t->arg[0], t->arg[1], i, &replaced, &replacing);
    }
    vec_free(&replaced);
    vec_free(&replacing);
}

static bool is_hard_for_gates(const Term *t) {
    return t->flags & (TERM_HAS_PRODUCT | TERM_HAS_FLOAT | TERM_HAS_ARRAY | TERM_HAS_FUNCTION);
}

/* The facts about proper subterms of a part, as replacements. `used` receives the parts that state them. */
static void find_replacements(Simplify *s, u32 part, u32 *used, u32 *used_count) {
    Term *term = s->parts.at[part].term;
    bool takes_all = is_hard_for_gates(term);
    *used_count = 0;
    vec_clear(&s->replacing);
    if (s->visits > MOST_VISITS || !(takes_all || s->has_symbols)) return;
    vec_clear(&s->order);
    term_postorder(s->stage.store, &term, 1, &s->order);
    s->visits += s->order.count;
    for (u32 i = 0; i < s->order.count; i++) {
        u64 number;
        bool is_symbol = s->order.at[i]->op == TERM_SYMBOL;
        if (!is_symbol && (!takes_all || s->order.at[i]->arity == 0)) continue;
        if (!map_get(&s->facts_of, (u64)(uintptr_t)s->order.at[i], &number)) continue;
        const Fact *fact = &s->facts.at[number - 1];
        if (fact->part == part) continue;
        vec_push(&s->replacing, ((Replacement){fact->key, fact->value}));
        used[(*used_count)++] = fact->part;
    }
}

/* The new constraints: what each part became, and the origins it depends on. */
typedef struct {
    TermVec terms;
    VEC(u32) origin_begin; /* of each term, in `origins` */
    VEC(u32) origins;
} Rewritten;

static void keep(Rewritten *r, const Simplify *s, Term *term, u32 part, const u32 *used, u32 used_count) {
    vec_push(&r->terms, term);
    vec_push(&r->origin_begin, r->origins.count);
    vec_push(&r->origins, s->parts.at[part].origin);
    for (u32 i = 0; i < used_count; i++) vec_push(&r->origins, s->parts.at[used[i]].origin);
}

/* Rewrites all parts; false when one became false: it is the last of `r` then. */
static bool rewrite(Simplify *s, Rewritten *r, Deadline *deadline) {
    u32 *used = xmalloc((s->facts.count + 1) * sizeof *used), used_count = 0;
    bool possible = true;
    for (u32 i = 0; i < s->parts.count && possible && !deadline_is_over(deadline); i++) {
        find_replacements(s, i, used, &used_count);
        Term *term = rewrites_of(&s->rewrites, s->stage.store, s->parts.at[i].term, &s->replacing);
        if (!term_is_true(term)) keep(r, s, term, i, used, used_count);
        possible = !term_is_false(term);
    }
    free(used);
    return possible;
}

static void add_origins(const Rewritten *r, u32 i, u8 *in_core) {
    u32 end = i + 1 < r->terms.count ? r->origin_begin.at[i + 1] : r->origins.count;
    for (u32 j = r->origin_begin.at[i]; j < end; j++) in_core[r->origins.at[j]] = 1;
}

/* A core of what was rewritten, as constraints of the query. */
static void give_core(const Query *query, const Rewritten *r, const TermVec *core, Result *result) {
    u8 *in_core = xcalloc(query->count, 1);
    for (u32 i = 0; i < r->terms.count; i++)
        for (u32 j = 0; j < core->count; j++)
            if (core->at[j] == r->terms.at[i]) add_origins(r, i, in_core);
    result->answer = ANSWER_NO;
    for (u32 i = 0; i < query->count; i++)
        if (in_core[i]) vec_push(&result->core, query->constraints[i]);
    free(in_core);
}

static void check(Stage *stage, const Query *query, Result *result) {
    static const char lost[] = "internal error: a model of the simplified query is none of the query";
    Simplify *s = (Simplify *)stage;
    Rewritten r = {0};
    vec_clear(&s->parts);
    vec_clear(&s->facts);
    map_clear(&s->facts_of);
    map_clear(&s->seen);
    s->visits = 0;
    s->has_symbols = false;
    for (u32 i = 0; i < query->count; i++) add_parts(s, query->constraints[i], i);
    collect_facts(s);
    bool possible = rewrite(s, &r, query->deadline);
    if (deadline_is_over(query->deadline)) {
        result_unknown(result, query->deadline->expired);
    } else if (!possible) {
        TermVec core = {.at = &vec_last(&r.terms), .count = 1};
        give_core(query, &r, &core, result);
    } else if (r.terms.count == 0) {
        result_yes(result, query, model_new(stage->store), lost);
    } else {
        Result below = {0};
        stage_ask_next(stage, query, r.terms.at, r.terms.count, 0, &below);
        if (below.answer == ANSWER_NO) {
            give_core(query, &r, &below.core, result);
            vec_free(&below.core);
        } else if (below.answer == ANSWER_YES) {
            result_yes(result, query, below.model, lost);
        } else {
            *result = below;
        }
    }
    vec_free(&r.terms);
    vec_free(&r.origin_begin);
    vec_free(&r.origins);
}

static void sweep(Stage *stage, TermStore *store) { rewrites_forget(&((Simplify *)stage)->rewrites); }

static void destroy(Stage *stage) {
    Simplify *s = (Simplify *)stage;
    vec_free(&s->replacing);
    rewrites_free(&s->rewrites);
    vec_free(&s->parts);
    vec_free(&s->facts);
    vec_free(&s->order);
    map_free(&s->facts_of);
    map_free(&s->seen);
    free(s);
}

Stage *stage_simplify_new(TermStore *store, Stage *next) {
    static const StageApi api = {"simplify", check, NULL, sweep, NULL, destroy};
    Simplify *s = xcalloc(1, sizeof *s);
    s->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    return &s->stage;
}
