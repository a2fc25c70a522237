/* Products and divisions of few numbers, by intervals. What the constraints leave of each term (contract.h) may be nothing,
 * or else the ends of the intervals that are left are tried as a model; then the widest one is cut in two. Euclid's
 * algorithm is decided so without a single gate: that n remainders are not 0 bounds the numbers by Fibonacci's from below,
 * and these bounds are a model. Only so many boxes are looked at: what they do not decide is asked below. */
#include "solver/contract.h"
#include "solver/stage.h"

#include <string.h>

enum {
    MOST_TERMS = 2000,
    MOST_WORK = 60000, /* terms looked at for one query, some milliseconds */
    MOST_DEPTH = 8     /* cuts */
};

typedef enum { BOX_EMPTY, BOX_OPEN, BOX_FOUND } BoxAnswer;
typedef enum { CORNER_LOW, CORNER_HIGH, CORNER_MIDDLE, CORNER_COUNT } Corner;

typedef struct {
    Stage stage;
    Contract contract;
    VEC(u32) symbols; /* numbers in the order of the contract */
    TermFactsVec saved[MOST_DEPTH];
    u64 boxes;
} ContractStage;

static bool has_products(const Query *query) {
    bool found = false;
    for (u32 i = 0; i < query->count && !found; i++) found = query->constraints[i]->flags & TERM_HAS_PRODUCT;
    return found;
}

static bool find_symbols(ContractStage *s) {
    vec_clear(&s->symbols);
    for (u32 i = 0; i < s->contract.order.count; i++) {
        const Term *t = s->contract.order.at[i];
        if (t->op == TERM_SYMBOL && contract_has_facts(t)) vec_push(&s->symbols, i);
    }
    return s->symbols.count;
}

static u64 corner_of(const TermFacts *f, Corner corner) {
    if (corner == CORNER_LOW) return f->umin;
    return corner == CORNER_HIGH ? f->umax : f->umin + (f->umax - f->umin) / 2;
}

static bool try_corner(ContractStage *s, const Query *query, Corner corner, Result *result) {
    TermStore *store = s->stage.store;
    Model *model = model_new(store);
    for (u32 i = 0; i < s->symbols.count; i++) {
        Term *symbol = s->contract.order.at[s->symbols.at[i]];
        u64 value = corner_of(&s->contract.facts.at[s->symbols.at[i]], corner);
        model_set(model, symbol, term_const(store, symbol->width, value));
    }
    bool satisfies = true;
    for (u32 i = 0; i < query->count && satisfies; i++) satisfies = model_satisfies(model, query->constraints[i]);
    if (satisfies) {
        result_yes(result, query, model, "internal error: the corner of a box does not satisfy the query");
    } else {
        model_release(model);
    }
    return satisfies;
}

static u64 extent(const TermFacts *f) { return f->umax - f->umin; }

/* The symbol with the widest interval. */
static u32 widest(const ContractStage *s) {
    u32 best = s->symbols.at[0];
    for (u32 i = 1; i < s->symbols.count; i++)
        if (extent(&s->contract.facts.at[s->symbols.at[i]]) > extent(&s->contract.facts.at[best]))
            best = s->symbols.at[i];
    return best;
}

/* Where an interval is cut: between the numbers of either sign, or in the middle. */
static u64 last_of_first_half(const TermFacts *f, u32 width) {
    u64 sign = (u64)1 << (width - 1);
    return f->umin < sign && f->umax >= sign ? sign - 1 : f->umin + extent(f) / 2;
}

static BoxAnswer look(ContractStage *s, const Query *query, u32 depth, Result *result);

static BoxAnswer look_at_half(ContractStage *s, const Query *query, u32 depth, u32 symbol, u64 low, u64 high,
                              Result *result) {
    TermFacts half = term_facts_unknown(s->contract.order.at[symbol]->width);
    half.umin = low;
    half.umax = high;
    if (!contract_meet(&s->contract, symbol, &half)) return BOX_EMPTY;
    map_clear(&s->contract.above); /* what is ordered in one box is not in another */
    return look(s, query, depth + 1, result);
}

static BoxAnswer cut(ContractStage *s, const Query *query, u32 depth, Result *result) {
    u32 symbol = widest(s), count = s->contract.facts.count;
    TermFacts f = s->contract.facts.at[symbol];
    if (f.umin == f.umax || depth == MOST_DEPTH) return BOX_OPEN;
    TermFactsVec *saved = &s->saved[depth];
    vec_clear(saved);
    for (u32 i = 0; i < count; i++) vec_push(saved, s->contract.facts.at[i]);
    u64 last = last_of_first_half(&f, s->contract.order.at[symbol]->width);
    BoxAnswer first = look_at_half(s, query, depth, symbol, f.umin, last, result);
    if (first == BOX_FOUND) return first;
    memcpy(s->contract.facts.at, saved->at, count * sizeof *saved->at);
    BoxAnswer second = look_at_half(s, query, depth, symbol, last + 1, f.umax, result);
    return second == BOX_FOUND ? second : first == BOX_OPEN ? first : second;
}

static BoxAnswer look(ContractStage *s, const Query *query, u32 depth, Result *result) {
    s->boxes++;
    if (!contract_narrow(&s->contract)) return BOX_EMPTY;
    for (Corner corner = 0; corner < CORNER_COUNT; corner++)
        if (try_corner(s, query, corner, result)) return BOX_FOUND;
    return s->contract.work ? cut(s, query, depth, result) : BOX_OPEN;
}

static void check(Stage *stage, const Query *query, Result *result) {
    ContractStage *s = (ContractStage *)stage;
    BoxAnswer answer = BOX_OPEN;
    if (has_products(query) &&
        contract_begin(&s->contract, stage->store, query->constraints, query->count, MOST_TERMS) && find_symbols(s)) {
        s->contract.work = MOST_WORK;
        answer = look(s, query, 0, result);
    }
    if (answer == BOX_EMPTY) result_no(result, query->constraints, query->count);
    if (answer == BOX_OPEN) stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
}

static void statistics(const Stage *stage, Text *out) {
    text_printf(out, "%llu boxes", (unsigned long long)((const ContractStage *)stage)->boxes);
}

static void destroy(Stage *stage) {
    ContractStage *s = (ContractStage *)stage;
    contract_free(&s->contract);
    for (u32 i = 0; i < MOST_DEPTH; i++) vec_free(&s->saved[i]);
    vec_free(&s->symbols);
    free(s);
}

Stage *stage_contract_new(TermStore *store, Stage *next) {
    static const StageApi api = {"contract", check, NULL, NULL, statistics, destroy};
    ContractStage *s = xcalloc(1, sizeof *s);
    s->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    return &s->stage;
}
