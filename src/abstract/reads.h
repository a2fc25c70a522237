/* Memory on a path, as the words that are read of it.
 *
 * Interpolation wants formulas over numbers. Every word of memory that the path reads later on gets, at each head on the way,
 * a symbol of its own: a *read* (function, address), the address over what the head's state consists of and over other
 * reads. A read before a step is what the step makes of reads before it: the rules of the paper's table 2, with mem_update
 * written out for the addresses that a later expression on the path uses, and for no others (as BLAST 2.7 does it). */
#ifndef ABSTRACT_READS_H
#define ABSTRACT_READS_H

#include "term/term.h"

typedef struct {
    Term *memory;  /* the symbol of the function */
    Term *address; /* without arrays */
    Term *symbol;
} Read;

typedef struct {
    TermStore *terms;
    VEC(Read) list;
    Map index;        /* function and address -> index into list */
    Map rewritten;    /* term -> the same without arrays */
    Map expanded;     /* array and address -> the word there */
    bool is_too_much; /* more words were looked for than is sensible: the terms mean nothing */
} Reads;

void reads_init(Reads *reads, TermStore *terms);
void reads_free(Reads *reads);
/* The terms with reads in the place of memory. */
void reads_eliminate(Reads *reads, Term **roots, u32 count);
Term *reads_word(Reads *reads, Term *memory, Term *address); /* the address has no arrays */
/* Equal addresses have equal words. */
Term *reads_congruence(Reads *reads);
/* symbol of a read -> the word of memory that it is. */
void reads_meaning(const Reads *reads, Map *out);

#endif
