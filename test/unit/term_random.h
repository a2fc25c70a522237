/* Random terms for tests: each is built twice, as a term, simplified on the way, and as SMT-LIB text, as it was asked for. */
#ifndef TEST_TERM_RANDOM_H
#define TEST_TERM_RANDOM_H

#include "base/arena.h"
#include "term/smtlib.h"
#include "term/term.h"

#include <string.h>

typedef struct {
    Term *term;
    const char *text;
} Pair;

typedef struct {
    TermStore *store;
    Arena arena; /* the texts */
    u64 seed;
    u32 widest;     /* no operand is wider */
    bool arrays;    /* reads of arrays may occur */
    bool divisions; /* multiplication and division may occur */
    u32 budget;     /* inner nodes left */
} Random;

static inline u64 random_next(Random *r) {
    r->seed += 0x9e3779b97f4a7c15u;
    return hash_mix(r->seed);
}
static inline u32 random_below(Random *r, u32 n) { return (u32)(random_next(r) % n); }

static inline Pair random_term(Random *r, u32 width);

static inline Pair random_const(Random *r, u32 width) {
    u64 limbs[64] = {0};
    u32 n = term_limb_count(width), kind = random_below(r, 6);
    for (u32 i = 0; i < n; i++) limbs[i] = kind == 0 ? 0 : kind == 1 ? ~(u64)0 : kind == 2 ? 0 : random_next(r);
    if (kind == 2) limbs[0] = random_below(r, 4);
    if (kind == 3) { /* a power of two */
        memset(limbs, 0, sizeof limbs);
        u32 bit = random_below(r, width);
        limbs[bit / 64] = (u64)1 << (bit % 64);
    }
    if (width % 64) limbs[n - 1] &= low_mask(width % 64);
    Term *c = term_const_wide(r->store, width, limbs);
    Text text = {0};
    smt_write_const(&text, c);
    Pair pair = {c, arena_strdup(&r->arena, text.chars)};
    text_free(&text);
    return pair;
}

static inline Pair random_leaf(Random *r, u32 width) {
    if (random_below(r, 4) == 0) return random_const(r, width);
    const char *name = arena_printf(&r->arena, "%c%u", "xyz"[random_below(r, 3)], width);
    return (Pair){term_symbol(r->store, name, width), name};
}

/* Width 1 in the text is a bit-vector too; comparisons are made one with ite. */
static inline const char *as_bits(Random *r, const char *boolean) {
    return arena_printf(&r->arena, "(ite %s #b1 #b0)", boolean);
}

static inline Pair random_binary(Random *r, u32 width) {
    static Term *(*const build[])(TermStore *, Term *, Term *) = {term_and,  term_or,   term_xor,  term_add, term_sub,
                                                                  term_shl,  term_lshr, term_ashr, term_mul, term_udiv,
                                                                  term_urem, term_sdiv, term_srem};
    static const char *const names[] = {"bvand",  "bvor",  "bvxor",  "bvadd",  "bvsub",  "bvshl", "bvlshr",
                                        "bvashr", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem"};
    u32 which = random_below(r, r->divisions ? 13 : 8);
    Pair a = random_term(r, width), b = random_below(r, 6) ? random_term(r, width) : a;
    return (Pair){build[which](r->store, a.term, b.term),
                  arena_printf(&r->arena, "(%s %s %s)", names[which], a.text, b.text)};
}

static inline Pair random_comparison(Random *r) {
    static Term *(*const build[])(TermStore *, Term *, Term *) = {term_eq, term_ult, term_ule, term_slt, term_sle};
    static const char *const names[] = {"=", "bvult", "bvule", "bvslt", "bvsle"};
    u32 which = random_below(r, 5), width = 1 + random_below(r, r->widest);
    Pair a = random_term(r, width), b = random_below(r, 2) ? random_const(r, width) : random_term(r, width);
    if (random_below(r, 2)) {
        Pair other = a;
        a = b;
        b = other;
    }
    const char *text = arena_printf(&r->arena, "(%s %s %s)", names[which], a.text, b.text);
    return (Pair){build[which](r->store, a.term, b.term), as_bits(r, text)};
}

static inline Pair random_ite(Random *r, u32 width) {
    Pair c = random_term(r, 1), a = random_term(r, width), b = random_term(r, width);
    return (Pair){term_ite(r->store, c.term, a.term, b.term),
                  arena_printf(&r->arena, "(ite (= %s #b1) %s %s)", c.text, a.text, b.text)};
}

/* A read of a random array of bytes with indices of 4 bits. The text spells the read out as a choice. */
static inline Pair random_read_of(Random *r, Pair index, u32 writes, Term **array) {
    static const u8 bytes[] = {7, 0, 255, 3, 3, 128, 9, 10, 11};
    if (writes == 0) {
        switch (random_below(r, 3)) {
        case 0:
            *array = term_symbol_array(r->store, "a", 4, 8);
            return (Pair){NULL, arena_printf(&r->arena, "(select a %s)", index.text)};
        case 1: {
            Pair element = random_leaf(r, 8);
            *array = term_filled(r->store, 4, element.term);
            return element;
        }
        default: {
            const char *text = "#x00";
            for (u32 i = 0; i < sizeof bytes; i++)
                text = arena_printf(&r->arena, "(ite (= %s #x%x) #x%02x %s)", index.text, i, bytes[i], text);
            *array = term_data(r->store, 4, 8, bytes, sizeof bytes);
            return (Pair){NULL, text};
        }
        }
    }
    Term *below;
    Pair rest = random_read_of(r, index, writes - 1, &below), to = random_term(r, 4), count = random_term(r, 4);
    Pair element = random_term(r, 8);
    const char *inside = arena_printf(&r->arena, "(bvult (bvsub %s %s) %s)", index.text, to.text, count.text);
    switch (random_below(r, 4)) {
    case 0: {
        *array = term_fill(r->store, below, to.term, element.term, count.term);
        return (Pair){NULL, arena_printf(&r->arena, "(ite %s %s %s)", inside, element.text, rest.text)};
    }
    case 1: {
        Pair from = random_term(r, 4);
        Pair moved = {NULL, arena_printf(&r->arena, "(bvadd %s (bvsub %s %s))", from.text, index.text, to.text)};
        Term *source;
        Pair copied = random_read_of(r, moved, random_below(r, 2), &source);
        *array = term_copy(r->store, below, to.term, source, from.term, count.term);
        return (Pair){NULL, arena_printf(&r->arena, "(ite %s %s %s)", inside, copied.text, rest.text)};
    }
    case 2: {
        Pair c = random_term(r, 1);
        Term *other;
        Pair read = random_read_of(r, index, 0, &other);
        *array = term_ite(r->store, c.term, other, below);
        return (Pair){NULL, arena_printf(&r->arena, "(ite (= %s #b1) %s %s)", c.text, read.text, rest.text)};
    }
    default:
        *array = term_store(r->store, below, to.term, element.term);
        return (Pair){NULL,
                      arena_printf(&r->arena, "(ite (= %s %s) %s %s)", index.text, to.text, element.text, rest.text)};
    }
}

static inline Pair random_read(Random *r) {
    Pair index = random_term(r, 4);
    Term *array;
    Pair read = random_read_of(r, index, random_below(r, 4), &array);
    return (Pair){term_select(r->store, array, index.term), read.text};
}

static inline Pair random_shape(Random *r, u32 width) {
    switch (random_below(r, 3)) {
    case 0: { /* extract, often next to another one of the same term */
        u32 more = random_below(r, (r->widest > width ? r->widest - width : 1) + 1), low = random_below(r, more + 1);
        Pair a = random_term(r, width + more);
        return (Pair){term_extract(r->store, a.term, low, width),
                      arena_printf(&r->arena, "((_ extract %u %u) %s)", low + width - 1, low, a.text)};
    }
    case 1: {
        if (width == 1) return random_leaf(r, width);
        u32 from = 1 + random_below(r, width);
        bool is_signed = random_below(r, 2);
        Pair a = random_term(r, from);
        return (Pair){
            is_signed ? term_sext(r->store, a.term, width) : term_zext(r->store, a.term, width),
            arena_printf(&r->arena, "((_ %s_extend %u) %s)", is_signed ? "sign" : "zero", width - from, a.text)};
    }
    default: {
        if (width == 1) return random_leaf(r, width);
        u32 low = 1 + random_below(r, width - 1);
        if (random_below(r, 3) == 0) { /* cut something in two and put it together again */
            Pair a = random_term(r, width);
            Term *joined = term_concat(r->store, term_extract(r->store, a.term, low, width - low),
                                       term_extract(r->store, a.term, 0, low));
            return (Pair){joined, a.text};
        }
        Pair a = random_term(r, width - low), b = random_term(r, low);
        return (Pair){term_concat(r->store, a.term, b.term), arena_printf(&r->arena, "(concat %s %s)", a.text, b.text)};
    }
    }
}

static inline Pair random_term(Random *r, u32 width) {
    if (r->budget == 0 || random_below(r, 8) == 0) return random_leaf(r, width);
    r->budget--;
    switch (random_below(r, 8)) {
    case 0:
    case 1: return random_shape(r, width);
    case 2: {
        bool negate = random_below(r, 2);
        Pair a = random_term(r, width);
        return (Pair){negate ? term_neg(r->store, a.term) : term_not(r->store, a.term),
                      arena_printf(&r->arena, "(%s %s)", negate ? "bvneg" : "bvnot", a.text)};
    }
    case 3: return random_ite(r, width);
    case 4:
        return width == 1 ? random_comparison(r) : width == 8 && r->arrays ? random_read(r) : random_binary(r, width);
    default: return width == 1 && random_below(r, 2) ? random_comparison(r) : random_binary(r, width);
    }
}

#endif
