/* Models: what the symbols of some terms are, and the value of terms under it.
 *
 * A model maps bit-vector SYMBOLs, reads SELECT(symbol, constant) and applications APPLY(function, constants) to
 * constants, and an array SYMBOL to what it holds wherever no such read says otherwise. Whatever it lacks is 0: every model
 * is complete. Models are shared by counting references. */
#ifndef TERM_MODEL_H
#define TERM_MODEL_H

#include "base/map.h"
#include "term/term.h"

typedef struct {
    TermStore *store;
    Map values; /* term -> constant term */
    u32 references;
    u32 stamp; /* memos in terms with this stamp are of this model as it is; 0: none are */
    u32 epoch; /* the collection after which they were made */
} Model;

Model *model_new(TermStore *store);
Model *model_copy(const Model *model);
Model *model_keep(Model *model); /* one more reference; NULL stays NULL */
void model_release(Model *model);
void model_set(Model *model, Term *key, Term *constant);
Term *model_get(const Model *model, Term *key); /* NULL when absent */
void model_mark(const Model *model, TermStore *store);

/* The value of a bit-vector term, a constant; NULL only for equality of arrays in which very many cells were copied or
 * filled at once. */
Term *model_eval(Model *model, Term *term);
/* Whether a one-bit term is true. */
bool model_satisfies(Model *model, Term *term);

#endif
