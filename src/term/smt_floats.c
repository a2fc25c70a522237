/* A float operation on bit patterns, in SMT-LIB: the patterns are read with to_fp, the operation applied, and the result's
 * bits are a declared name that reads back as the result: to_fp has no inverse in the standard because NaN has no bits.
 * Those of NaNs follow the rule of term.h. The 80-bit format is (_ FloatingPoint 15 64) with its integer bit left out. */
#include "term/smt_floats.h"

#include "term/smt_scope.h"

#include <string.h>

static void put_float_sort(Text *out, u32 width) {
    switch (width) {
    case 16: text_add(out, "5 11"); break;
    case 32: text_add(out, "8 24"); break;
    case 64: text_add(out, "11 53"); break;
    case 80: text_add(out, "15 64"); break;
    default: text_add(out, "15 113");
    }
}

/* The float that the pattern `bits` stands for. A pseudo-denormal has the value of exponent 1. */
static void put_float(Text *out, u32 width, const char *bits) {
    if (width != 80) {
        text_add(out, "((_ to_fp ");
        put_float_sort(out, width);
        text_printf(out, ") %s)", bits);
        return;
    }
    text_printf(
        out,
        "(let ((x %s)) (let ((e ((_ extract 78 64) x)) (i ((_ extract 63 63) x))) (ite (and (= i #b0) (not (= e "
        "(_ bv0 15)))) (_ NaN 15 64) (fp ((_ extract 79 79) x) (ite (and (= i #b1) (= e (_ bv0 15))) (_ bv1 15) e) "
        "((_ extract 62 0) x)))))",
        bits);
}

static void declare_bits(Text *out, const char *name, u32 width) {
    text_printf(out, "(declare-fun %s () (_ BitVec %u))\n", name, width);
}

/* Opens an if-then-else for each NaN operand; returns how many parentheses close them. */
static u32 put_nan_cases(Text *out, TermStore *store, const Term *t, const char *const *operands) {
    for (u32 i = 0; i < t->arity; i++) {
        u32 width = t->arg[i]->width;
        text_add(out, "(ite (fp.isNaN ");
        put_float(out, width, operands[i]);
        text_add(out, ") ");
        /* The rule for the bits is a term over the operand; written over a symbol that `let` binds. */
        Term *x = term_symbol(store, "nan!x", width);
        Term *bits = t->op == TERM_FTOF ? term_float_converted_nan(store, x, t->width) : term_float_quiet(store, x);
        text_printf(out, "(let ((nan!x %s)) ", operands[i]);
        smt_write_term(out, bits, 1000);
        text_add(out, ") ");
    }
    return t->arity;
}

static void put_application(Text *out, const Term *t, const char *const *operands) {
    bool from_integer = t->op == TERM_UTOF || t->op == TERM_STOF;
    bool rounds = t->op != TERM_FREM;
    if (t->op == TERM_FTOF || from_integer) {
        text_add(out, t->op == TERM_UTOF ? "((_ to_fp_unsigned " : "((_ to_fp ");
        put_float_sort(out, t->width);
        text_add_char(out, ')');
    } else {
        text_printf(out, "(%s", term_op_name((TermOp)t->op));
    }
    if (rounds) text_printf(out, " %s", smt_rounding_name(t->low));
    for (u32 i = 0; i < t->arity; i++) {
        text_add_char(out, ' ');
        if (from_integer) {
            text_add(out, operands[i]);
        } else {
            put_float(out, t->arg[i]->width, operands[i]);
        }
    }
    text_add_char(out, ')');
}

/* An operation with a float result. */
static void write_arithmetic(Text *out, TermStore *store, const Term *t, const char *name,
                             const char *const *operands) {
    u32 fresh_width = t->width == 80 ? 79 : t->width;
    Text raw = {0};
    text_printf(&raw, "%s!raw", name);
    declare_bits(out, raw.chars, fresh_width);
    text_printf(out, "(assert (= ((_ to_fp ");
    put_float_sort(out, t->width);
    text_printf(out, ") %s) ", raw.chars);
    put_application(out, t, operands);
    text_printf(out, "))\n(define-fun %s () (_ BitVec %u) ", name, t->width);
    bool from_integer = t->op == TERM_UTOF || t->op == TERM_STOF;
    u32 open = from_integer ? 0 : put_nan_cases(out, store, t, operands);
    text_add(out, "(ite (fp.isNaN ((_ to_fp ");
    put_float_sort(out, t->width);
    text_printf(out, ") %s)) ", raw.chars);
    smt_write_const(out, term_float_default_nan(store, t->width));
    if (t->width == 80) {
        text_printf(
            out,
            " (concat ((_ extract 78 63) %s) (ite (= ((_ extract 77 63) %s) (_ bv0 15)) #b0 #b1) ((_ extract 62 0) "
            "%s)))",
            raw.chars, raw.chars, raw.chars);
    } else {
        text_printf(out, " %s)", raw.chars);
    }
    text_fill(out, ')', open);
    text_add(out, ")\n");
    text_free(&raw);
}

static void put_power(Text *out, u32 width, u32 exponent, bool negative) {
    text_add(out, "((_ to_fp ");
    put_float_sort(out, width);
    text_printf(out, ") RNE (concat %s (_ bv%u %u) (_ bv0 %u)))", negative ? "#b1" : "#b0", 1, negative ? 1 : 2,
                exponent);
}

/* A conversion to an integer: what does not fit is the pattern 100...0. */
static void write_to_integer(Text *out, TermStore *store, const Term *t, const char *name,
                             const char *const *operands) {
    u32 from = t->arg[0]->width;
    Term *indefinite = term_shl(store, term_const(store, t->width, 1), term_const(store, t->width, t->width - 1));
    bool is_signed = t->op == TERM_FTOS;
    text_printf(out, "(define-fun %s () (_ BitVec %u) (let ((f ", name, t->width);
    put_float(out, from, operands[0]);
    text_printf(out, ")) (let ((r (fp.roundToIntegral %s f))) (ite (and (not (fp.isInfinite r)) (fp.leq ",
                smt_rounding_name(t->low));
    if (is_signed) {
        put_power(out, from, t->width - 1, true);
    } else {
        text_add(out, "(_ -zero ");
        put_float_sort(out, from);
        text_add_char(out, ')');
    }
    text_add(out, " r) (fp.lt r ");
    put_power(out, from, is_signed ? t->width - 1 : t->width, false);
    text_printf(out, ")) ((_ %s %u) %s f) ", term_op_name((TermOp)t->op), t->width, smt_rounding_name(t->low));
    smt_write_const(out, indefinite);
    text_add(out, "))))\n");
}

void smt_write_float(Text *out, TermStore *store, const Term *t, const char *name, const char *const *operands) {
    switch (t->op) {
    case TERM_FEQ:
    case TERM_FLT:
    case TERM_FLE:
        text_printf(out, "(define-fun %s () Bool (%s ", name, term_op_name((TermOp)t->op));
        put_float(out, t->arg[0]->width, operands[0]);
        text_add_char(out, ' ');
        put_float(out, t->arg[1]->width, operands[1]);
        text_add(out, "))\n");
        break;
    case TERM_FTOU:
    case TERM_FTOS: write_to_integer(out, store, t, name, operands); break;
    default: write_arithmetic(out, store, t, name, operands);
    }
}
