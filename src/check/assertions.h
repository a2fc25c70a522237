/* Assertions that the preprocessor has taken out of the code, as NDEBUG does: the source still has them. */
#ifndef CHECK_ASSERTIONS_H
#define CHECK_ASSERTIONS_H

#include "check/sources.h"
#include "program/program.h"

/* ORDER: what is said of the expression bounds it, as `i < 8` and `n == 2` do; ANYTHING: also that it is there. */
typedef enum { ASSERTED_ANYTHING, ASSERTED_ORDER } AssertedKind;

/* An assertion in the function, without code, speaks of the expression (written without spaces). */
bool assertions_name(Sources *sources, const Program *program, const Function *function, const char *expression,
                     AssertedKind kind);

#endif
