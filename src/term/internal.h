/* Private to src/term: the store and what its files share. */
#ifndef TERM_INTERNAL_H
#define TERM_INTERNAL_H

#include "term/term.h"

#include "base/arena.h"
#include "base/map.h"
#include "term/facts.h"

#include <assert.h>

enum { TERM_NUMBERS = 512 };
enum { TERM_SLAB_ARITIES = 6 }; /* nodes of arity 0 to 5 come from slabs, larger ones from malloc */

/* An entry of the table: the term's address, and above it the upper bits of its hash, so that another term is told by its
 * entry and need not be fetched. */
typedef u64 TermSlot;
enum { TERM_SLOT_TAG = 48 }; /* where the hash begins: addresses have fewer bits */

static inline Term *term_of_slot(TermSlot slot) { return (Term *)(uintptr_t)(slot & ((1ull << TERM_SLOT_TAG) - 1)); }

static inline bool term_slot_may_be(TermSlot slot, u64 hash) { return (slot ^ hash) >> TERM_SLOT_TAG == 0; }

struct TermStore {
    TermSlot *table;  /* open addressing by hash; 0: free */
    u64 slots, count; /* a power of two; terms in the table */
    u64 count_after_collection;
    Arena slabs;                         /* where nodes are cut from */
    Term *free_nodes[TERM_SLAB_ARITIES]; /* by arity, linked through memo */
    size_t outside_bytes;                /* limbs, data and large nodes */
    Arena names;                         /* symbols, interned for ever: they are few and carry identity */
    VEC(TermSymbol *) symbols;
    u32 *symbol_index; /* open addressing over `symbols`, number + 1 */
    u32 symbol_slots;
    VEC(TermHolder) holders;
    TermVec mark_stack;
    TermVec walk_stack; /* of term_postorder */
    u32 visit_stamp, eval_stamp;
    u32 rules_open, rules_tried; /* see term_rules_begin */
    u32 epoch;                   /* collections so far */
    Term *truth[2];              /* false, true */
    Term *numbers[TERM_NUMBERS]; /* constants made last, each where its width and value say; emptied by a collection */
    Map stripped;                /* term -> the same without bases (pointer.c); emptied by a collection */
};

/* Into a free slot of a table with room. */
static inline void term_table_add(TermStore *store, Term *term) {
    u64 slot = term->hash & (store->slots - 1);
    while (store->table[slot]) slot = (slot + 1) & (store->slots - 1);
    assert((u64)(uintptr_t)term >> TERM_SLOT_TAG == 0);
    store->table[slot] = (u64)(uintptr_t)term | (term->hash >> TERM_SLOT_TAG << TERM_SLOT_TAG);
}

/* The node with these parts, after facts have had their say: a CONST when they determine the value. */
Term *term_intern(TermStore *store, TermOp op, u32 width, u32 index_width, u64 payload, u32 arity, Term *const *args);
Term *term_intern1(TermStore *store, TermOp op, u32 width, Term *a);
Term *term_intern2(TermStore *store, TermOp op, u32 width, Term *a, Term *b);

/* The value of an operation on constants, or NULL when it is not a bit-vector or float operation. */
Term *term_fold(TermStore *store, TermOp op, u32 width, u64 low, u32 arity, Term *const *args);
Term *term_fold_float(TermStore *store, TermOp op, u32 width, TermRounding mode, Term *const *args);

/* The same on patterns; `from` is the operands' width. A comparison gives 0 or 1. */
u128 term_fold_float_bits(TermOp op, u32 width, u32 from, TermRounding mode, const u128 *in);
u128 term_float_bits(const Term *constant);
bool term_is_finite_float(const Term *t); /* a constant that is a number */
bool term_is_zero_float(const Term *t);
bool term_is_sign_bit(const Term *t); /* xor with it changes the sign of a float */

/* or(concat(x, 0), zext(y)) with y no wider than the zeros: concatenation written with shifts. NULL: it is not. */
Term *term_join(TermStore *store, Term *high, Term *low);

/* a - b multiplied out, when it is simpler than both: a constant, or of a lower degree; else NULL. */
Term *term_difference(TermStore *store, Term *a, Term *b);

/* Rules that look into their operands call each other. All that are tried for one term that a caller asked for are counted;
 * behind TERM_REACH of them operations are built as they stand. So the work a constructor does and the stack it takes are
 * bounded, however tall its operands are and however many parts they share. A constructor of such an operation asks
 * before it tries rules, and tells when it is done. */
enum { TERM_REACH = 512 };

static inline bool term_rules_begin(TermStore *store) {
    if (store->rules_tried >= TERM_REACH) return false;
    store->rules_tried++;
    store->rules_open++;
    return true;
}

static inline void term_rules_end(TermStore *store) {
    if (--store->rules_open == 0) store->rules_tried = 0;
}

/* A commutative pair in canonical order. */
static inline void term_order(Term **a, Term **b) {
    bool swap = term_is_const(*a) ? !term_is_const(*b) : !term_is_const(*b) && term_compare(*a, *b) > 0;
    if (swap) {
        Term *other = *a;
        *a = *b;
        *b = other;
    }
}

static inline bool term_is_negation(const Term *a, const Term *b) { return a->op == TERM_NEG && a->arg[0] == b; }

static inline Term *term_ones(TermStore *store, u32 width) { return term_not(store, term_const(store, width, 0)); }

#endif
