/* What the files of the values engine share. */
#ifndef ENGINE_VALUES_INSIDE_H
#define ENGINE_VALUES_INSIDE_H

#include "engine/values.h"

#include "program/flow.h"
#include "program/live.h"
#include "term/term.h"

/* ---- The program, looked at once (values_program.c) ---- */

enum { PLACE_NONE = 0xffffffff, FAR_AWAY = 0xffffffff };

/* Bytes of a global variable that are only ever loaded and stored together. */
typedef struct {
    const Global *global;
    u64 offset;
    u32 bits;
    u32 distance;
} Piece;

typedef struct {
    u32 function; /* that has the call */
    u32 insn;
} CallPlace;

typedef struct {
    Function *function; /* NULL: it is not followed */
    Flow *flow;
    LiveSets live;
    u32 *distance; /* of registers */
    bool *touches; /* pieces: it, or what it calls, loads or stores them */
    VEC(CallPlace) callers;
    u32 reached;    /* the distance of being called at all */
    u32 *block_of;  /* instruction -> its block */
    bool *is_param; /* register */
} FunctionView;

typedef struct {
    Program *program;
    FunctionView *functions; /* by number */
    VEC(Piece) pieces;
    Map piece_index;        /* global and offset -> piece + 1 */
    bool *is_address_taken; /* of functions */
    VEC(u32) taken;         /* these functions */
    bool *is_used;          /* functions of the library that the user's code calls, or may call */
    bool has_assembly;
    Text obstacle; /* what there is in the program that is not understood */
} ProgramView;

void program_view_init(ProgramView *view, Program *program, const ValuesOptions *options);
void program_view_free(ProgramView *view);
/* The piece at a constant address; PLACE_NONE: it is none. */
u32 program_view_piece(const ProgramView *view, Operand address);
/* What a call may enter: the function that is named, or all whose address is taken and that fit. Calls `visit` for each. */
const Function *program_view_callee(const ProgramView *view, const Insn *call);
bool program_view_fits(const Function *caller, const Insn *call, const Function *callee);
bool program_view_ends_run(const Function *function);    /* of the library */
bool program_view_is_followed(const Function *function); /* or may it return anything? */

/* values_relevance.c: fills in the distances; returns the largest. */
u32 relevance_find(ProgramView *view, const ValuesOptions *options);

/* ---- States (values_state.c) ---- */

/* The values of the registers of a function, then those of the pieces; NULL: any value, of which nothing is known. */
typedef struct {
    Term **values;
    u32 count;
    TermVec facts; /* terms of width 1 that hold */
} ValueState;

ValueState *state_make(u32 count);
ValueState *state_copied(const ValueState *state);
void state_forget(ValueState *state);

bool symbol_is_address(const Term *symbol); /* of a variable or a function */
bool symbol_is_entry(const Term *symbol);   /* what a context was entered with, which its callers know */
Term *state_fresh_symbol(TermStore *store, u32 *counter, u32 width);
/* 1: it holds, 0: it does not, -1: it may. */
int state_decide(TermStore *store, const ValueState *state, Term *condition);
/* False: no run is left. */
bool state_assume(TermStore *store, ValueState *state, Term *condition, bool holds);
/* Symbols get names by where they occur; facts about what is nowhere any more are forgotten. */
void state_tidy(TermStore *store, ValueState *state);
/* The same for what a function is entered with; `names`: entry symbol -> what it was. */
void state_enter(TermStore *store, ValueState *state, Map *names);
/* What left a context, in the symbols of who called it; other symbols become fresh ones. */
void state_leave(TermStore *store, ValueState *state, const Map *names, u32 *counter);
bool state_is_same(const ValueState *a, const ValueState *b);
bool state_covers(TermStore *store, const ValueState *general, const ValueState *special);
u64 state_hash(const ValueState *state);

/* values_ops.c: the result of an operation; NULL: it may be anything. */
Term *values_apply(TermStore *store, const Program *program, const Insn *insn, Term *const *args);

#endif
