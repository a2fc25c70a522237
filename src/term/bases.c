/* Which objects a pointer may be based on, read off its term (PNVI: a pointer keeps the object it was made from).
 * Over-approximates: a candidate may be impossible, but none is missing. */
#include "term/internal.h"

typedef struct {
    TermStore *store;
    TermBaseVec *out;
    Map seen; /* arrays already searched for stored pointers */
    bool any; /* the answer is ⊤ */
} Search;

static bool has_base(const Term *t) { return t->flags & TERM_HAS_BASE; }

static void add_candidate(Search *search, Term *guard, Term *base) {
    for (u32 i = 0; i < search->out->count; i++) {
        TermBase *known = &search->out->at[i];
        if (known->base != base) continue;
        known->guard = term_or(search->store, known->guard, guard);
        return;
    }
    vec_push(search->out, (TermBase){guard, base});
}

static void search_term(Search *search, Term *guard, Term *t);

/* Every pointer an array may hold, whatever the index. */
static void search_array(Search *search, Term *guard, Term *array) {
    while (!search->any && !map_get(&search->seen, (u64)(uintptr_t)array, NULL)) {
        map_put(&search->seen, (u64)(uintptr_t)array, 1);
        switch (array->op) {
        case TERM_STORE:
        case TERM_FILL:
            search_term(search, guard, array->arg[2]);
            array = array->arg[0];
            break;
        case TERM_COPY:
            search_array(search, guard, array->arg[2]);
            array = array->arg[0];
            break;
        case TERM_ITE:
            search_array(search, guard, array->arg[1]);
            array = array->arg[2];
            break;
        case TERM_FILLED: search_term(search, guard, array->arg[0]); return;
        case TERM_DATA: return;
        default: search->any = true; return;
        }
    }
}

/* A value put together from parts: those that come from a base decide, if any does. */
static void search_parts(Search *search, Term *guard, Term *t) {
    bool found = false;
    for (u32 i = 0; i < t->arity; i++) {
        if (!has_base(t->arg[i])) continue;
        found = true;
        search_term(search, guard, t->arg[i]);
    }
    if (!found) search->any = true;
}

/* Pointer arithmetic keeps the base of its one pointer operand. */
static void search_sum(Search *search, Term *guard, Term *t) {
    bool first = has_base(t->arg[0]), second = has_base(t->arg[1]);
    if (first && second) {
        search->any = true;
    } else if (first || second) {
        search_term(search, guard, t->arg[first ? 0 : 1]);
    } else {
        search->any = true;
    }
}

static void search_term(Search *search, Term *guard, Term *t) {
    if (search->any || term_is_false(guard)) return;
    switch (t->op) {
    case TERM_CONST: return;
    case TERM_SYMBOL:
        if (t->symbol->kind == SYMBOL_BASE) {
            add_candidate(search, guard, t);
        } else {
            search->any = true;
        }
        return;
    case TERM_ITE:
        search_term(search, term_and(search->store, guard, t->arg[0]), t->arg[1]);
        search_term(search, term_and(search->store, guard, term_not(search->store, t->arg[0])), t->arg[2]);
        return;
    case TERM_ADD:
    case TERM_AND:
    case TERM_OR: search_sum(search, guard, t); return;
    case TERM_SELECT: search_array(search, guard, t->arg[0]); return;
    case TERM_CONCAT: search_parts(search, guard, t); return;
    case TERM_EXTRACT:
    case TERM_ZEXT:
    case TERM_SEXT: search_term(search, guard, t->arg[0]); return;
    default: search->any = true;
    }
}

bool term_bases(TermStore *store, Term *pointer, TermBaseVec *out) {
    Search search = {.store = store, .out = out};
    search_term(&search, term_true(store), pointer);
    map_free(&search.seen);
    if (search.any) out->count = 0;
    return !search.any;
}
