/* Which offsets a term can be, as far as its shape tells: those of `t[i].member` are the members of a table, not the bytes
 * between them, whatever the size of its elements. */
#ifndef MEMORY_STRIDES_H
#define MEMORY_STRIDES_H

#include "term/term.h"

/* Every value, read as a signed number, is `rest` plus a multiple of `stride`. */
typedef struct {
    u64 stride; /* 0: it is `rest` */
    i64 rest;
} Stride;

Stride stride_of(const Term *term);
/* Can the term, by its stride and its facts, have the value? */
bool stride_may_be(const Term *term, Stride stride, u64 value);

#endif
