#include "term/c_text.h"

#include <inttypes.h>

enum { DEEPEST = 6 };

typedef struct {
    Text *out;
    TermVariableName *name;
    void *self;
} Printing;

static const char *operator_of(TermOp op) {
    switch (op) {
    case TERM_EQ: return "==";
    case TERM_ULT:
    case TERM_SLT: return "<";
    case TERM_ADD: return "+";
    case TERM_MUL: return "*";
    case TERM_UREM: return "%";
    default: return NULL;
    }
}

static bool print(const Printing *p, const Term *term, bool is_signed, u32 depth);

static bool print_two(const Printing *p, const Term *term, bool is_signed, u32 depth, const char *between) {
    text_add_char(p->out, '(');
    bool ok = print(p, term->arg[0], is_signed, depth + 1);
    text_printf(p->out, " %s ", between);
    ok = ok && print(p, term->arg[1], is_signed, depth + 1);
    text_add_char(p->out, ')');
    return ok;
}

/* A comparison that is turned around is an inclusive one. */
static bool print_not(const Printing *p, const Term *term, u32 depth) {
    const Term *inner = term->arg[0];
    if (inner->op == TERM_EQ) return print_two(p, inner, false, depth, "!=");
    if (inner->op != TERM_SLT && inner->op != TERM_ULT) return false;
    return print_two(p, inner, inner->op == TERM_SLT, depth, ">=");
}

static bool print_number(const Printing *p, const Term *term, bool is_signed) {
    if (is_signed) text_printf(p->out, "%" PRId64, term_signed_value(term));
    else text_printf(p->out, term->width == 64 ? "0x%" PRIx64 "ull" : "%" PRIu64 "u", term->value);
    return !is_signed || term_signed_value(term) > INT32_MIN; /* which C has no number for */
}

static bool print_variable(const Printing *p, const Term *term, bool is_signed) {
    const char *name = p->name(p->self, term), *type = term->width == 64 ? "long long" : "int";
    if (name) text_printf(p->out, "(%s%s)%s", is_signed ? "" : "unsigned ", type, name);
    return name;
}

/* In C a sum of signed numbers must not overflow and narrow ones grow: such are not printed. */
static bool print(const Printing *p, const Term *term, bool is_signed, u32 depth) {
    if (depth > DEEPEST) return false;
    if (term->op == TERM_NOT && term->width == 1) return print_not(p, term, depth);
    const char *between = operator_of(term->op);
    if (term->op == TERM_EQ || term->op == TERM_ULT) return print_two(p, term, false, depth, between);
    if (term->op == TERM_SLT) return print_two(p, term, true, depth, between);
    if (term->width != 32 && term->width != 64) return false;
    if (term_is_const(term)) return print_number(p, term, is_signed);
    if (term->op == TERM_SYMBOL || term->op == TERM_SELECT) return print_variable(p, term, is_signed);
    return between && !is_signed && print_two(p, term, false, depth, between);
}

bool term_print_c(Text *out, const Term *condition, TermVariableName *name, void *self) {
    return print(&(Printing){out, name, self}, condition, false, 0);
}
