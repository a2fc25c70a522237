/* Integers that became floats: comparisons of them as comparisons of integers, and the way back. */
#ifndef TERM_FLOAT_MONOTONE_H
#define TERM_FLOAT_MONOTONE_H

#include "term/internal.h"

/* FEQ, FLT or FLE of monotone functions of integers; NULL: it is no such comparison. */
Term *term_float_compare_integers(TermStore *store, TermOp op, Term *a, Term *b);

/* FTOU or FTOS of an integer that became a float without rounding, where the result has room for it; else NULL. */
Term *term_float_integer_back(TermStore *store, TermOp op, u32 width, const Term *value);

#endif
