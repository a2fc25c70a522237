/* The machine on terms: what each operation does in frames whose cells have terms beside them. */
#ifndef SEMANTICS_LIFT_H
#define SEMANTICS_LIFT_H

#include "memory/validity.h"
#include "program/effects.h"
#include "semantics/strategy.h"

extern const MachineHooks lift_hooks;
extern const Builtin builtins_on_terms[];
TrackRule lift_rule; /* with ExploreOptions.force_terms, everything that a term can say is said by one */

/* ---- Between the files ---- */

static inline Term **terms_of(const Machine *m, const u64 *r) { return (Term **)undefined_of(m, r); }
/* The cell as a term of 64 bits, whether it has one or not. */
Term *lift_cell(Machine *m, u64 *r, u32 cell);
/* The cell's term, NULL if the number counts: also for frames that are not tracked. */
static inline Term *lift_term(const Machine *m, u64 *r, u32 cell) {
    return frame_of(r)->is_tracked ? terms_of(m, r)[cell] : NULL;
}
/* The cell becomes the term (of up to 64 bits); the frame becomes tracked if it must. */
void lift_set(Machine *m, u64 *r, u32 cell, Term *term);
/* Every cell of the frame becomes a number that the path's model has for it: for the report of an error. */
void lift_bind_frame(Machine *m, u64 *r);

/* lift_defined.c. Whether what is decided here depends on undefined bits: 0 no, and *term has become the value without
 * them; 1 yes, and it is reported; -1 the state is paused. */
int lift_check_defined(Machine *m, const Code *ip, u64 *r, Term **term, const char *what);
/* Whether a bit of the mask is set: 1, 0, -1 the state is paused. */
int lift_is_undefined(Machine *m, const Code *ip, u64 *r, Term *mask);
/* With Symbolic.checks_arguments: nothing that is undefined as a whole is returned to a caller that nobody sees. */
TrackStep lift_return(Machine *m, const Code *ip, u64 *r);

/* lift_labels.c. Which label a goto leads to: > 0 the label, 0 none that is known, -1 the state is paused. */
int lift_choose_label(Machine *m, const Code *ip, u64 *r, Term *address, u64 *label);

/* lift_tables.c. An operation that is computed from numbers alone, each result and argument a cell. */
typedef struct Tabulated Tabulated;
struct Tabulated {
    Term *const *args; /* of 64 bits, constants among them */
    u32 count, results;
    /* False: it has no result for these numbers. What it sets errno to counts. */
    bool (*compute)(Machine *m, const Tabulated *what, const u64 *args, u64 *results);
    const void *self;
};
/* The results as reads of tables over the inputs that the arguments are made of. 1: `out` has them; 0: the inputs have too
 * many values; -1: the state is paused. */
int lift_tabulate(Machine *m, const Code *ip, u64 *r, const Tabulated *what, Term **out);

/* A cell in which these bits are undefined and the others 0. Where that is allowed they are any value. */
Term *lift_undefined(Machine *m, u64 bits, u32 origin);

/* lift.c: before a function that the machine implements runs with the cells' values as they are then. */
TrackStep lift_builtin(Machine *m, const Code *ip, u64 *r, const Builtin *builtin);

/* builtins_symbolic.c: these bytes of an object become an input, `unit` of them a symbol. */
void lift_make_input(Machine *m, const char *name, u32 object, u64 offset, u32 size, u32 unit);
/* hand_over.c */
#define HANDED_OVER "handed over" /* the variable in which blocks are kept that were */
bool lift_hand_over(Machine *m, const BuiltinCall *call);
bool lift_text(Machine *m, const BuiltinCall *call);
void lift_hand_over_all(Machine *m, const Code *ip, u64 *r); /* the arguments of a call from outside */
void lift_keep(Machine *m, u32 object); /* if it is a block: somebody else is responsible for it from now on */

/* skip_call.c */
typedef struct {
    const Code *ip; /* the call, whose arguments are passed */
    u64 *r;
    const Effects *effects; /* of what it calls */
    const u64 *relevant;    /* a bit for each global: somebody may look at it afterwards */
    u32 globals;            /* so many were there when effects were found */
    void *self;
    Term *(*fresh)(void *self, u32 bits);
    Term *(*fresh_array)(void *self, u32 element); /* bytes */
} SkippedCall;
/* The state becomes what it may be when the call has returned. False: there is too much that the call may change, and the
 * state is none. */
bool lift_skip_call(Machine *m, const SkippedCall *call);

/* lift_blocks.c */
bool lift_new_heap_block(Machine *m, const BuiltinCall *call, Term *size, bool cleared,
                         u64 *pointer); /* false: ended or
                                                                                                        * paused */
TrackStep lift_alloca(Machine *m, const Code *ip, u64 *r);

/* lift_addresses.c: whether the operation can be followed, whose operands are these cells (b may be NULL); false: ended or
 * paused */
bool lift_sees_addresses(Machine *m, const Code *ip, u64 *r, Term *a, Term *b);

/* lift_memory.c */
TrackStep lift_load(Machine *m, const Code *ip, u64 *r);
TrackStep lift_store(Machine *m, const Code *ip, u64 *r);
TrackStep lift_range(Machine *m, const Code *ip, u64 *r);
TrackStep lift_inttoptr32(Machine *m, const Code *ip, u64 *r);
TrackStep lift_call_pointer(Machine *m, const Code *ip, u64 *r);
/* What the slow path of a load at a number finds where bytes are not plain. */
void lift_slow_load(Machine *m, const Code *ip, u64 *r, u32 object, u64 offset, u32 size);
/* A pointer of a register as memory has it. */
Term *lift_pointer_in_memory(Machine *m, Term *pointer);
Term *lift_pointer_step(Machine *m, Term *pointer, Term *delta);

/* lift_access.c: plans the access, chooses an outcome and commits it. Addresses and sizes are defined. False: ended or
 * paused. `value`: of a load. */
bool lift_access(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value);
/* The same for what is followed already, and not around objects. */
bool lift_carry_out(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value);
/* `size` bytes (not 0) at a number, in an object whose size or life may be a term. */
bool lift_range_at(Machine *m, const Code *ip, u64 *r, u64 pointer, u64 size, bool is_write, u32 *object, u64 *offset);
/* With ExploreOptions.stops_at_unknown_pointers: where the value of the pointer comes from, if it may be anything. */
PointerOrigin lift_unknown_pointer(Machine *m, Term *pointer);
bool lift_report_unknown(Machine *m, const Code *ip, u64 *r, Term *pointer, FaultKind kind); /* false: it is known */
PointerOrigin lift_origin_of_symbols(Machine *m, Term *term); /* where what is in it comes from */
/* Whether what the pointer points to is not known. */
PointerOrigin lift_pointer_origin(Machine *m, const Candidates *candidates);
/* One of the ways in which an access is wrong, so that none hides behind another. False: ended or paused. */
bool lift_choose_wrong_way(Machine *m, const Code *ip, u64 *r, const Candidates *candidates, Term *start, Term *size,
                           Use use);
/* The pointer cannot be freed, for the reason that the path's model gives. */
void lift_report_free(Machine *m, const Code *ip, u64 *r, Term *pointer);
/* The pointer may be to an object that stands for several: the state is saved. */
bool lift_waits_for_summary(Machine *m, const Code *ip, u64 *r, Term *pointer);
void lift_cut_objects(Machine *m); /* the path goes where objects are not followed: it ends, counted */

/* lift_outside.c, with ExploreOptions.binds_pointers. The pointer, if it came from outside, becomes the address of its
 * object. False: paused. Between the first of them and the last choice of the operation nothing is remembered:
 * lift_followed does it then. */
void lift_begin_following(Machine *m);
bool lift_follow(Machine *m, const Code *ip, u64 *r, Term **pointer,
                 const Access *access); /* access: NULL, not known */
void lift_followed(Machine *m, u64 *r);
bool lift_is_outside(Machine *m, const Code *ip, u64 *r, Term **pointer, bool *is_outside); /* without following it */
void lift_call_outside(Machine *m, const Code *ip, u64 *r);
u64 lift_name_by_terms(Machine *m, u8 *named);
/* The cells from *cell on become results of the type, each of which `any` makes. */
void lift_set_results(Machine *m, u64 *r, const Type *type, u32 *cell, Term *(*any)(void *self, u32 bits), void *self);

/* lift_around.c, likewise: an access that leaves its object, or that goes to no object at all. */
typedef enum {
    AROUND_NOT,     /* it is none, or one that is not followed: an access as any other */
    AROUND_DONE,    /* `value`: of a load */
    AROUND_STOPPED, /* ended or paused */
} AroundStep;
void lift_note_around(Machine *m, const Code *ip, u64 *r); /* the path went on after an error */
AroundStep lift_around(Machine *m, const Code *ip, u64 *r, const Access *access, Term **value);

#endif
