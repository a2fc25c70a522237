#include "semantics/texts.h"

#include "memory/model.h"
#include "semantics/contracts.h"
#include "semantics/implied.h"
#include "semantics/lift.h"

enum { MOST_BYTES = 512 };                       /* of a text that are looked at together */
#define NOT_KNOWN UINT64_MAX                     /* LOCI_NOT_KNOWN of runtime/include/loci_machine.h, */
#define STOPPED (UINT64_MAX - 1)                 /* LOCI_STOPPED, */
enum { ARE_DIFFERENT = 0, ARE_EQUAL, NOT_TOLD }; /* LOCI_EQUAL */
enum { IS_TEXT = 1 };                            /* LOCI_TEXT */

typedef struct {
    u32 object;
    u64 offset;
    u64 count; /* bytes up to the end of the object */
} Stretch;

static void answer_number(Machine *m, const BuiltinCall *call, u64 number) {
    lift_set(m, call->r, (u32)(call->result - call->r), term_const(m->symbolic->terms, 64, number));
}

static void answer(Machine *m, const BuiltinCall *call, Term *term) {
    lift_set(m, call->r, (u32)(call->result - call->r), term);
}

static Term *argument(Machine *m, const BuiltinCall *call, u32 index) {
    return lift_cell(m, call->r, (u32)(call->args - call->r) + index);
}

/* Where an argument leads; no bytes if that is not one place of an object whose bytes are kept one by one. */
static Stretch stretch_at(Machine *m, const BuiltinCall *call, u32 index) {
    if (lift_term(m, call->r, (u32)(call->args - call->r) + index)) return (Stretch){0};
    u32 number;
    i64 offset;
    objects_resolve(&m->objects, call->args[index], &number, &offset);
    const ObjectInfo *info = object_info(&m->objects, number);
    bool is_plain = info->state == OBJECT_LIVE && !info->is_conditional && info->kind != OBJECT_FUNCTION &&
                    !contents_element(&m->objects, number);
    if (!is_plain || offset < 0 || (u64)offset >= info->size) return (Stretch){0};
    return (Stretch){number, (u64)offset, info->size - (u64)offset};
}

/* Made of input alone: who wrote a text that was given knows how long it is (doc/check.md). */
static bool is_input(Machine *m, Term *byte) {
    if (!m->symbolic->checks_arguments || term_is_const(byte)) return true;
    TermVec symbols = {0};
    term_symbols(m->symbolic->terms, &byte, 1, &symbols);
    bool is_unknown = false;
    for (u32 i = 0; i < symbols.count && !is_unknown; i++) is_unknown = contract_is_unknown_symbol(symbols.at[i]);
    vec_free(&symbols);
    return !is_unknown;
}

/* The byte; NULL: it is nothing that a sum of terms could be made of. */
static Term *byte_at(Machine *m, Stretch stretch, u32 at) {
    Memory *memory = &m->symbolic->memory;
    if (at >= stretch.count || !contents_is_known(memory, stretch.object, stretch.offset + at)) return NULL;
    Term *byte = contents_load(memory, stretch.object, stretch.offset + at, 1);
    if (term_is_tainted(byte)) return NULL;
    byte = implied_value(m, byte);
    return is_input(m, byte) ? byte : NULL;
}

static bool is_enabled(const Machine *m) {
    return m->symbolic->summarises_texts && !m->symbolic->memory.model->sees_all;
}

/* 1: the path goes on where the condition holds, 0: where it does not, -1: not now. */
static int decide(Machine *m, const BuiltinCall *call, Term *condition) {
    if (term_is_const(condition)) return condition->value != 0;
    return strategy_decide(m, call->ip, call->r, CHOICE_BRANCH, condition);
}

/* ---- Where a byte comes first ---- */

typedef struct {
    TermVec is_wanted, is_stop; /* of each byte, as conditions */
    Term *none;                 /* no byte is one of the two */
    bool is_over;               /* all bytes were looked at that there are to be */
} Search;

static Search search_bytes(Machine *m, Stretch stretch, Term *wanted, Term *stop, u64 most) {
    TermStore *store = m->symbolic->terms;
    Search search = {.none = term_true(store)};
    for (u32 i = 0; i < MOST_BYTES && i < most && !term_is_false(search.none); i++) {
        Term *byte = byte_at(m, stretch, i);
        if (!byte) return search;
        vec_push(&search.is_wanted, term_eq(store, byte, wanted));
        vec_push(&search.is_stop, term_eq(store, byte, stop));
        Term *either = term_or(store, vec_last(&search.is_wanted), vec_last(&search.is_stop));
        search.none = term_and(store, search.none, term_not(store, either));
    }
    search.is_over = search.is_wanted.count == most || term_is_false(search.none);
    return search;
}

/* As few bits as the index needs, so that what is compared with it is decided by its width. */
static Term *first_of(TermStore *store, const Search *search) {
    u32 count = search->is_wanted.count, width = 1;
    while ((1u << width) <= count + 1) width++;
    Term *index = term_const(store, width, count), *stopped = index;
    for (u32 i = count; i-- > 0;) {
        index = term_ite(store, search->is_stop.at[i], stopped, index);
        index = term_ite(store, search->is_wanted.at[i], term_const(store, width, i), index);
    }
    Term *is_stopped = term_eq(store, index, stopped);
    return term_ite(store, is_stopped, term_const(store, 64, STOPPED), term_zext(store, index, 64));
}

bool texts_index_before(Machine *m, const BuiltinCall *call) {
    TermStore *store = m->symbolic->terms;
    Stretch stretch = stretch_at(m, call, 0);
    Term *most = argument(m, call, 3);
    answer_number(m, call, NOT_KNOWN);
    if (!is_enabled(m) || !stretch.count || !term_is_const(most)) return true;
    Term *wanted = term_extract(store, argument(m, call, 1), 0, 8);
    Term *stop = term_extract(store, argument(m, call, 2), 0, 8);
    Search search = search_bytes(m, stretch, wanted, stop, most->value);
    int way = search.is_over ? 1 : search.is_wanted.count ? decide(m, call, term_not(store, search.none)) : 0;
    if (way == 1) answer(m, call, first_of(store, &search));
    vec_free(&search.is_wanted);
    vec_free(&search.is_stop);
    return way >= 0;
}

/* ---- Comparing ---- */

typedef struct {
    TermVec left, right;
    Term *goes_on; /* all bytes are the same, and the texts have not ended */
    bool is_over;
} Pairs;

static Pairs pair_bytes(Machine *m, Stretch left, Stretch right, u64 most, u64 kind) {
    TermStore *store = m->symbolic->terms;
    Term *zero = term_const(store, 8, 0);
    Pairs pairs = {.goes_on = term_true(store)};
    for (u32 i = 0; i < MOST_BYTES && i < most && !term_is_false(pairs.goes_on); i++) {
        Term *a = byte_at(m, left, i), *b = a ? byte_at(m, right, i) : NULL;
        if (!b) return pairs;
        vec_push(&pairs.left, a);
        vec_push(&pairs.right, b);
        Term *same = term_eq(store, a, b);
        /* of two equal bytes the one that is a number says more easily that it is not the end */
        Term *either = term_is_const(b) ? b : a;
        if (kind & IS_TEXT) same = term_and(store, same, term_ne(store, either, zero));
        pairs.goes_on = term_and(store, pairs.goes_on, same);
    }
    pairs.is_over = pairs.left.count == most || term_is_false(pairs.goes_on);
    return pairs;
}

static void free_pairs(Pairs *pairs) {
    vec_free(&pairs->left);
    vec_free(&pairs->right);
}

/* The pairs that an answer can be made of; 0: none, or what is known of them does not end the comparison. -1: not now. */
static int find_pairs(Machine *m, const BuiltinCall *call, Pairs *pairs) {
    *pairs = (Pairs){0};
    Stretch left = stretch_at(m, call, 0), right = stretch_at(m, call, 1);
    Term *most = argument(m, call, 2);
    if (!is_enabled(m) || !left.count || !right.count || !term_is_const(most)) return 0;
    *pairs = pair_bytes(m, left, right, most->value, call->args[3]);
    if (pairs->is_over) return 1;
    return pairs->left.count ? decide(m, call, term_not(m->symbolic->terms, pairs->goes_on)) : 0;
}

/* Whether both end before they differ. */
static Term *equality(TermStore *store, const Pairs *pairs, u64 kind) {
    Term *equal = term_true(store), *zero = term_const(store, 8, 0);
    for (u32 i = pairs->left.count; i-- > 0;) {
        Term *a = pairs->left.at[i], *b = pairs->right.at[i];
        Term *ends = kind & IS_TEXT ? term_eq(store, term_is_const(b) ? b : a, zero) : term_false(store);
        equal = term_and(store, term_eq(store, a, b), term_or(store, ends, equal));
    }
    return equal;
}

bool texts_equal(Machine *m, const BuiltinCall *call) {
    TermStore *store = m->symbolic->terms;
    Pairs pairs;
    answer_number(m, call, NOT_TOLD);
    int way = find_pairs(m, call, &pairs);
    if (way == 1) {
        Term *equal = equality(store, &pairs, call->args[3]);
        Term *yes = term_const(store, 64, ARE_EQUAL), *no = term_const(store, 64, ARE_DIFFERENT);
        answer(m, call, term_ite(store, equal, yes, no));
    }
    free_pairs(&pairs);
    return way >= 0;
}

/* Of the first bytes that differ: whether the left one is smaller, and by how much they differ, less one. In this form
 * neither 0 nor the other sign can come of it, which is seen without a question. */
static Term *difference(TermStore *store, const Pairs *pairs) {
    Term *is_less = term_false(store), *distance = term_const(store, 8, 0), *one = term_const(store, 8, 1);
    for (u32 i = pairs->left.count; i-- > 0;) {
        Term *a = pairs->left.at[i], *b = pairs->right.at[i], *same = term_eq(store, a, b),
             *less = term_ult(store, a, b);
        Term *apart = term_ite(store, less, term_sub(store, b, a), term_sub(store, a, b));
        is_less = term_ite(store, same, is_less, less);
        distance = term_ite(store, same, distance, term_sub(store, apart, one));
    }
    Term *above = term_add(store, term_zext(store, distance, 64), term_const(store, 64, 1));
    return term_ite(store, is_less, term_not(store, term_zext(store, distance, 64)), above);
}

/* Asked where they are known not to be equal. */
bool texts_difference(Machine *m, const BuiltinCall *call) {
    Pairs pairs;
    int way = find_pairs(m, call, &pairs);
    if (way == 1) answer(m, call, difference(m->symbolic->terms, &pairs));
    if (way == 0) answer_number(m, call, 0);
    free_pairs(&pairs);
    return way >= 0;
}
