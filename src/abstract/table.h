/* A path formula step by step, in the manner of the paper's table 3: what an operation adds to it by the rules of table 2,
 * with no optimisation at all. Every variable is memory: its name stands for its address. For reading, and to lay beside
 * the paper; the engine itself uses encode.h and uf.h.
 *
 * The path is the first one, depth first, from the beginning of main to a call of the error function, with each block at most
 * twice. Only what table 2 has is shown: ints, pointers, members, malloc, conditions. */
#ifndef ABSTRACT_TABLE_H
#define ABSTRACT_TABLE_H

#include "program/program.h"
#include "solver/solver.h"

/* Appends the table and whether the path is feasible. False, with a sentence in its place, if it has something else. */
bool table_print(Program *program, const char *error_function, Text *out);

#endif
