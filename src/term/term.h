/* Terms: the symbolic values of Loci.
 *
 * What a term is. A term is an immutable node of a directed acyclic graph: an operation, its arguments, and for a
 * leaf what it stands for. It is a bit-vector of `width` bits (1 or more; a boolean is a bit-vector of width 1) or,
 * when `index_width` is not 0, an array from indices of that many bits (at most 64) to elements of `width` bits.
 * The operations are listed once, in ops.def.
 *
 * Hash-consing. Terms live in a TermStore; equal terms are the same pointer, so equality is ==. Every term has a
 * 64-bit structural hash, made from operation, widths, the names and values in the leaves and the hashes of the
 * arguments: never from an address or from the order of creation. Commutative operands are ordered by it (constants
 * second), caches are keyed by it, so a run repeats exactly. term_compare settles the collisions.
 *
 * Canonical forms. Constructors simplify; there is no way to build an unsimplified term. What always holds:
 *   - an operation whose value its facts determine is a CONST;
 *   - a constant operand of a commutative operation is the second one;
 *   - subtraction is ADD of NEG, a <= b is NOT of b < a, OR and AND of one bit are the boolean ones;
 *   - sums are left-nested with equal addends collected, the constant outermost;
 *   - constant shifts are EXTRACT and CONCAT, zeros on top are ZEXT, neighbouring extracts are joined, so that a
 *     value stored byte by byte and read back is the value itself;
 *   - SELECT has been pushed through every STORE, COPY, FILL and ITE that the index provably hits or misses.
 * Apart from the first, the second and the last these hold as far as rules reach: a constructor looks a bounded way down
 * (TERM_REACH in internal.h), so that its cost does not grow with the height of what it is given. Terms may be as tall as
 * memory allows; no walk over them recurses.
 *
 * Arrays. A SYMBOL array is unknown everywhere. DATA holds given elements from index 0 on and zero behind them; it is
 * how constant memory is written down, never as a chain of stores. FILLED has one element everywhere. STORE changes
 * one element; COPY(a, to, b, from, n) is a with a[to+k] = b[from+k] for k < n; FILL(a, to, v, n) is a with a[to+k] = v
 * for k < n. Index arithmetic wraps; n is as wide as an index.
 *
 * Floats are bit-vectors: the operations FADD, ... take and give the IEEE (or x87) bit patterns. The reason is that C
 * values live in memory as bytes, are copied, united and compared as bits, and a sort of its own would put a conversion
 * at each of those places. NaNs then have bits, and the rule is that of SSE: an operation with a NaN operand gives the
 * first such operand made quiet, and an invalid operation gives the default NaN (sign set, quiet bit set, the rest 0).
 * Negation, absolute value and classification are bit operations and need no terms of their own.
 *
 * Undefined bits. A value of which some bits are undefined in the sense of C is TAINTED(value, mask): a pair of ordinary
 * terms that stands at the top, never below another operation. What moves values (EXTRACT, CONCAT, extensions, ITE,
 * arrays) moves both parts, so that a tainted array is a pair of arrays; everything else must be told how undefined bits
 * get through it, and takes the pair apart first. No pair has a mask that is constantly 0, and where the mask is
 * constant the undefined bits of the value are 0.
 *
 * Pointers keep what they are based on: STEP is a sum whose first argument is the pointer, BASED a number with the object
 * beside it (where the number alone does not tell). To everything but who asks for the object, both are the number.
 *
 * Facts. Terms up to 64 bits carry known bits and an unsigned and a signed interval, computed when they are built.
 *
 * Memory. Terms are freed by mark and sweep at points the program chooses: term_collect marks from the registered
 * roots and frees the rest. Roots mark in `mark`; weak caches drop their dead entries in `sweep`. */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include "base/base.h"
#include "base/map.h"
#include "base/vec.h"

typedef enum {
#define TERM_UNARY(OP, smt, value) TERM_##OP,
#define TERM_BINARY(OP, smt, commutes, value) TERM_##OP,
#define TERM_COMPARE(OP, smt, commutes, value) TERM_##OP,
#define TERM_OTHER(OP, smt) TERM_##OP,
#define TERM_FLOAT(OP, smt, arity) TERM_##OP,
#include "term/ops.def"
    TERM_OP_COUNT
} TermOp;

typedef enum { ROUND_NEAREST_EVEN, ROUND_TO_ZERO, ROUND_UP, ROUND_DOWN, ROUND_NEAREST_AWAY } TermRounding;

typedef struct Term Term;
typedef struct TermStore TermStore;

/* What is known of a bit-vector of up to 64 bits. Every value v of it has (v & zeros) == 0, (v & ones) == ones,
 * umin <= v <= umax and, read as a signed number, smin <= v <= smax. */
typedef struct {
    u64 zeros, ones;
    u64 umin, umax;
    i64 smin, smax;
} TermFacts;

typedef enum {
    SYMBOL_PLAIN,
    SYMBOL_UNDEFINED, /* an indeterminate value of C, where it may be any value */
} TermSymbolKind;

/* What a SYMBOL names; also an uninterpreted function (not a term itself) that APPLY refers to. */
typedef struct {
    const char *name;
    u64 hash;
    TermSymbolKind kind;
    u32 width, index_width; /* of the term or of a function's result */
    u32 parameter_count;    /* 0: not a function */
    const u32 *parameter_widths;
} TermSymbol;

typedef struct {
    u64 hash;
    u64 count;    /* elements */
    u32 width;    /* of an element */
    void *source; /* the elements, packed, in host order */
    u32 *objects; /* of 32-bit elements that are pointers: the object each is based on, 0: none; NULL: none is */
} TermData;

/* Bits of Term.flags: what occurs in the term, itself included. */
enum {
    TERM_HAS_SYMBOL = 1,     /* not a constant expression */
    TERM_HAS_ARRAY = 2,      /* a SELECT or an array */
    TERM_HAS_FUNCTION = 4,   /* an APPLY */
    TERM_HAS_FLOAT = 8,      /* a float operation */
    TERM_HAS_BASED = 16,     /* a BASED */
    TERM_HAS_UNDEFINED = 32, /* undefined bits: it is TAINTED */
    TERM_HAS_PRODUCT = 64    /* a product of terms or a division */
};

struct Term {
    u64 hash;
    union {
        u64 value;                /* CONST of up to 64 bits */
        const u64 *limbs;         /* CONST wider than that, least significant limb first, high bits clear */
        const TermSymbol *symbol; /* SYMBOL, APPLY */
        TermData *data;           /* DATA */
        u64 low; /* EXTRACT: its lowest bit; float operations: the rounding mode; TAINTED: the origin, a number that
                  * means something to whoever made the term */
    };
    TermFacts facts;
    u32 width, index_width;
    u32 height; /* longest way down to a leaf */
    u32 visit;  /* stamp of term_postorder, private to the store */
    u32 stamp;  /* stamp of the evaluator */
    u8 op, arity, flags, marked;
    u64 memo; /* the evaluator's value when stamp is current */
    Term *arg[];
};

typedef VEC(Term *) TermVec;

/* Stores. */
TermStore *term_store_new(void);
void term_store_free(TermStore *store);
size_t term_store_bytes(const TermStore *store);
u64 term_store_count(const TermStore *store); /* live terms, garbage included */

typedef struct {
    void *self;
    void (*mark)(void *self, TermStore *store);  /* may be NULL; calls term_mark on what must live */
    void (*sweep)(void *self, TermStore *store); /* may be NULL; drops what is not term_is_marked */
} TermHolder;

void term_holder_add(TermStore *store, TermHolder holder);
void term_holder_remove(TermStore *store, void *self);
void term_mark(TermStore *store, Term *term);
typedef void TermVisit(void *self, Term *term);
static inline bool term_is_marked(const Term *term) { return term->marked; }
void term_collect(TermStore *store);
bool term_collect_is_due(const TermStore *store); /* the store has doubled since the last collection */

/* Leaves. */
Term *term_const(TermStore *store, u32 width, u64 value);
Term *term_const_wide(TermStore *store, u32 width, const u64 *limbs);
Term *term_true(TermStore *store);
Term *term_false(TermStore *store);
Term *term_symbol(TermStore *store, const char *name, u32 width);
Term *term_symbol_undefined(TermStore *store, const char *name, u32 width);
Term *term_symbol_array(TermStore *store, const char *name, u32 index_width, u32 width);
Term *term_filled(TermStore *store, u32 index_width, Term *element);
/* `count` elements of `width` (8, 16, 32 or 64) bits, in host order; they are copied. */
Term *term_data(TermStore *store, u32 index_width, u32 width, const void *elements, u64 count);
/* The same with elements of 32 bits of which some are pointers: `objects` has for each the object, or 0. */
Term *term_data_based(TermStore *store, u32 index_width, const u32 *elements, const u32 *objects, u64 count);
const TermSymbol *term_function(TermStore *store, const char *name, u32 width, u32 count, const u32 *widths);

static inline bool term_is_const(const Term *term) { return term->op == TERM_CONST; }
static inline bool term_is_array(const Term *term) { return term->index_width != 0; }
static inline bool term_is_true(const Term *t) { return t->op == TERM_CONST && t->width == 1 && t->value == 1; }
static inline bool term_is_false(const Term *t) { return t->op == TERM_CONST && t->width == 1 && t->value == 0; }
static inline const u64 *term_limbs(const Term *c) { return c->width <= 64 ? &c->value : c->limbs; }
static inline u32 term_limb_count(u32 width) { return (width + 63) / 64; }
bool term_const_is_zero(const Term *constant);
bool term_const_is_ones(const Term *constant);
bool term_const_bit(const Term *constant, u32 bit);
bool term_const_power_of_two(const Term *constant, u32 *exponent);
u64 term_data_at(const TermData *data, u64 index); /* zero behind the end */

/* Bit-vectors. Operands of one operation are equally wide unless said otherwise. */
Term *term_not(TermStore *store, Term *a);
Term *term_neg(TermStore *store, Term *a);
Term *term_and(TermStore *store, Term *a, Term *b);
Term *term_or(TermStore *store, Term *a, Term *b);
Term *term_xor(TermStore *store, Term *a, Term *b);
Term *term_add(TermStore *store, Term *a, Term *b);
Term *term_sub(TermStore *store, Term *a, Term *b);
Term *term_mul(TermStore *store, Term *a, Term *b);
Term *term_udiv(TermStore *store, Term *a, Term *b);
Term *term_urem(TermStore *store, Term *a, Term *b);
Term *term_sdiv(TermStore *store, Term *a, Term *b);
Term *term_srem(TermStore *store, Term *a, Term *b);
/* The same number as a SDIV or SREM, by an unsigned division of magnitudes. */
Term *term_unsigned_division(TermStore *store, Term *t);
Term *term_shl(TermStore *store, Term *a, Term *b);
Term *term_lshr(TermStore *store, Term *a, Term *b);
Term *term_ashr(TermStore *store, Term *a, Term *b);
Term *term_eq(TermStore *store, Term *a, Term *b); /* also of arrays */
Term *term_ne(TermStore *store, Term *a, Term *b);
Term *term_ult(TermStore *store, Term *a, Term *b);
Term *term_ule(TermStore *store, Term *a, Term *b);
Term *term_slt(TermStore *store, Term *a, Term *b);
Term *term_sle(TermStore *store, Term *a, Term *b);
static inline Term *term_ugt(TermStore *store, Term *a, Term *b) { return term_ult(store, b, a); }
static inline Term *term_uge(TermStore *store, Term *a, Term *b) { return term_ule(store, b, a); }
static inline Term *term_sgt(TermStore *store, Term *a, Term *b) { return term_slt(store, b, a); }
static inline Term *term_sge(TermStore *store, Term *a, Term *b) { return term_sle(store, b, a); }
Term *term_implies(TermStore *store, Term *a, Term *b);
Term *term_concat(TermStore *store, Term *high, Term *low);
Term *term_extract(TermStore *store, Term *a, u32 low, u32 width);
Term *term_zext(TermStore *store, Term *a, u32 width); /* to `width`, at least a's */
Term *term_sext(TermStore *store, Term *a, u32 width);
Term *term_ite(TermStore *store, Term *condition, Term *a, Term *b); /* also of arrays */

/* Pointers. */
Term *term_step(TermStore *store, Term *pointer, Term *delta); /* equally wide */
Term *term_based(TermStore *store, Term *value, Term *object); /* equally wide */
Term *term_number_of_pointer(TermStore *store, Term *a);
/* Without a STEP or BASED at its top: the number, as arithmetic wants it. */
static inline Term *term_number(TermStore *store, Term *a) {
    return a->op == TERM_STEP || a->op == TERM_BASED ? term_number_of_pointer(store, a) : a;
}
void term_strip_bases(TermStore *store, Term **roots, u32 count); /* no BASED is left anywhere below */

/* Arrays and functions. */
Term *term_select(TermStore *store, Term *array, Term *index);
Term *term_store(TermStore *store, Term *array, Term *index, Term *element);
Term *term_copy(TermStore *store, Term *array, Term *to, Term *source, Term *from, Term *count);
Term *term_fill(TermStore *store, Term *array, Term *to, Term *element, Term *count);
Term *term_apply(TermStore *store, const TermSymbol *function, Term *const *args);

/* Undefined bits: the bits of `value` that are set in `mask`; both are bit-vectors, or arrays of one kind. */
Term *term_tainted(TermStore *store, Term *value, Term *mask, u32 origin);
Term *term_undefined(TermStore *store, u32 width, u32 origin); /* all bits */
static inline bool term_is_tainted(const Term *term) { return term->flags & TERM_HAS_UNDEFINED; }
/* The parts of any term, tainted or not. */
static inline Term *term_value_of(Term *term) { return term_is_tainted(term) ? term->arg[0] : term; }
Term *term_mask_of(TermStore *store, Term *term);
static inline u32 term_origin_of(const Term *term) { return term_is_tainted(term) ? (u32)term->low : 0; }
/* The value with its undefined bits 0. */
Term *term_cleared(TermStore *store, Term *term);

/* Floats: widths 16, 32, 64, 80 (x87) and 128. Conversions to integers truncate by the given mode; what does not fit
 * gives the one bit pattern 100...0, the processor's "integer indefinite". FEQ, FLT, FLE and FREM ignore the mode. */
bool term_is_float_width(u32 width);
Term *term_float(TermStore *store, TermOp op, TermRounding mode, u32 width, Term *const *args);
Term *term_float_is_nan(TermStore *store, Term *a);
Term *term_float_quiet(TermStore *store, Term *a); /* a NaN operand as an operation passes it on */
Term *term_float_default_nan(TermStore *store, u32 width);
Term *term_float_converted_nan(TermStore *store, Term *a, u32 width); /* what FTOF makes of a NaN */

/* Any operation by its number; `low` is EXTRACT's lowest bit or the rounding mode, `symbol` APPLY's function. */
Term *term_build(TermStore *store, TermOp op, u32 width, u64 low, const TermSymbol *symbol, Term *const *args);
/* The same operation as `term` on other arguments. */
Term *term_rebuild(TermStore *store, Term *term, Term *const *args);

/* Looking at terms. */
const char *term_op_name(TermOp op);
int term_compare(const Term *a, const Term *b);
i64 term_signed_value(const Term *constant); /* of a constant of up to 64 bits */
/* The terms below `roots`, children first, each once, appended to `out`. Must not be nested in itself. */
void term_postorder(TermStore *store, Term *const *roots, u32 count, TermVec *out);
/* The SYMBOL terms below `roots`, in order of first occurrence. */
void term_symbols(TermStore *store, Term *const *roots, u32 count, TermVec *out);

/* The parts of a conjunction, in order, none of them an AND or true; appended to `out`. */
void term_conjuncts(Term *formula, TermVec *out);

/* Replaces terms below and in `roots` as `replacement` (term -> term) says, once: what was put in is not replaced again.
 * The map also receives what larger terms became. */
void term_substitute(TermStore *store, Term **roots, u32 count, Map *replacement);

#endif
