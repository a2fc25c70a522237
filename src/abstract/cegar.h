/* Configurable program analysis with counterexample-guided refinement.
 *
 * The program is cut at heads of loops. What lies between two cuts is a *block* (encode.h): adjustable-block encoding with
 * blocks as large as they can be. An *abstract state* stands at a head, in a chain of calls, and says what is known of all
 * the concrete states that it stands for: each *configurable analysis* (Cpa) contributes an element. The algorithm (reach.c)
 * is that of figure 1 of the paper: a waitlist, a set of reached states, transfer, merge and stop. States are merged inside
 * of blocks, where ways meet and nothing is abstracted (the paper's merge with phi not yet true); at heads they are kept
 * apart, and a state that another one covers is not followed.
 *
 *     value       variables, and words of memory at constant addresses, that are constants; pointers whose object is known
 *     predicate   Boolean combinations of predicates (sets.h), each at its own head
 *     heap        what all blocks that one place makes have in common (heap.h)
 *
 * A state from which an error is reached gives a path. It is decided bit by bit with exact memory (refine.c): either it is
 * a run of the program, or it teaches predicates, each at its own head. Then the first state of the path that has a new
 * predicate is abstracted again, and what comes behind it is made anew; the rest of the graph stays (lazy abstraction).
 * TRUE is said when no error is reached and every invariant was shown to be inductive by queries that know nothing of the
 * graph (prove.c). */
#ifndef ABSTRACT_CEGAR_H
#define ABSTRACT_CEGAR_H

#include "abstract/abstraction.h"
#include "abstract/encode.h"
#include "abstract/sets.h"
#include "abstract/uf.h"
#include "solver/interpolate.h"

/* ---- Heads ---- */

typedef enum { PLACE_REGISTER, PLACE_MEMORY, PLACE_COUNTER } PlaceKind;

/* A part of the state. */
typedef struct {
    PlaceKind kind;
    u32 frame, number; /* REGISTER: of that frame; MEMORY: the function; COUNTER: the site */
    Term *symbol;      /* what it is when nothing is known */
} Place;

/* KnownValues that were seen of a place, or of a word of memory, while it was known. */
typedef struct {
    Term *values[96];
    u32 count;
    bool is_dropped; /* there are too many: it is not kept any more */
} Seen;

typedef struct Head {
    u32 number;
    const Context *context;
    u32 block;
    VEC(Place) places;
    VEC(u32) predicates; /* of Cegar.predicates, that are kept here */
    VEC(Seen) seen;      /* beside places */
    Map cells;           /* function and address -> index into cell_seen */
    VEC(Seen) cell_seen;
    VEC(struct Node *) nodes; /* in the graph as it is now */
    u32 most_nodes;           /* with more of them, what has most values is not kept any more; and then it is doubled */
} Head;

/* ---- Elements ---- */

/* A word of memory at a constant address. */
typedef struct {
    u32 function;
    u64 address;
    Term *value;
} KnownCell;

/* Of the analysis of values. */
typedef struct {
    Term **places; /* beside Head.places: a constant, or a pointer of which only the object is; NULL: not known */
    u32 count;
    VEC(KnownCell) cells;
    Term **memory; /* a function: a memory of which nothing but the cells is known */
} KnownValues;

/* ---- The graph ---- */

typedef struct Node {
    u32 number;
    Head *head; /* NULL: where the program begins */
    struct Node *parent;
    u32 exit; /* of the parent's run */
    KnownValues *values;
    AbstractSet set;
    u32 predicates;          /* so many of its head's were looked at for the set */
    VEC(AbstractSet) blocks; /* of the analysis of heaps: for each place that makes some, valuations of their atoms */
    struct Node *covered_by;
    BlockRun *run;    /* from here; NULL: not looked at yet */
    bool is_followed; /* its successors are there */
    bool is_cut_off;  /* it is to be taken out of the graph */
} Node;

/* An analysis. It gives each state an element. */
typedef struct Cegar Cegar;
typedef struct {
    const char *name;
    /* Fills in the element of `to`, which is reached from `from` through its exit. False: nothing leads there. */
    bool (*transfer)(Cegar *c, const Node *from, const BlockExit *exit, Node *to);
    /* Whether all that `a` stands for, `b` stands for too; they are at the same head. */
    bool (*covers)(Cegar *c, const Node *b, const Node *a);
    /* For the reader: what is known there. */
    void (*print)(Cegar *c, const Node *node, Text *out);
} Cpa;
extern const Cpa cpa_value, cpa_predicate, cpa_heap;

typedef struct {
    double seconds; /* 0: any */
    bool (*stops)(void *self);
    void *self;
    bool uses_values, uses_predicates;
    bool is_cartesian;
    bool ignores_aliases; /* EncodeOptions */
    u32 recursion;
    bool finds_overflows;
    Split split;
    bool uses_functions; /* formulas in the paper's form (uf.h) instead of arrays */
    UfOptions uf;
    bool all_in_memory; /* EncodeOptions */
    bool ends_at_calls;
    u32 most_length;
    void (*log)(void *self, const char *line); /* a line a refinement; NULL: nobody listens */
} CegarOptions;

typedef enum { CEGAR_UNKNOWN, CEGAR_SAFE, CEGAR_PATH } CegarVerdict;

/* An input of the path, in the order in which it is asked for. */
typedef struct {
    const char *name;
    u32 bytes;
    Term *value; /* constant */
} CegarInput;

typedef struct {
    LocationId location;
    const Function *function;
    char *text; /* C, over variables of the program */
} CegarInvariant;

/* Predicates of one shape that were learned at a head (invent.h). */
typedef struct {
    Head *head;
    u64 shape;
    u32 times, refinement; /* how many refinements taught one since something was done about it; the last of them */
    u32 in_all;            /* how many did */
    Term *last;
} Growth;

/* A word of the blocks of a place. */
typedef struct {
    u32 site, function;
    u64 offset;
} HeapWord;

/* What words of a memory function may be: a constant or a register's symbol, or a pointer into a block of some place. */
typedef struct {
    u32 function;
    u64 at;      /* where in its block the word is; ANYWHERE: that is not known */
    Term *value; /* NULL: a pointer into a block */
    u32 site;    /* of the block */
    u64 offset;  /* in the block */
    bool is_own; /* the word is in that block itself */
} HeapValue;

struct Cegar {
    CegarOptions options;
    Encoder encoder;
    TermStore *terms;
    Solver *solver;
    AbstractSets *sets;
    const Cpa *cpas[4]; /* ends with NULL */
    bool begins_again;  /* a refinement says that the whole graph is to be built again */
    Arena arena;        /* of heads, inputs' names */
    VEC(Head *) heads;
    Map head_index; /* context and block -> head */
    VEC(Term *) predicates;
    Map predicate_index; /* term -> index */
    VEC(Growth) growths;
    u32 heap_level, heap_since; /* of the analysis of heaps, 0: it does not run; the refinement that it began at */
    VEC(HeapWord) heap_words;   /* that were read or written */
    VEC(HeapValue) heap_values;
    u32 too_many_ways; /* so often, all ways through the blocks of a path taught nothing */
    VEC(Node *) nodes; /* in the order of making, parents first */
    /* The path that was found. */
    Node *error_node;
    u32 error_exit;
    Map cuts; /* location and reason -> 1: what is not modelled and can be reached; it is not looked for again */
    Text cut; /* the first of them */
    /* The answer. */
    CegarVerdict verdict;
    Text reason;
    VEC(CegarInput) inputs;
    VEC(CegarInvariant) invariants;
    u32 refinements, restarts;
    double started, solver_seconds, abstraction_seconds, refinement_seconds;
    u64 queries;
    UfStatistics uf;
    bool is_out_of_time;
};

void cegar_init(Cegar *c, Program *program, Alias *alias, const CegarOptions *options);
void cegar_run(Cegar *c);
void cegar_free(Cegar *c);
/* The graph as it is, into a file whose name ends in .svg or .dot. False: it cannot be written. */
bool cegar_draw(Cegar *c, const char *path);

/* ---- Between the files ---- */

bool cegar_stops(Cegar *c);
u64 cegar_cut_key(const BlockExit *exit);
__attribute__((format(printf, 2, 3))) void cegar_log(Cegar *c, const char *format, ...);
Answer cegar_ask(Cegar *c, Term *const *constraints, u32 count, Model **model);
/* The same with memory as it is and another limit; the core may be NULL. */
Answer cegar_ask_exactly(Cegar *c, Term *const *constraints, u32 count, double seconds, Model **model, TermVec *core);
SolverLimits cegar_limits(const Cegar *c, double seconds);

/* heads.c */
Head *head_at(Cegar *c, const BlockState *state);
void head_update(Cegar *c, Head *head); /* sites that were found since */
/* What a place is where a run leaves its block. */
Term *place_value(const Cegar *c, const Place *place, const BlockState *state);
/* Symbols of the head's places -> what they are there. */
void head_places_behind(const Cegar *c, const Head *head, const BlockState *state, Map *out);
u32 predicate_number(Cegar *c, Term *predicate);                /* in Cegar.predicates */
bool head_add_predicate(Cegar *c, Head *head, Term *predicate); /* false: it is known there */
bool head_has_symbols(Cegar *c, const Head *head, Term *term);  /* it speaks of nothing but the head's places */

/* share.c: other heads that keep it, too; how many it is new to. */
u32 share_predicate(Cegar *c, const Head *head, Term *predicate);
/* Marks the heads that lie on a way from the head back to it, itself included; the caller's to free. */
bool *heads_around(const Cegar *c, const Head *head);
void share_with_new_head(Cegar *c, Head *head); /* predicates of the same loop in other contexts */

/* values.c */
BlockState node_state(Cegar *c, const Node *node);             /* in which its run begins */
Term *node_known_place(Cegar *c, const Node *node, u32 place); /* NULL: not known */
/* symbol -> what it is where the node's run begins, for all that is known there. */
void node_substitution(Cegar *c, const Node *node, Map *out);
bool known_values_note(Cegar *c, Node *node); /* true: something has too many values, the graph is to be built again */
/* Gives up what has shown most values there; false: nothing has shown more than a few. */
bool known_values_thin(Head *head);
void known_values_free(KnownValues *values);

/* Words that a node at the head could know where the state leaves the block of `from`: address -> a constant or a choice of
 * constants; NULL: something else. True: they are only the ones that were written to since the node's run began, and what the
 * node knows of others is as it was. */
bool values_words(Cegar *c, const Node *from, const BlockState *state, Head *head, u32 function, Map *out);

/* splits.c: puts several exits in the place of one (BlockExit.is_split), where values are chosen from few constants. */
void exit_split(Cegar *c, Node *node, u32 number);

/* predicates.c */
Term *predicates_at(Cegar *c, const Node *node); /* the node's set as a condition on where its run begins */
/* The head's predicates as they read where the run leaves the block; how many there are. */
u32 predicates_behind(Cegar *c, const Head *head, const BlockState *state, AbstractPredicate *out);
/* The valuations that the formula allows, as the options say; at most these. */
AbstractSet predicates_abstract(Cegar *c, const Head *head, Term *formula, AbstractPredicate *predicates, u32 count);

/* refine.c: decides the path to error_node. True: something was learned; else the verdict stands. */
bool cegar_refine(Cegar *c);

/* invariants.c */
void cegar_take_invariants(Cegar *c);
/* A predicate of the head for the reader: C, where it has such a form. */
void predicate_print(Cegar *c, const Head *head, Term *predicate, Text *out);

/* prove.c: whether the invariants that the graph gives are inductive and keep the error away. */
bool cegar_prove(Cegar *c, Text *why_not);
/* Whether it was taken for granted that no place makes more blocks than are told apart: the invariants do not say it. */
bool cegar_assumes_few_blocks(Cegar *c);

#endif
