#include "solver/blast.h"

#include "solver/circuits.h"
#include "solver/diagrams.h"
#include "term/reads.h"

#include <string.h>

enum {
    WRITES_EXPANDED = 64,   /* a read looks through so many writes; the rest is read on demand */
    SMALL_TABLE = 32,       /* tables with no more possible indices become gates at once */
    LARGEST_COMPARED = 4096 /* of more elements the bits are not compared */
};

void blaster_init(Blaster *blaster, TermStore *store, u32 gate_limit) {
    *blaster = (Blaster){.store = store};
    aig_init(&blaster->aig, gate_limit);
}

static void forget_diagrams(Blaster *blaster) {
    for (u32 i = 0; i < blaster->diagrams.count; i++)
        diagram_free((Diagram *)(uintptr_t)blaster->diagrams.entries[i].value);
    map_clear(&blaster->diagrams);
}

void blaster_free(Blaster *blaster) {
    forget_diagrams(blaster);
    map_free(&blaster->diagrams);
    aig_free(&blaster->aig);
    map_free(&blaster->bits);
    map_free(&blaster->expanded);
    map_free(&blaster->deferred);
    vec_free(&blaster->pool);
    vec_free(&blaster->owners);
    vec_free(&blaster->owner_of);
    vec_free(&blaster->stack);
}

const Lit *blaster_known_bits(const Blaster *blaster, const Term *term) {
    u64 begin;
    return map_get(&blaster->bits, (u64)(uintptr_t)term, &begin) ? blaster->pool.at + begin : NULL;
}

static void keep_bits(Blaster *blaster, const Term *term, const Lit *bits) {
    map_put(&blaster->bits, (u64)(uintptr_t)term, blaster->pool.count);
    for (u32 i = 0; i < term->width; i++) vec_push(&blaster->pool, bits[i]);
}

static void copy_bits(Lit *r, const Lit *from, u32 width) { memcpy(r, from, width * sizeof *r); }

/* Bits that the facts of the term know: the interval of an absolute value, say, is not seen in its gates. */
static void put_facts(const Term *t, Lit *r) {
    for (u32 i = 0; i < t->width; i++)
        if ((t->facts.zeros | t->facts.ones) >> i & 1) r[i] = t->facts.ones >> i & 1;
}

/* Inputs. */

/* Makes the first `count` bits of a term inputs. */
static void add_owner(Blaster *blaster, Term *t, Lit *r, u32 count) {
    for (u32 i = 0; i < count; i++) r[i] = aig_input(&blaster->aig);
    if (blaster->aig.full) return;
    vec_push(&blaster->owners, (Owner){.term = t, .first_input = lit_node(r[0]), .definition = LIT_TRUE});
    while (blaster->owner_of.count < blaster->aig.gates.count) vec_push(&blaster->owner_of, 0);
    for (u32 i = 0; i < count; i++) blaster->owner_of.at[lit_node(r[i])] = blaster->owners.count;
}

/* A table as a tree of choices over the bits of the index, from `low` on; `bit` counts down. */
static void table_tree(Blaster *blaster, const Term *table, const Lit *index, u32 bit, u64 low, Lit *r) {
    u32 width = table->width;
    if (bit == 0) {
        u64 element = term_data_at(table->data, low);
        for (u32 i = 0; i < width; i++) r[i] = element >> i & 1;
        return;
    }
    Lit halves[2][64];
    for (u32 half = 0; half < 2; half++)
        table_tree(blaster, table, index, bit - 1, low | (u64)half << (bit - 1), halves[half]);
    circuit_mux(&blaster->aig, r, index[bit - 1], halves[1], halves[0], width);
}

/* Reads of a table whose index has few possible values are gates. */
static bool read_small_table(Blaster *blaster, const Term *t, Lit *r) {
    const Term *table = t->arg[0], *index = t->arg[1];
    if (table->op != TERM_DATA || table->data->count == 0) return false;
    u64 last = MIN(index->facts.umax, table->data->count - 1);
    if (last >= SMALL_TABLE) return false;
    const Lit *bits = blaster_known_bits(blaster, index);
    u32 depth = 0;
    while (last >> depth) depth++;
    table_tree(blaster, table, bits, depth, 0, r);
    Lit inside = LIT_TRUE; /* behind the table there are zeros */
    for (u32 i = depth; i < index->width; i++) inside = aig_and(&blaster->aig, inside, lit_not(bits[i]));
    for (u32 i = 0; i < t->width; i++) r[i] = aig_and(&blaster->aig, inside, r[i]);
    return true;
}

static bool read_regular_table(Blaster *blaster, const Term *t, Lit *r) {
    const Term *table = t->arg[0], *index = t->arg[1];
    Diagram *diagram = map_get_ptr(&blaster->diagrams, table);
    if (!diagram) map_put_ptr(&blaster->diagrams, table, diagram = diagram_new(table));
    if (!diagram_is_regular(diagram)) return false;
    diagram_read(diagram, &blaster->aig, blaster_known_bits(blaster, index), index->width, r);
    return true;
}

/* Bits of a table that are the same at all indices possible: only the lowest of them is an input of its own. */
static void share_equal_bits(const Term *t, Lit *r) {
    const TermData *data = t->arg[0]->data;
    const TermFacts *index = &t->arg[1]->facts;
    u64 same[64], last = MIN(index->umax, data->count); /* what is behind the table is like its end */
    if (last - MIN(index->umin, last) > LARGEST_COMPARED) return;
    for (u32 i = 0; i < t->width; i++) same[i] = low_mask(t->width);
    for (u64 at = MIN(index->umin, last); at <= last; at++) {
        u64 element = term_data_at(data, at);
        for (u32 i = 0; i < t->width; i++) same[i] &= element >> i & 1 ? element : ~element;
    }
    for (u32 i = 0; i < t->width; i++) r[i] = r[__builtin_ctzll(same[i])];
}

/* A read of a table as inputs, fewer where facts or equal bits allow it. */
static void read_table(Blaster *blaster, Term *t, Lit *r) {
    add_owner(blaster, t, r, t->width);
    share_equal_bits(t, r);
    put_facts(t, r);
}

/* A read as a choice among what was written; what lies behind many writes is deferred. */
static Term *expand(Blaster *blaster, Term *t) {
    u32 budget = WRITES_EXPANDED;
    TermVec rests = {0};
    Term *expanded = term_expand_read(blaster->store, t->arg[0], t->arg[1], &budget, &rests);
    for (u32 i = 0; i < rests.count; i++)
        if (rests.at[i]->op == TERM_SELECT) map_put(&blaster->deferred, (u64)(uintptr_t)rests.at[i], 1);
    vec_free(&rests);
    return expanded;
}

static bool is_division(const Term *t) { return t->op == TERM_UDIV || t->op == TERM_UREM; }
static bool is_signed_division(const Term *t) { return t->op == TERM_SDIV || t->op == TERM_SREM; }
static bool has_const_divisor(const Term *t) { return term_is_const(t->arg[1]); }

static bool compares_arrays(const Term *t) { return t->op == TERM_EQ && term_is_array(t->arg[0]); }

/* What a term is blasted as: itself, or a term over simpler operations. */
static Term *expansion_of(Blaster *blaster, Term *t) {
    bool is_read = t->op == TERM_SELECT && !map_get(&blaster->deferred, (u64)(uintptr_t)t, NULL);
    bool is_comparison = compares_arrays(t);
    if (!is_read && !is_comparison && !is_signed_division(t)) return t;
    Term *known = map_get_ptr(&blaster->expanded, t);
    if (known) return known;
    Term *expanded = is_read         ? expand(blaster, t)
                     : is_comparison ? term_expand_comparison(blaster->store, t->arg[0], t->arg[1], &(u32){0})
                                     : term_unsigned_division(blaster->store, t);
    map_put_ptr(&blaster->expanded, t, expanded);
    return expanded;
}

/* Division. */

/* The quotient q of a by c as inputs: 0 <= a - q * c < c, without overflow. q has no more bits than the greatest quotient,
 * so q * c has at most one bit more than a, and the difference, with its sign, two. */
static bool divide_by_const(Blaster *blaster, Term *t, Lit *q, Deadline *deadline) {
    Aig *aig = &blaster->aig;
    const Lit *dividend = blaster_known_bits(blaster, t->arg[0]);
    u32 bits = circuit_unsigned_bits(dividend, t->width), n = bits + 2, divisor_bits = t->width;
    while (!term_const_bit(t->arg[1], divisor_bits - 1)) divisor_bits--;
    for (u32 i = 0; i < t->width; i++) q[i] = LIT_FALSE;
    if (divisor_bits > bits) return true;
    Lit *work = xcalloc(6 * n, sizeof *work), *a = work, *c = work + n, *quotient = work + 2 * n,
        *product = work + 3 * n;
    Lit *minus = work + 4 * n, *rest = work + 5 * n;
    copy_bits(a, dividend, bits);
    add_owner(blaster, t, q, bits - divisor_bits + 1);
    for (u32 i = 0; i < divisor_bits; i++) c[i] = term_const_bit(t->arg[1], i);
    copy_bits(quotient, q, bits);
    bool in_time = circuit_mul(aig, product, quotient, c, n, deadline);
    for (u32 i = 0; i < n; i++) minus[i] = lit_not(product[i]);
    circuit_add(aig, rest, a, minus, LIT_TRUE, n);
    if (!aig->full) vec_last(&blaster->owners).definition = circuit_ult(aig, rest, c, n);
    free(work);
    return in_time;
}

/* The quotient q of a by d as inputs, as many as a has bits: q * d does not overflow those bits, is at most a, and leaves
 * less than d. A divisor of 0 yields all ones, as SMT-LIB wants it. */
static bool divide_freely(Blaster *blaster, Term *t, Lit *q, Deadline *deadline) {
    Aig *aig = &blaster->aig;
    u32 w = t->width, n = circuit_unsigned_bits(blaster_known_bits(blaster, t->arg[0]), w);
    Lit *work = xmalloc(3 * w * sizeof *work), *d = work, *product = work + w, *rest = work + 2 * w;
    copy_bits(d, blaster_known_bits(blaster, t->arg[1]), w);
    add_owner(blaster, t, q, n);
    if (aig->full) {
        free(work);
        return false;
    }
    u32 owner = blaster->owners.count - 1;
    Lit overflow, is_zero = LIT_TRUE, is_ones = LIT_TRUE, is_long = LIT_FALSE;
    bool in_time = circuit_mul_exact(aig, product, &overflow, q, d, n, w, deadline);
    const Lit *a = blaster_known_bits(blaster, t->arg[0]);
    Lit too_much = aig_or(aig, overflow, circuit_ult(aig, a, product, n));
    for (u32 i = 0; i < n; i++) product[i] = lit_not(product[i]);
    circuit_add(aig, rest, a, product, LIT_TRUE, n);
    for (u32 i = 0; i < w; i++) is_zero = aig_and(aig, is_zero, lit_not(d[i]));
    for (u32 i = 0; i < n; i++) is_ones = aig_and(aig, is_ones, q[i]);
    for (u32 i = n; i < w; i++) is_long = aig_or(aig, is_long, d[i]);
    Lit is_less = aig_or(aig, is_long, circuit_ult(aig, rest, d, n));
    Lit is_right = aig_and(aig, lit_not(too_much), is_less);
    blaster->owners.at[owner].definition = aig_mux(aig, is_zero, is_ones, is_right);
    for (u32 i = n; i < w; i++) q[i] = is_zero;
    free(work);
    return in_time;
}

static bool divide(Blaster *blaster, Term *t, Lit *q, Deadline *deadline) {
    return has_const_divisor(t) ? divide_by_const(blaster, t, q, deadline) : divide_freely(blaster, t, q, deadline);
}

/* What a remainder is made from, beside the dividend and the divisor. */
static Term *quotient_of(Blaster *blaster, const Term *t) { return term_udiv(blaster->store, t->arg[0], t->arg[1]); }

/* The rest of a by d is a - q * d, of as many bits as a has and a number below d. */
static bool rest_of(Blaster *blaster, const Term *t, Lit *r, Deadline *deadline) {
    Aig *aig = &blaster->aig;
    const Lit *a = blaster_known_bits(blaster, t->arg[0]), *d = blaster_known_bits(blaster, t->arg[1]);
    const Lit *q = blaster_known_bits(blaster, quotient_of(blaster, t));
    u32 w = t->width, n = circuit_unsigned_bits(a, w);
    if (has_const_divisor(t)) n = MIN(n, circuit_unsigned_bits(d, w));
    Lit *product = xmalloc(w * sizeof *product), overflow;
    bool in_time = has_const_divisor(t) ? circuit_mul(aig, product, q, d, n, deadline)
                                        : circuit_mul_exact(aig, product, &overflow, q, d, n, w, deadline);
    for (u32 i = 0; i < n; i++) product[i] = lit_not(product[i]);
    circuit_add(aig, r, a, product, LIT_TRUE, n);
    for (u32 i = n; i < w; i++) r[i] = LIT_FALSE;
    free(product);
    return in_time;
}

Term *blaster_definition(Blaster *blaster, Term *deferred) { return expand(blaster, deferred); }

/* Operations. */

static bool operate(Blaster *blaster, Term *t, Lit *r, Deadline *deadline) {
    Aig *aig = &blaster->aig;
    u32 w = t->arg[0]->width;
    const Lit *a = blaster_known_bits(blaster, t->arg[0]),
              *b = t->arity > 1 ? blaster_known_bits(blaster, t->arg[1]) : NULL;
    switch (t->op) {
    case TERM_NOT:
        for (u32 i = 0; i < w; i++) r[i] = lit_not(a[i]);
        break;
    case TERM_NEG: circuit_neg(aig, r, a, w); break;
    case TERM_AND:
        for (u32 i = 0; i < w; i++) r[i] = aig_and(aig, a[i], b[i]);
        break;
    case TERM_OR:
        for (u32 i = 0; i < w; i++) r[i] = aig_or(aig, a[i], b[i]);
        break;
    case TERM_XOR:
        for (u32 i = 0; i < w; i++) r[i] = aig_xor(aig, a[i], b[i]);
        break;
    case TERM_BASED: copy_bits(r, a, w); break;
    case TERM_STEP:
    case TERM_ADD: circuit_add(aig, r, a, b, LIT_FALSE, w); break;
    case TERM_MUL: return circuit_mul(aig, r, a, b, w, deadline);
    case TERM_SHL: circuit_shift(aig, r, a, b, w, true, LIT_FALSE); break;
    case TERM_LSHR: circuit_shift(aig, r, a, b, w, false, LIT_FALSE); break;
    case TERM_ASHR: circuit_shift(aig, r, a, b, w, false, a[w - 1]); break;
    case TERM_EQ: r[0] = circuit_eq(aig, a, b, w); break;
    case TERM_ULT: r[0] = circuit_ult(aig, a, b, w); break;
    case TERM_SLT: r[0] = circuit_slt(aig, a, b, w); break;
    case TERM_CONCAT:
        copy_bits(r, b, t->arg[1]->width);
        copy_bits(r + t->arg[1]->width, a, w);
        break;
    case TERM_EXTRACT: copy_bits(r, a + t->low, t->width); break;
    case TERM_ZEXT:
    case TERM_SEXT:
        copy_bits(r, a, w);
        for (u32 i = w; i < t->width; i++) r[i] = t->op == TERM_SEXT ? a[w - 1] : LIT_FALSE;
        break;
    case TERM_ITE: circuit_mux(aig, r, a[0], b, blaster_known_bits(blaster, t->arg[2]), t->width); break;
    default: assert(!"an operation without a circuit");
    }
    return true;
}

static bool is_inexpressible(const Term *t) {
    return t->op >= TERM_FADD || (compares_arrays(t) && t->arg[0]->index_width > TERM_CELLWISE_BITS);
}

/* Makes the bits of a term whose operands have theirs. */
static bool make_bits(Blaster *blaster, Term *t, Deadline *deadline) {
    Lit few[64], *r = t->width <= 64 ? few : xmalloc(t->width * sizeof *r);
    bool ok = true;
    if (t->op == TERM_CONST) {
        for (u32 i = 0; i < t->width; i++) r[i] = term_const_bit(t, i);
    } else if (t->op == TERM_SYMBOL || t->op == TERM_APPLY) {
        add_owner(blaster, t, r, t->width);
    } else if (expansion_of(blaster, t) != t) {
        copy_bits(r, blaster_known_bits(blaster, expansion_of(blaster, t)), t->width);
    } else if (t->op == TERM_SELECT) {
        if (t->arg[0]->op != TERM_DATA) add_owner(blaster, t, r, t->width);
        else if (!read_small_table(blaster, t, r) && !read_regular_table(blaster, t, r)) read_table(blaster, t, r);
    } else if (is_division(t)) {
        ok = t->op == TERM_UDIV ? divide(blaster, t, r, deadline) : rest_of(blaster, t, r, deadline);
    } else {
        ok = operate(blaster, t, r, deadline);
        if (t->width <= 64) put_facts(t, r);
    }
    ok = ok && !blaster->aig.full;
    if (ok) keep_bits(blaster, t, r);
    if (r != few) free(r);
    return ok;
}

/* Pushes what must have bits before `t`; false when there is nothing. */
static bool push_operands(Blaster *blaster, Term *t) {
    u32 before = blaster->stack.count;
    Term *expanded = expansion_of(blaster, t);
    if (expanded != t || t->op == TERM_SELECT) {
        Term *needed = expanded == t ? t->arg[1] : expanded;
        if (!blaster_known_bits(blaster, needed)) vec_push(&blaster->stack, needed);
    } else {
        for (u32 i = 0; i < t->arity; i++)
            if (!blaster_known_bits(blaster, t->arg[i])) vec_push(&blaster->stack, t->arg[i]);
        if (t->op == TERM_UREM && !blaster_known_bits(blaster, quotient_of(blaster, t)))
            vec_push(&blaster->stack, quotient_of(blaster, t));
    }
    return blaster->stack.count > before;
}

const Lit *blaster_bits(Blaster *blaster, Term *term, Deadline *deadline) {
    const Lit *known = blaster_known_bits(blaster, term);
    if (known) return known;
    vec_clear(&blaster->stack);
    vec_push(&blaster->stack, term);
    u32 polls = 0;
    while (blaster->stack.count) {
        Term *t = vec_last(&blaster->stack);
        if (is_inexpressible(t)) return NULL;
        if (blaster_known_bits(blaster, t)) {
            (void)vec_pop(&blaster->stack);
        } else if (!push_operands(blaster, t)) {
            if (!make_bits(blaster, t, deadline)) return NULL;
            (void)vec_pop(&blaster->stack);
        }
        if (++polls % 64 == 0 && deadline_is_over(deadline)) return NULL;
    }
    return blaster_known_bits(blaster, term);
}

/* Collection: inputs keep their terms alive, for models and lemmas; other terms are forgotten. */

void blaster_mark(Blaster *blaster, TermStore *store) {
    for (u32 i = 0; i < blaster->owners.count; i++) term_mark(store, blaster->owners.at[i].term);
}

static void drop_dead(Map *map) {
    Map alive = {0};
    for (u32 i = 0; i < map->count; i++)
        if (term_is_marked((Term *)(uintptr_t)map->entries[i].key))
            map_put(&alive, map->entries[i].key, map->entries[i].value);
    map_free(map);
    *map = alive;
}

void blaster_sweep(Blaster *blaster) {
    drop_dead(&blaster->bits);
    drop_dead(&blaster->deferred);
    forget_diagrams(blaster);     /* they are made again when needed, */
    map_free(&blaster->expanded); /* as these are */
}
