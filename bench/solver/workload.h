/* Streams of queries like those of symbolic execution, made from a seed. A stream is a list of conditions; at each the
 * condition and its negation are asked under the path so far, and now and then the side that is possible joins the path. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include "term/term.h"

typedef enum {
    WORKLOAD_TABLE = 1, /* W1: 16 words of input, a constant table of 1600 bytes with 8 symbolic updates */
    WORKLOAD_BYTES = 2  /* W2: 64 bytes of input, no memory */
} WorkloadKind;

typedef struct {
    TermStore *store;
    WorkloadKind kind;
    u64 seed;
    Term *inputs[64];
    u32 input_count;
    Term *memory;
} Workload;

void workload_init(Workload *workload, TermStore *store, WorkloadKind kind, u64 seed);
Term *workload_condition(Workload *workload); /* the next one */
void workload_mark(Workload *workload);       /* for the collector */

#endif
