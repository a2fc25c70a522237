/* Bounded symbols are narrow numbers. Where constraints say that x is below 1000, the others may take x for the extension of
 * its lowest ten bits: signed divisions become unsigned ones, products and divisions of 32 bits become ones of ten. The
 * signed divisions that are left become unsigned ones of magnitudes, which intervals say more about. Only queries with
 * products or divisions are rewritten, for others it would change nothing but the gates.
 *
 * The constraints that bound a symbol stay in the query as they are, so its models are models of the original. */
#include "solver/bounds.h"
#include "solver/stage.h"

typedef struct {
    Stage stage;
    Map rewritten; /* constraint -> what it is under the replacements of number `replacement_hash` */
    u64 replacement_hash;
    Map replacement; /* of the query in progress: symbol -> its extension, and what terms over it became */
    Bounds bounds;
    TermVec order;
} Narrow;

static bool is_hard_query(const Query *query) {
    bool hard = false;
    for (u32 i = 0; i < query->count && !hard; i++) hard = query->constraints[i]->flags & TERM_HAS_PRODUCT;
    return hard;
}

static bool is_plain_symbol(const Term *t) { return t->op == TERM_SYMBOL && !term_is_array(t); }

/* Whether a conjunct compares a symbol with a constant. */
static bool is_bound(const Term *conjunct) {
    const Term *t = conjunct->op == TERM_NOT ? conjunct->arg[0] : conjunct;
    if (t->op != TERM_ULT && t->op != TERM_SLT && t->op != TERM_EQ) return false;
    return (is_plain_symbol(t->arg[0]) && term_is_const(t->arg[1])) ||
           (is_plain_symbol(t->arg[1]) && term_is_const(t->arg[0]));
}

/* Whether a constraint is such a comparison or two of them: bounds come from it, and it must stay. */
static bool states_bound(const Term *constraint) {
    if (constraint->op == TERM_AND) return is_bound(constraint->arg[0]) && is_bound(constraint->arg[1]);
    return is_bound(constraint);
}

static u32 bits_of(u64 value) { return value ? 64 - (u32)__builtin_clzll(value) : 1; }

/* The extension of as many bits as the facts leave; NULL when that is all of them. */
static Term *extension_of(TermStore *store, Term *symbol, const TermFacts *facts) {
    u32 w = symbol->width, by_unsigned = bits_of(facts->umax);
    u64 least = facts->smin < 0 ? ~(u64)facts->smin : 0, most = facts->smax < 0 ? 0 : (u64)facts->smax;
    u32 by_signed = facts->smin < 0 ? bits_of(MAX(least, most)) + 1 : w;
    u32 bits = MIN(by_unsigned, by_signed);
    if (bits >= w) return NULL;
    Term *low = term_extract(store, symbol, 0, bits);
    return by_unsigned <= by_signed ? term_zext(store, low, w) : term_sext(store, low, w);
}

/* Finds the replacements. */
static void find_replacements(Narrow *n, const Query *query) {
    TermVec stating = {0};
    u64 hash = 0;
    for (u32 i = 0; i < query->count; i++)
        if (states_bound(query->constraints[i])) vec_push(&stating, query->constraints[i]);
    bounds_clear(&n->bounds);
    map_clear(&n->replacement);
    bool possible = bounds_learn(&n->bounds, stating.at, stating.count);
    vec_free(&stating);
    for (u32 i = 0; i < n->bounds.of_term.count && possible; i++) {
        Term *symbol = (Term *)(uintptr_t)n->bounds.of_term.entries[i].key;
        Term *extension = is_plain_symbol(symbol) && symbol->width <= 64
                              ? extension_of(n->stage.store, symbol, bounds_on(&n->bounds, symbol))
                              : NULL;
        if (!extension) continue;
        map_put_ptr(&n->replacement, symbol, extension);
        hash += hash_mix(extension->hash); /* in any order */
    }
    if (hash != n->replacement_hash) map_clear(&n->rewritten);
    n->replacement_hash = hash;
}

/* What a term is when its arguments are replaced, and as an unsigned division. */
static Term *rebuilt(Narrow *n, Term *t) {
    Term *args[255];
    bool changed = false;
    for (u32 i = 0; i < t->arity; i++) {
        Term *other = map_get_ptr(&n->replacement, t->arg[i]);
        args[i] = other ? other : t->arg[i];
        changed |= args[i] != t->arg[i];
    }
    Term *result = changed ? term_rebuild(n->stage.store, t, args) : t;
    bool is_signed = result->op == TERM_SDIV || result->op == TERM_SREM;
    return is_signed ? term_unsigned_division(n->stage.store, result) : result;
}

static Term *rewrite(Narrow *n, Term *constraint) {
    if (states_bound(constraint)) return constraint;
    Term *known = map_get_ptr(&n->rewritten, constraint);
    if (known) return known;
    vec_clear(&n->order);
    term_postorder(n->stage.store, &constraint, 1, &n->order);
    for (u32 i = 0; i < n->order.count; i++) {
        Term *t = n->order.at[i], *other;
        if (t->arity == 0 || map_get(&n->replacement, (u64)(uintptr_t)t, NULL)) continue;
        other = rebuilt(n, t);
        if (other != t) map_put_ptr(&n->replacement, t, other);
    }
    Term *term = map_get_ptr(&n->replacement, constraint);
    if (!term) term = constraint;
    map_put_ptr(&n->rewritten, constraint, term);
    return term;
}

/* The core of what was rewritten as constraints of the query: with one that was rewritten go all that state bounds. */
static void give_core(const Query *query, const TermVec *terms, const TermVec *core, Result *result) {
    bool with_bounds = false;
    result->answer = ANSWER_NO;
    for (u32 i = 0; i < query->count; i++)
        for (u32 j = 0; j < core->count; j++)
            if (core->at[j] == terms->at[i] && terms->at[i] != query->constraints[i]) with_bounds = true;
    for (u32 i = 0; i < query->count; i++) {
        bool belongs = with_bounds && states_bound(query->constraints[i]);
        for (u32 j = 0; j < core->count; j++) belongs |= core->at[j] == terms->at[i];
        if (belongs) vec_push(&result->core, query->constraints[i]);
    }
}

static void ask_rewritten(Narrow *n, const Query *query, Result *result) {
    TermVec terms = {0};
    for (u32 i = 0; i < query->count && !deadline_is_over(query->deadline); i++)
        vec_push(&terms, rewrite(n, query->constraints[i]));
    if (terms.count < query->count) {
        result_unknown(result, query->deadline->expired);
    } else {
        Result below = {0};
        stage_ask_next(&n->stage, query, terms.at, terms.count, query->known, &below);
        if (below.answer == ANSWER_NO) {
            give_core(query, &terms, &below.core, result);
            result_clear(&below);
        } else if (below.answer == ANSWER_YES && below.model) {
            result_yes(result, query, below.model,
                       "internal error: a model of the narrowed query is none of the query");
            assert(result->answer == ANSWER_YES);
        } else {
            *result = below;
        }
    }
    vec_free(&terms);
}

static void check(Stage *stage, const Query *query, Result *result) {
    Narrow *n = (Narrow *)stage;
    if (is_hard_query(query)) {
        find_replacements(n, query);
        ask_rewritten(n, query, result);
    } else {
        stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
    }
}

static void sweep(Stage *stage, TermStore *store) {
    Narrow *n = (Narrow *)stage;
    map_clear(&n->rewritten);
    map_clear(&n->replacement);
}

static void destroy(Stage *stage) {
    Narrow *n = (Narrow *)stage;
    map_free(&n->rewritten);
    map_free(&n->replacement);
    bounds_free(&n->bounds);
    vec_free(&n->order);
    free(n);
}

Stage *stage_narrow_new(TermStore *store, Stage *next) {
    static const StageApi api = {"narrow", check, NULL, sweep, NULL, destroy};
    Narrow *n = xcalloc(1, sizeof *n);
    n->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    return &n->stage;
}
