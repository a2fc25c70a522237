/* Private to the SMT-LIB reader: names in scope. */
#ifndef TERM_SMT_SCOPE_H
#define TERM_SMT_SCOPE_H

#include "base/arena.h"
#include "base/map.h"
#include "term/smtlib.h"

typedef struct {
    SmtSort sort;
    Term *term; /* what stands for it in a macro's body */
} SmtParameter;

typedef struct {
    const char *name;
    enum { BINDS_VALUE, BINDS_FUNCTION, BINDS_MACRO, BINDS_SORT } kind;
    SmtValue value; /* BINDS_VALUE; the body of a macro; the sort of a function's result and of BINDS_SORT */
    const TermSymbol *function; /* BINDS_FUNCTION */
    SmtParameter *parameters;   /* of a function or macro */
    u32 parameter_count;
    u32 shadowed; /* number + 1 of the binding of this name outside, 0 if none */
} SmtBinding;

struct SmtScope {
    TermStore *store;
    Arena arena;
    StringMap latest; /* name -> number + 1 of its innermost binding, 0 when unbound again */
    VEC(SmtBinding) bindings;
    VEC(u32) levels; /* bindings.count at each push */
    VEC(SmtDeclaration) declarations;
    VEC(u32) declaration_levels;
    u32 fresh; /* numbers the parameters of macros */
};

/* SMT-LIB reserves names that begin so for solvers: declarations in scripts cannot take them. */
#define SMT_OWN_NAME "@"

void smt_bind(SmtScope *scope, SmtBinding binding);
void smt_unbind_to(SmtScope *scope, u32 count); /* drops the innermost bindings down to `count` */
const SmtBinding *smt_lookup(const SmtScope *scope, const char *name);
bool smt_read_sort(SmtScope *scope, const Sexp *sexp, SmtSort *out, Error *error);
bool smt_read_number(const Sexp *sexp, u32 low, u32 high, u32 *out, Error *error);
bool smt_same_sort(const SmtSort *a, const SmtSort *b);
static inline SmtSort smt_bits_sort(u32 width) { return (SmtSort){.kind = SORT_BITS, .width = width}; }
static inline SmtSort smt_bool_sort(void) { return (SmtSort){.kind = SORT_BOOL, .width = 1}; }

/* smt_apply.c: the application `at`, whose arguments have the values `args`. */
bool smt_apply(SmtScope *scope, const Sexp *at, const SmtValue *args, SmtValue *out, Error *error);

/* Floats: smt_read_float.c. Each returns false without an error when the name is not one of its own. */
bool smt_float_sort(u32 exponent, u32 significand, SmtSort *out);
bool smt_read_float_atom(SmtScope *scope, const Sexp *sexp, SmtValue *out);
bool smt_read_float_literal(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error);
bool smt_apply_float(SmtScope *scope, const Sexp *at, const Sexp *head, const SmtValue *args, u32 count, SmtValue *out,
                     Error *error);
Term *smt_float_eq(TermStore *store, Term *a, Term *b); /* SMT-LIB's = on floats: all NaNs are one */

/* Rounding modes are terms of SMT_MODE_BITS bits whose value is a TermRounding: a variable is read through a choice that
 * leaves no other. */
enum { SMT_MODE_BITS = 3 };
static inline SmtSort smt_rounding_sort(void) { return (SmtSort){.kind = SORT_ROUNDING, .width = SMT_MODE_BITS}; }
Term *smt_any_mode(TermStore *store, Term *bits); /* any SMT_MODE_BITS bits as a mode */
/* What `build` makes for the mode that `mode` is: a choice among all, if it is not known. */
Term *smt_by_mode(TermStore *store, Term *mode, Term *(*build)(const void *context, TermRounding mode),
                  const void *context);
const char *smt_rounding_name(u64 mode);

/* smt_real.c: a real number as a float, ((_ to_fp e s) mode real). The mode has been read. */
bool smt_is_real_conversion(const Sexp *sexp);
bool smt_apply_real_conversion(SmtScope *scope, const Sexp *sexp, const SmtValue *mode, SmtValue *out, Error *error);

#endif
