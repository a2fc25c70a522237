/* Between the files of induction. */
#ifndef ENGINE_INDUCT_INSIDE_H
#define ENGINE_INDUCT_INSIDE_H

#include "engine/explore_inside.h"
#include "engine/induct.h"
#include "program/flow.h"
#include "program/ranges.h"

typedef enum { PLACE_EXPLICIT, PLACE_FREE, PLACE_BASED } PlaceMode;

/* What a round changes. */
typedef struct {
    bool in_memory;
    u32 cell;                 /* of the frame of the loop */
    u32 object, offset, size; /* in memory; size: bytes */
    bool is_whole;            /* in memory: the object as an array */
    bool is_spoken_of;        /* whole: there are candidates about it */
    u32 bits;                 /* of the value */
    PlaceMode mode;
    Term *symbol;     /* FREE: the value, or the array; BASED: the offset in the object, of 64 bits or, in ILP32, 32;
                       * EXPLICIT: the value in nodes where it may be any (Node.any), if there are some */
    u32 base;         /* BASED: the object */
    VEC(u64) seen;    /* EXPLICIT: values */
    VEC(Term *) kept; /* EXPLICIT: values that are no constants, but made of what the loop does not change */
    Term *initial;    /* at the entry: the value, or BASED: the offset */
    const char *name; /* of the variable; NULL: none */
    bool is_word;     /* ILP32, in memory: four bytes that are a pointer; its value has 64 bits, as in a register */
} Place;

typedef struct {
    Term *term; /* one bit, over symbols of places and what was there before the loop */
    bool is_dropped;
    bool is_conditional; /* on a fact */
    bool is_assumed; /* it was when the round began; else it is only checked at the entry, when the run begins again */
} Candidate;

/* What is known, besides the values of explicit places, of all states that come to the head with these: a bit for each
 * fact that holds, or does not. When less is known than before, its round is run once more. */
typedef struct {
    u64 holds, fails;
    u64 kept;        /* a bit for each of the first places: its value is not a constant but the term at that address */
    u64 any;         /* likewise: its value may be any */
    bool is_waiting; /* to be run */
} Node;

/* What was written to an array before the loop. */
typedef struct {
    u32 object, element; /* element: bytes */
    Term *index, *value; /* index: in elements, 32 bits */
} ArrayMark;

/* A loop that is being run, from one state that has come to it. */
typedef struct LoopRun {
    struct Round *outer; /* of the state that came */
    State *entry;        /* it */
    const Flow *flow;
    u32 loop;
    const bool *counts; /* registers that count at its head */
    Map known_symbols;  /* of what was there before the loop, as far as it was looked at */
    VEC(Place) places;
    VEC(ArrayMark) marks;
    VEC(Term *) bounds; /* values of variables when the loop is entered */
    VEC(Candidate) candidates;
    Map known_candidates; /* terms -> 1 */
    VEC(u64) values;      /* of all places, node after node; 0 for those that are not explicit; see Node.kept */
    VEC(Node) nodes;
    VEC(Term *) facts; /* conditions on what the loop does not change */
    u32 starts;        /* of rounds, so far */
    Term *which;       /* a symbol: of which start is the state? Keeps them apart when they are merged */
    VEC(State *) exits;
    bool begins_again;
    char *error; /* what a path of it has met; NULL: nothing */
    u32 restarts;
} LoopRun;

/* A loop that is run as it is, as long as its way is certain: most loops of libraries and many that fill tables. */
typedef struct Trial {
    State *entry;
    u32 forks; /* of the path, then: with more of them it is over */
    bool is_lost;
} Trial;

/* What a state is in the middle of. */
typedef struct Round {
    LoopRun *run;     /* NULL: the loop is run as it is, */
    Trial *trial;     /* on trial, */
    bool is_peeled;   /* or before it is entered, or (neither) for its first rounds */
    const Code *head; /* what State.ip is there */
    u64 *r;
    const Flow *flow;
    u32 loop;
    u32 number; /* of rounds since it was entered, or since the places became free */
    struct Round *outer;
} Round;

typedef struct {
    Explorer *e;
    InductOptions options;
    InductAnswer *answer;
    VEC(LoopRun *) open; /* each inside the one before it */
    VEC(Trial *) trials; /* likewise */
    Map flows;           /* function -> Flow */
    Map ranges;          /* function -> Ranges, NULL: none */
    Map counts;          /* function and block -> registers that count */
    Arena arena;         /* of rounds, flows' keys */
    const char *names;   /* of symbols: "loop" */
    u32 symbols;         /* made so far */
    bool has_failed;
    bool has_lost; /* a path on trial has ended that was not the only one */
} Induct;

__attribute__((format(printf, 3, 4))) void induct_fail(Induct *in, const LoopRun *run, const char *format, ...);
static inline u32 head_block(const State *state) { return (u32)(state->ip - 1)->imm; }

void loop_run_free(LoopRun *run);
void loop_run_mark(LoopRun *run, TermStore *store, u32 mark); /* Explorer.mark */

/* induct_places.c */
/* The machine holds the entry: places become what the node says they are. */
void places_set(Induct *in, LoopRun *run, u32 node);
/* What the places are in the running state: value or, based, offset; NULL: an array that nothing is said of, or not based on
 * that object. */
void places_read(Induct *in, LoopRun *run, TermVec *values);
/* A state has come round. New places and new modes make the run begin again. */
void places_compare(Induct *in, LoopRun *run, State *state);
/* All that differs between the entry and the state, which has come round, is a free place or a based one. The machine
 * holds the state with its path. */
void places_widen(Induct *in, LoopRun *run, const State *state);
/* The values that the places have on the running path are nodes. */
void places_add_nodes(Induct *in, LoopRun *run, const TermVec *values);
void places_read_cells(Induct *in, const LoopRun *run, TermVec *cells); /* NULL for those that do not count */
void place_free(Place *place);

/* induct_candidates.c */
void candidates_of_place(Induct *in, LoopRun *run, u32 place);
void candidates_from_steps(Induct *in, LoopRun *run, const TermVec *values);
/* Is the term made of nothing but what is there before the loop, and of places? */
bool candidates_know(Induct *in, LoopRun *run, Term *term);
bool candidates_is_before(Induct *in, LoopRun *run, Term *term); /* of no places: it is the same in all rounds */
/* What is around an object (lift_around.c) goes by its address: was the object there before the loop? */
bool candidates_know_address(const LoopRun *run, u64 pointer);
/* Comparisons that the path has made; true if there are new ones. With `values`, of the places: those of what the loop does
 * not change become facts, and so do those that choose between values. */
bool candidates_from_path(Induct *in, LoopRun *run, const Path *path, const TermVec *values);
void candidates_begin(Induct *in, LoopRun *run); /* the machine holds the entry */
/* What the terms are made of is there before the loop. */
void candidates_note_symbols(Induct *in, LoopRun *run, Term *const *terms, u32 count);
bool candidates_add(LoopRun *run, Term *term); /* false: it is known already, or says nothing */
/* Those that do not hold on the running path, where the places have these values, are dropped; true: some were. At the
 * entry all are looked at, and those that hold are assumed from then on; after a round those that were assumed. */
bool candidates_check(Induct *in, LoopRun *run, const TermVec *values, bool is_entry);

/* induct_ranges.c: what the analysis over the program says of the place. */
void candidates_of_ranges(Induct *in, LoopRun *run, u32 place);
void induct_free_ranges(Induct *in);

/* induct_arrays.c */
void arrays_begin(Induct *in, LoopRun *run); /* the machine holds the entry */
void arrays_mark_terms(const LoopRun *run, TermStore *store);
void candidates_of_array(Induct *in, LoopRun *run, u32 place); /* the place, against what is known of arrays */

/* induct_print.c: those that are left are invariants of the answer. */
void candidates_print(Induct *in, const LoopRun *run, LocationId location);

#endif
