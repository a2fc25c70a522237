/* What terms became when others were put in for their subterms. The queries of a path have most of their constraints in
 * common, and so have those of its siblings: each is rewritten once for what the others say about its subterms. */
#ifndef SOLVER_REWRITES_H
#define SOLVER_REWRITES_H

#include "term/term.h"

typedef struct {
    Term *key, *value; /* `value` is put in for `key` */
} Replacement;

typedef VEC(Replacement) ReplacementVec;

typedef struct {
    Term *term, *result;
    u32 begin, count; /* of its replacements, in `replacements` */
    u32 older;        /* the entry with the same hash before it, + 1 */
} Rewrite;

typedef struct {
    VEC(Rewrite) at;
    ReplacementVec replacements;
    Map newest; /* hash -> entry + 1 */
} Rewrites;

/* `term` with these replacements made in proper subterms of it, in the order in which they are given. */
Term *rewrites_of(Rewrites *rewrites, TermStore *store, Term *term, const ReplacementVec *replacements);
void rewrites_forget(Rewrites *rewrites); /* all: terms are about to be freed */
void rewrites_free(Rewrites *rewrites);

#endif
