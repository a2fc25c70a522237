/* Instructions as terms: what a piece of a program does to a state about which nothing is known.
 *
 * A *state* has a term for each register of each frame, for each memory function and for each counter of blocks, and the
 * conditions under which it is reached. Where ways meet, two states become one (if-then-else). An instruction means what
 * it means everywhere in Loci: scalars go through lift_scalar (semantics/lift_ops.h), memory through the model uf (space.h);
 * what is defined here is only how frames and control go together.
 *
 * The rules of the paper's table 2, with f a memory function and m its version before, m' after the operation (a version
 * is an array term: f_m'(p) = v together with mem_update(p, m', m) is STORE(f_m, p, v)):
 *
 *     int s;               a new base A', s = A'                        encode_local: space_local
 *     s = alloc(size)      a new base A', f_m'(s) = A'                  encode_heap: space_heap_site
 *     s = e                f_m'(s) = e                                  a pure variable is a register (optimisation 2)
 *     *(s1 + i) = s2       f_m'(f_m(s1) + f_m(i)) = f_m(s2)             encode_store
 *     s1 = *(s2 + i)       f_m'(s1) = f_m(f_m(s2) + f_m(i))             encode_load
 *     assume p             p                                            encode_assume
 *
 * What is not followed exactly is followed with more than it can do (any value), or ends in a *cut*: TRUE is then only
 * said if no run gets there. */
#ifndef ABSTRACT_ENCODE_H
#define ABSTRACT_ENCODE_H

#include "abstract/space.h"

/* Terms that states share until one writes. */
typedef struct {
    u32 references, count;
    Term *at[];
} Row;

Row *row_new(u32 count);
Row *row_keep(Row *row);
void row_release(Row *row);
void row_set(Row **row, u32 index, Term *term); /* it grows as needed */

/* Conditions, the newest first; shared by the states that were reached through them. */
typedef struct Guard {
    const struct Guard *before;
    Term *condition;
    u32 depth;
} Guard;

typedef struct {
    const Context *context;
    u32 insn;           /* the next one */
    VEC(Row *) frames;  /* registers, from the outermost frame */
    Row *memory;        /* a term a memory function */
    Row *counters;      /* of blocks, a term a heap site; NULL: 0 */
    const Guard *guard; /* NULL: always */
    u32 length;         /* instructions since the block began, on the longest way */
} BlockState;

/* How a run leaves what is looked at. */
typedef enum {
    EXIT_HEAD,  /* at the head of a loop, or where else blocks are to end */
    EXIT_ERROR, /* the property is violated */
    EXIT_CUT,   /* what follows is not modelled */
} ExitKind;

/* What the program asks for on the way. */
typedef struct {
    const Guard *guard; /* when */
    Term *symbol;
    const char *name; /* of the input; NULL: a value that is unknown for another reason */
    u32 bytes;
} BlockInput;

typedef struct {
    ExitKind end;
    BlockState state;    /* HEAD: context and instruction say where */
    LocationId location; /* ERROR, CUT */
    const char *why;     /* CUT: one sentence */
    bool is_split;       /* others stand for it (splits.c) */
} BlockExit;

/* A piece of the program, from a place to all heads of loops that come next. */
typedef struct {
    Arena arena;
    VEC(BlockExit) exits;
    VEC(BlockInput) inputs; /* in the order of the control flow */
} BlockRun;

typedef struct {
    u32 recursion;        /* so many calls of one function inside of each other are followed */
    bool finds_overflows; /* signed ones are errors */
    bool all_in_memory;   /* variables without aliases too (the paper's optimisation 2 switched off) */
    bool ignores_aliases; /* the baseline: stores through pointers are lost, loads give any value */
    bool ends_at_calls;   /* blocks end where a function of the program is entered, too */
    u32 most_length;      /* and where a way that is so long branches; 0: however long */
} EncodeOptions;

typedef struct {
    Program *program;
    TermStore *terms;
    Contexts contexts;
    Space space;
    const Context *start; /* of a function that calls the constructors and main */
    EncodeOptions options;
    bool (*stops)(void *self); /* asked now and then; the run is then not whole */
    void *self;
    u64 instructions;
} Encoder;

/* False: there is no main, or something of the program cannot be read. */
bool encoder_init(Encoder *e, Program *program, Alias *alias, TermStore *terms, Split split,
                  const EncodeOptions *options);
void encoder_free(Encoder *e);

BlockState block_state_copy(const BlockState *state);
void block_state_free(BlockState *state);
Term *guard_term(TermStore *terms, const Guard *guard); /* all of it */
const Guard *guard_add(BlockRun *run, const Guard *before, Term *condition);

/* The state in which the program begins: constructors, then main. */
BlockState encode_begin(Encoder *e);
/* Follows the state, which is taken over, to all its exits. */
void block_run(Encoder *e, BlockState start, BlockRun *out);
void block_run_free(BlockRun *run);

u32 encode_bits(const Type *type); /* of a register */

#endif
