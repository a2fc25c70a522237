/* SMT-LIB 2: writing terms and queries that any solver reads, and reading terms. */
#ifndef TERM_SMTLIB_H
#define TERM_SMTLIB_H

#include "base/error.h"
#include "base/text.h"
#include "term/term.h"

/* Writing. */

/* A constant: #x... when the width is a multiple of 4, else #b.... */
void smt_write_const(Text *out, const Term *constant);
/* A name, between bars when it needs them. */
void smt_write_name(Text *out, const char *name);
/* A term on one line, for messages; what lies deeper than `depth` is written as dots. */
void smt_write_term(Text *out, const Term *term, u32 depth);

typedef struct {
    Text *out;
    TermStore *store;
    TermVec leaves; /* of the query written: symbols, reads of array symbols, applications; arrays only if compared */
    struct SmtNames *names; /* private */
} SmtWriter;

/* Declarations and assertions of a query: (set-logic ...) is the caller's. Constant tables are declared as arrays whose
 * cells are asserted, floats as fresh bit-vectors; neither changes what is satisfiable. Returns false, with nothing
 * usable written, when the query cannot be put into SMT-LIB (comparison of arrays written by range). */
bool smt_write_query(SmtWriter *writer, Term *const *constraints, u32 count);
/* A term of the query just written (a leaf, or an argument of one), as it must be spelled after it; a bit-vector. */
void smt_write_reference(SmtWriter *writer, Term *term);
void smt_writer_free(SmtWriter *writer);
const char *smt_logic_of(Term *const *constraints, u32 count);

/* Reading: s-expressions with their places. */

typedef enum { SEXP_LIST, SEXP_SYMBOL, SEXP_KEYWORD, SEXP_NUMBER, SEXP_DECIMAL, SEXP_BITS, SEXP_STRING } SexpKind;

typedef struct Sexp {
    SexpKind kind;
    u32 line, column;
    const char *text;          /* of an atom; without bars, quotes, # */
    struct Sexp *const *items; /* of a list */
    u32 count;
} Sexp;

typedef struct SexpReader SexpReader;
SexpReader *sexp_reader_new(const char *text, size_t length);
void sexp_reader_free(SexpReader *reader); /* and all it gave */
/* The next expression at top level; NULL at the end or, with `error` set, at a mistake. */
Sexp *sexp_read(SexpReader *reader, Error *error);
bool sexp_is(const Sexp *sexp, const char *symbol);
bool sexp_is_list_of(const Sexp *sexp, const char *head);
__attribute__((format(printf, 3, 4))) bool sexp_error(Error *error, const Sexp *at, const char *format, ...);

/* Sorts of what is read. Bool and (_ BitVec 1) are the same term but different sorts. */
typedef struct {
    enum { SORT_BOOL, SORT_BITS, SORT_ARRAY, SORT_FLOAT, SORT_ROUNDING } kind;
    u32 width, index_width;    /* of the term; a rounding mode is one whose value is a TermRounding */
    u32 exponent, significand; /* SORT_FLOAT, as in (_ FloatingPoint e s) */
    bool bool_elements;        /* SORT_ARRAY of Bool */
} SmtSort;

typedef struct {
    Term *term;
    SmtSort sort;
} SmtValue;

typedef struct SmtScope SmtScope;
SmtScope *smt_scope_new(TermStore *store);
void smt_scope_free(SmtScope *scope);
void smt_scope_mark(SmtScope *scope, TermStore *store); /* for the collector */
void smt_scope_push(SmtScope *scope);
void smt_scope_pop(SmtScope *scope);
/* (declare-fun ...), (declare-const ...), (define-fun ...), (define-const ...), (define-sort ...). */
bool smt_declare(SmtScope *scope, const Sexp *command, Error *error);
/* Binds the name of (! term :named name). */
bool smt_bind_name(SmtScope *scope, const Sexp *name, Term *term, Error *error);
bool smt_read_value(SmtScope *scope, const Sexp *sexp, SmtValue *out, Error *error);
bool smt_read_bool(SmtScope *scope, const Sexp *sexp, Term **out, Error *error);
/* Constants and functions declared so far, in order: for get-model. */
typedef struct {
    const char *name;
    SmtSort sort; /* of the result */
    Term *term;   /* NULL for a function */
    const TermSymbol *function;
    const SmtSort *parameters;
} SmtDeclaration;
u32 smt_declaration_count(const SmtScope *scope);
const SmtDeclaration *smt_declaration(const SmtScope *scope, u32 number);
void smt_write_sort(Text *out, const SmtSort *sort);
/* A constant as a literal of the sort. */
void smt_write_value(Text *out, const Term *constant, const SmtSort *sort);

#endif
