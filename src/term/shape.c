/* Simplification of shifts, extraction, concatenation and extension. Constant shifts become extracts and
 * concatenations, so that bytes taken out of a value and put together again are the value. */
#include "term/internal.h"

static bool is_zero(const Term *t) { return term_is_const(t) && term_const_is_zero(t); }

/* Bits of a product by a power of two, which is a number shifted up. */
static Term *extract_shifted(TermStore *store, const Term *product, u32 low, u32 width) {
    const Term *factor = product->arg[1];
    if (!term_is_const(factor) || factor->width > 64 || (factor->value & (factor->value - 1))) return NULL;
    u32 distance = (u32)__builtin_ctzll(factor->value);
    if (low >= distance) return term_extract(store, product->arg[0], low - distance, width);
    if (low + width <= distance) return term_const(store, width, 0);
    return term_concat(store, term_extract(store, product->arg[0], 0, low + width - distance),
                       term_const(store, distance - low, 0));
}

/* Extraction pushed into what it extracts from; NULL when no rule applies. */
static Term *extract_inside(TermStore *store, Term *a, u32 low, u32 width) {
    switch (a->op) {
    case TERM_CONCAT: {
        u32 cut = a->arg[1]->width;
        if (low >= cut) return term_extract(store, a->arg[0], low - cut, width);
        if (low + width <= cut) return term_extract(store, a->arg[1], low, width);
        return term_concat(store, term_extract(store, a->arg[0], 0, low + width - cut),
                           term_extract(store, a->arg[1], low, cut - low));
    }
    case TERM_ZEXT: {
        u32 cut = a->arg[0]->width;
        if (low >= cut) return term_const(store, width, 0);
        if (low + width <= cut) return term_extract(store, a->arg[0], low, width);
        return term_zext(store, term_extract(store, a->arg[0], low, cut - low), width);
    }
    case TERM_SEXT: {
        u32 cut = a->arg[0]->width;
        if (low + width <= cut) return term_extract(store, a->arg[0], low, width);
        if (low < cut) return term_sext(store, term_extract(store, a->arg[0], low, cut - low), width);
        break;
    }
    case TERM_MUL: return extract_shifted(store, a, low, width);
    case TERM_ITE:
        if (!term_is_const(a->arg[1]) && !term_is_const(a->arg[2])) break;
        return term_ite(store, a->arg[0], term_extract(store, a->arg[1], low, width),
                        term_extract(store, a->arg[2], low, width));
    default: break;
    }
    return NULL;
}

Term *term_extract(TermStore *store, Term *a, u32 low, u32 width) {
    assert(width >= 1 && low + width <= a->width && !term_is_array(a));
    if (width == a->width) return a;
    if (term_is_const(a)) return term_fold(store, TERM_EXTRACT, width, low, 1, &a);
    if (term_is_tainted(a))
        return term_tainted(store, term_extract(store, a->arg[0], low, width),
                            term_extract(store, a->arg[1], low, width), term_origin_of(a));
    if (a->op == TERM_EXTRACT) { /* of something else, as this one was built by us */
        low += (u32)a->low;
        a = a->arg[0];
    }
    Term *inside = NULL;
    if (term_rules_begin(store)) {
        inside = extract_inside(store, a, low, width);
        term_rules_end(store);
    }
    return inside ? inside : term_intern(store, TERM_EXTRACT, width, 0, low, 1, &a);
}

/* The term of which `high` above `low` is one contiguous part, or NULL. */
static Term *joined_neighbours(TermStore *store, Term *high, Term *low) {
    u32 width = high->width + low->width;
    if (term_is_const(high) && term_is_const(low))
        return term_fold(store, TERM_CONCAT, width, 0, 2, (Term *[]){high, low});
    if (high->op != TERM_EXTRACT) return NULL;
    Term *whole = high->arg[0];
    if (low->op == TERM_EXTRACT && low->arg[0] == whole && low->low + low->width == high->low)
        return term_extract(store, whole, (u32)low->low, width);
    /* The low part of a sign extension has lost its extract: it is a shorter extension, or what was extended. */
    if (whole->op == TERM_SEXT && low->op == TERM_SEXT && low->arg[0] == whole->arg[0] && low->width == high->low)
        return term_extract(store, whole, 0, width);
    if (whole->op == TERM_SEXT && high->low == whole->arg[0]->width) {
        if (low == whole->arg[0]) return term_extract(store, whole, 0, width);
        if (low->op == TERM_EXTRACT && low->arg[0] == whole->arg[0] && low->low + low->width == high->low)
            return term_sext(store, low, width);
    }
    return NULL;
}

static Term *concat_of_ites(TermStore *store, Term *high, Term *low) {
    if (high->op != TERM_ITE || low->op != TERM_ITE || high->arg[0] != low->arg[0]) return NULL;
    return term_ite(store, high->arg[0], term_concat(store, high->arg[1], low->arg[1]),
                    term_concat(store, high->arg[2], low->arg[2]));
}

enum { MOST_PARTS = 32 };

/* Whether a concatenation has few enough parts to be nested to the right: with many, each further part would cost as many
 * new terms. */
static bool has_few_parts(const Term *t) {
    u32 parts = 1;
    for (; t->op == TERM_CONCAT && parts < MOST_PARTS; t = t->arg[1]) parts++;
    return parts < MOST_PARTS;
}

static Term *concat_by_rules(TermStore *store, Term *high, Term *low) {
    Term *joined = concat_of_ites(store, high, low);
    if (joined) return joined;
    if (high->op == TERM_CONCAT && has_few_parts(high))
        return term_concat(store, high->arg[0], term_concat(store, high->arg[1], low));
    if (high->op == TERM_ZEXT) return term_zext(store, term_concat(store, high->arg[0], low), high->width + low->width);
    if (low->op == TERM_CONCAT) {
        joined = joined_neighbours(store, high, low->arg[0]);
        if (joined) return term_concat(store, joined, low->arg[1]);
    }
    return NULL;
}

Term *term_concat(TermStore *store, Term *high, Term *low) {
    u32 width = high->width + low->width;
    if (is_zero(high)) return term_zext(store, low, width);
    if (term_is_tainted(high) || term_is_tainted(low))
        return term_tainted(store, term_concat(store, term_value_of(high), term_value_of(low)),
                            term_concat(store, term_mask_of(store, high), term_mask_of(store, low)),
                            term_is_tainted(low) ? term_origin_of(low) : term_origin_of(high));
    Term *simple = joined_neighbours(store, high, low);
    if (!simple && term_rules_begin(store)) {
        simple = concat_by_rules(store, high, low);
        term_rules_end(store);
    }
    return simple ? simple : term_intern2(store, TERM_CONCAT, width, high, low);
}

/* The lowest bits of a number that has no others: a counter that was written as bytes and read back. NULL: they are not. */
static Term *whole_of_low_bits(Term *a) {
    if (a->op != TERM_EXTRACT || a->low != 0) return NULL;
    Term *whole = a->arg[0];
    return whole->width <= 64 && whole->facts.umax <= low_mask(a->width) ? whole : NULL;
}

Term *term_zext(TermStore *store, Term *a, u32 width) {
    assert(width >= a->width);
    if (width == a->width) return a;
    Term *whole = whole_of_low_bits(a);
    if (whole) return whole->width > width ? term_extract(store, whole, 0, width) : term_zext(store, whole, width);
    if (term_is_const(a)) return term_fold(store, TERM_ZEXT, width, 0, 1, &a);
    if (a->op == TERM_ZEXT) return term_zext(store, a->arg[0], width);
    if (term_is_tainted(a))
        return term_tainted(store, term_zext(store, a->arg[0], width), term_zext(store, a->arg[1], width),
                            term_origin_of(a));
    if (a->op == TERM_ITE && term_is_const(a->arg[1]) && term_is_const(a->arg[2]))
        return term_ite(store, a->arg[0], term_zext(store, a->arg[1], width), term_zext(store, a->arg[2], width));
    return term_intern1(store, TERM_ZEXT, width, a);
}

Term *term_sext(TermStore *store, Term *a, u32 width) {
    assert(width >= a->width);
    if (width == a->width) return a;
    if (term_is_const(a)) return term_fold(store, TERM_SEXT, width, 0, 1, &a);
    if (a->op == TERM_SEXT) return term_sext(store, a->arg[0], width);
    if (term_is_tainted(a))
        return term_tainted(store, term_sext(store, a->arg[0], width), term_sext(store, a->arg[1], width),
                            term_origin_of(a));
    if (a->op == TERM_ZEXT || (a->width <= 64 && a->facts.smin >= 0)) return term_zext(store, a, width);
    if (a->op == TERM_ITE && term_is_const(a->arg[1]) && term_is_const(a->arg[2]))
        return term_ite(store, a->arg[0], term_sext(store, a->arg[1], width), term_sext(store, a->arg[2], width));
    return term_intern1(store, TERM_SEXT, width, a);
}

/* The distance of a constant shift, or the width when everything is shifted out. */
static u32 distance_of(const Term *b) {
    for (u32 i = 1; i < term_limb_count(b->width); i++)
        if (term_limbs(b)[i]) return b->width;
    return (u32)MIN(term_limbs(b)[0], b->width);
}

static Term *shift(TermStore *store, TermOp op, Term *a, Term *b) {
    if (is_zero(a)) return a;
    if (a->width <= 64 && b->facts.umin >= a->width && op != TERM_ASHR) return term_const(store, a->width, 0);
    return term_intern2(store, op, a->width, a, b);
}

Term *term_shl(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (!term_is_const(b)) return shift(store, TERM_SHL, a, b);
    u32 distance = distance_of(b);
    if (distance == 0) return a;
    if (distance == a->width) return term_const(store, a->width, 0);
    return term_concat(store, term_extract(store, a, 0, a->width - distance), term_const(store, distance, 0));
}

Term *term_lshr(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (!term_is_const(b)) return shift(store, TERM_LSHR, a, b);
    u32 distance = distance_of(b);
    if (distance == a->width) return term_const(store, a->width, 0);
    return term_zext(store, term_extract(store, a, distance, a->width - distance), a->width);
}

Term *term_ashr(TermStore *store, Term *a, Term *b) {
    assert(a->width == b->width);
    a = term_number(store, a), b = term_number(store, b);
    if (!term_is_const(b)) return shift(store, TERM_ASHR, a, b);
    u32 distance = MIN(distance_of(b), a->width - 1);
    return term_sext(store, term_extract(store, a, distance, a->width - distance), a->width);
}
