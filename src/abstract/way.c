#include "abstract/way.h"

void way_init(Way *way, TermStore *terms, Model *model, Reads *reads, bool (*is_local)(const Term *symbol)) {
    *way = (Way){.terms = terms, .model = model, .reads = reads, .is_local = is_local};
}

void way_free(Way *way) {
    map_free(&way->values);
    map_free(&way->assumed);
    vec_free(&way->waiting);
    vec_free(&way->literals);
    vec_free(&way->read_at);
}

static bool holds(const Way *way, Term *condition) { return model_satisfies(way->model, condition); }

void way_assume(Way *way, Term *condition) {
    if (!term_is_const(condition)) vec_push(&way->waiting, condition);
}

/* Assumes it, and says what it is. */
static bool choose(Way *way, Term *condition) {
    way_assume(way, condition);
    return holds(way, condition);
}

/* ---- Memory ---- */

/* Where in the range that begins at `to`; NULL: not in it. */
static Term *offset_in(Way *way, Term *address, Term *to, Term *count) {
    Term *offset = term_sub(way->terms, address, to);
    return choose(way, term_ult(way->terms, offset, count)) ? offset : NULL;
}

/* Follows the way from one version of memory back to where a word comes from: the term that was written, or NULL: the
 * word at *address of *memory, which nothing on the way has written to. */
static Term *word_written(Way *way, Term **memory, Term **address) {
    for (Term *at = *memory;;) {
        Term *offset;
        *memory = at;
        switch (at->op) {
        case TERM_STORE:
            if (choose(way, term_eq(way->terms, *address, at->arg[1]))) return at->arg[2];
            at = at->arg[0];
            break;
        case TERM_ITE: at = choose(way, at->arg[0]) ? at->arg[1] : at->arg[2]; break;
        case TERM_FILL:
            if (offset_in(way, *address, at->arg[1], at->arg[3])) return at->arg[2];
            at = at->arg[0];
            break;
        case TERM_COPY:
            offset = offset_in(way, *address, at->arg[1], at->arg[4]);
            if (offset) *address = term_add(way->terms, at->arg[3], offset);
            at = at->arg[offset ? 2 : 0];
            break;
        default: return NULL; /* a symbol, or a table of constants */
        }
    }
}

/* ---- Values ---- */

/* One bit that is a condition and not a variable. */
static bool is_condition(const Term *term) {
    if (term->width != 1 || term_is_array(term)) return false;
    switch (term->op) {
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_SLT:
    case TERM_ITE: return true;
    default: return false;
    }
}

static Term *known(const Way *way, Term *term) {
    return term_is_const(term) || term->op == TERM_SYMBOL ? term : map_get_ptr(&way->values, term);
}

/* The term that has to be known first; NULL: none, and *value is what the term is. */
static Term *value_of_rest(Way *way, Term *term, Term **value) {
    Term *args[8];
    assert(term->arity <= COUNT_OF(args));
    for (u32 i = 0; i < term->arity; i++) {
        args[i] = known(way, term->arg[i]);
        if (!args[i]) return term->arg[i];
    }
    *value = term_rebuild(way->terms, term, args);
    return NULL;
}

/* What a symbol that is made in the block stands for; NULL: it is no such symbol. */
static Term *local_meaning(const Way *way, Term *symbol) {
    for (u32 i = 0; i < way->read_at.count; i++) {
        const Read *read = &way->reads->list.at[i];
        if (read->symbol == symbol)
            return way->is_local(read->memory) ? term_select(way->terms, read->memory, way->read_at.at[i]) : NULL;
    }
    return way->is_local(symbol) ? symbol : NULL;
}

/* A word whose address depends on what is only known inside of the block cannot be spoken of before it. So that is what it
 * is in the model. */
static Term *address_before(Way *way, Term *address) {
    TermVec symbols = {0};
    Map replacement = {0};
    term_symbols(way->terms, &address, 1, &symbols);
    for (u32 i = 0; i < symbols.count; i++) {
        Term *meaning = local_meaning(way, symbols.at[i]);
        if (!meaning) continue;
        Term *constant = model_eval(way->model, meaning);
        way_assume(way, term_eq(way->terms, meaning, constant));
        map_put_ptr(&replacement, symbols.at[i], constant);
    }
    term_substitute(way->terms, &address, 1, &replacement);
    map_free(&replacement);
    vec_free(&symbols);
    return address;
}

static Term *value_of_read(Way *way, Term *term, Term **value) {
    Term *memory = term->arg[0], *address = term->arg[1];
    Term *written = word_written(way, &memory, &address);
    Term *first = written ? written : address;
    *value = known(way, first);
    if (!*value) return first;
    if (written) return NULL;
    if (memory->op == TERM_SYMBOL) {
        u32 before = way->reads->list.count;
        if (!way->is_local(memory)) *value = address_before(way, *value);
        *value = reads_word(way->reads, memory, *value);
        if (way->reads->list.count > before) vec_push(&way->read_at, address);
    } else {
        *value = term_select(way->terms, memory, *value);
    }
    return NULL;
}

static Term *value_of(Way *way, Term *term, Term **value) {
    if (is_condition(term)) {
        *value = choose(way, term) ? term_true(way->terms) : term_false(way->terms);
        return NULL;
    }
    if (term->op == TERM_SELECT) return value_of_read(way, term, value);
    if (term->op != TERM_ITE) return value_of_rest(way, term, value);
    Term *taken = choose(way, term->arg[0]) ? term->arg[1] : term->arg[2];
    *value = known(way, taken);
    return *value ? NULL : taken;
}

Term *way_value(Way *way, Term *term) {
    TermVec stack = {0};
    vec_push(&stack, term);
    while (stack.count) {
        Term *top = vec_last(&stack), *value = NULL;
        Term *first = known(way, top) ? NULL : value_of(way, top, &value);
        if (first) {
            vec_push(&stack, first);
            continue;
        }
        if (value) map_put_ptr(&way->values, top, value);
        stack.count--;
    }
    vec_free(&stack);
    return known(way, term);
}

/* ---- Conditions ---- */

static bool is_assumed(const Way *way, const Term *condition) {
    return term_is_const(condition) || map_get(&way->assumed, (u64)(uintptr_t)condition, NULL);
}

/* Of two conditions that are the same in the model: the one that says less that is new. */
static Term *cheaper(const Way *way, Term *a, Term *b) {
    if (is_assumed(way, a) || is_assumed(way, b)) return is_assumed(way, a) ? a : b;
    return b->height < a->height ? b : a;
}

/* A conjunction that holds, or a disjunction that does not, needs both; else one will do. */
static void assume_parts(Way *way, const Term *term) {
    bool decides = term->op == TERM_OR; /* a part of this value is enough */
    bool is_first = holds(way, term->arg[0]) == decides, is_second = holds(way, term->arg[1]) == decides;
    if (is_first && is_second) {
        way_assume(way, cheaper(way, term->arg[0], term->arg[1]));
        return;
    }
    if (is_first || !is_second) way_assume(way, term->arg[0]);
    if (is_second || !is_first) way_assume(way, term->arg[1]);
}

static void assume_comparison(Way *way, Term *term) {
    Term *args[8];
    assert(term->arity <= COUNT_OF(args));
    bool is_read = term->op == TERM_SELECT || term->op == TERM_SYMBOL;
    for (u32 i = 0; i < term->arity && !is_read; i++) args[i] = way_value(way, term->arg[i]);
    Term *literal = is_read ? way_value(way, term) : term_rebuild(way->terms, term, args);
    vec_push(&way->literals, holds(way, term) ? literal : term_not(way->terms, literal));
}

static void settle(Way *way) {
    while (way->waiting.count) {
        Term *term = vec_pop(&way->waiting);
        if (is_assumed(way, term)) continue;
        map_put(&way->assumed, (u64)(uintptr_t)term, 1);
        switch (term->op) {
        case TERM_NOT: way_assume(way, term->arg[0]); break;
        case TERM_AND:
        case TERM_OR: assume_parts(way, term); break;
        case TERM_XOR:
            way_assume(way, term->arg[0]);
            way_assume(way, term->arg[1]);
            break;
        case TERM_ITE: way_assume(way, choose(way, term->arg[0]) ? term->arg[1] : term->arg[2]); break;
        default: assume_comparison(way, term);
        }
    }
}

/* Which of the words that are read are the same, of those from `first` on with all before them. */
static void compare_addresses(Way *way, u32 first) {
    for (u32 i = first; i < way->read_at.count; i++) {
        for (u32 k = 0; k < i; k++) {
            const Read *a = &way->reads->list.at[i], *b = &way->reads->list.at[k];
            if (a->memory != b->memory) continue;
            if (choose(way, term_eq(way->terms, way->read_at.at[i], way->read_at.at[k])))
                vec_push(&way->literals, term_eq(way->terms, a->symbol, b->symbol));
        }
    }
}

Term *way_conditions(Way *way) {
    u32 compared = 0;
    settle(way);
    while (compared < way->read_at.count) {
        u32 count = way->read_at.count;
        compare_addresses(way, compared);
        compared = count;
        settle(way);
    }
    Term *all = term_true(way->terms);
    for (u32 i = 0; i < way->literals.count; i++) all = term_and(way->terms, all, way->literals.at[i]);
    return all;
}
