/* Constraints on what may point to what, read off a program: the part that all points-to analyses share.
 *
 * Nodes are what has a points-to set: values of function instances, and cells of abstract objects. A *place*
 * (an object and a place of its layout) is what can be pointed to; places are nodes too: the place that begins a cell
 * is the node of the cell's content. Sets are sets of places (placesets.h). An object has at most PLACES_PER_OBJECT
 * of them; what comes after that is anywhere in the object.
 *
 *     any(o) ──▶ each cell of o ──▶ all(o)
 *
 * A store to an unknown place of o goes to any(o), a load from one reads all(o).
 *
 * An *instance* is a function in a calling context. Most functions have one. Functions that return what they
 * allocate (xmalloc, strdup, new_node) and small leaf functions of the C library (strlen), with ALIAS_CLONES_ALL
 * every function, have one for each direct call, up to two calls deep, so that their heap objects are told apart and
 * their parameters do not tie together everything that is ever passed to them.
 *
 * The program is walked as it becomes reachable: a solver reads `list` from where it stopped, and tells of every
 * function that an indirect call may reach (constraints_add_target), which may add to the list. */
#ifndef ALIAS_CONSTRAINTS_H
#define ALIAS_CONSTRAINTS_H

#include "alias/alias.h"
#include "alias/layout.h"
#include "alias/placesets.h"
#include "alias/values.h"
#include "base/map.h"

typedef enum {
    ABSTRACT_FUNCTION,
    ABSTRACT_GLOBAL,
    ABSTRACT_HEAP,
    ABSTRACT_LOCAL,    /* variables, alloca, copies of structs passed by value, variadic arguments */
    ABSTRACT_STRINGS,  /* all string literals: one object, for they are many, constant, and hold no pointers */
    ABSTRACT_HOST,     /* argv, the environment, and their strings */
    ABSTRACT_UNKNOWN,  /* what code that is defined nowhere may hold */
    ABSTRACT_DISTANCE, /* no object: the difference of two pointers, see Distance */
} AbstractKind;

typedef struct {
    AbstractKind kind;
    Layout layout;
    const Type *type;         /* what it is, or may be, made of; NULL: unknown */
    bool is_repeated;         /* any number of them, one after the other */
    const Function *function; /* FUNCTION: itself; HEAP and LOCAL: where it is made */
    const Global *global;
    const Variable *variable; /* LOCAL: NULL if it has none */
    const Insn *insn;         /* HEAP: the call of malloc or the like; LOCAL: an alloca */
    const Insn *context[2];   /* of the instance that makes it, the innermost call first */
    const Function *callers[2];
    const char *name;            /* HOST: as reports name it */
    u32 any, all;                /* nodes */
    VEC(u32) slots;              /* slot of a place -> node; slot 0 is any(o) */
    u32 minuend, subtrahend;     /* DISTANCE: nodes of the pointers */
    u32 owner;                   /* HEAP, LOCAL: the instance that makes it, + 1; 0: none */
    u32 copy_of;                 /* the object that this one is in a calling context (bottomup.h), + 1; 0: of none */
    bool has_copies, is_generic; /* GENERIC: it is nothing of a run, its copies stand for it */
} Abstract;

enum { NODE_NONE = 0, NO_OBJECT = 0xffffffff };

typedef struct {
    u32 object;  /* of a place, or of the all(o) of an object; else NO_OBJECT */
    u32 content; /* of a place: the node that a store writes */
    u32 loaded;  /* of a place: the node that a load reads */
    i32 place;
    u32 slot;        /* of a place, within its object */
    u32 room;        /* of a place: accesses up to this size touch its cell only */
    bool is_pointer; /* a value of pointer type */
    bool is_closed;  /* all constraints on what it holds come with the walk over its function: nothing is added later */
} Node;

typedef enum {
    SET_ADDRESS,  /* dst ∋ the place src */
    SET_COPY,     /* dst ⊇ src */
    SET_LOAD,     /* dst ⊇ what stands in `size` bytes where src points; size 0: in the whole object */
    SET_STORE,    /* what stands where dst points ⊇ src; the same */
    SET_STEP,     /* dst ⊇ src moved by `amount` bytes: to field `size` of the struct `type`, if that is not NULL */
    SET_INDEX,    /* dst ⊇ src moved by `amount` elements of `size` bytes */
    SET_WALK,     /* dst ⊇ src moved by an unknown number of elements of `size` bytes */
    SET_ANYWHERE, /* dst ⊇ src moved in an unknown way */
    SET_MOVE,     /* `size` bytes where dst points ⊇ those where src points, in order; size 0: an unknown number */
    SET_BY,       /* dst ⊇ src moved by a number, node `amount`, that may be the difference of two pointers */
    SET_CALL,     /* src is called: call site `amount` */
} SetKind;

typedef struct {
    SetKind kind;
    u32 dst, src;
    u32 size;
    i64 amount;
    const Type *type; /* SET_STEP */
    u32 owner;        /* the instance whose code says so, + 1; 0: none, it is so from the beginning */
    u32 link;         /* the call that it passes something at, + 1; 0: none */
} SetConstraint;

/* A load or store of a scalar. */
typedef struct {
    u32 instance, insn;
    u32 pointer; /* node */
    u32 size;
} ScalarAccess;

typedef struct {
    const Function *function;
    Values *values;
    u32 first_node;         /* of its values */
    u32 results;            /* first of its result nodes */
    u32 variadic;           /* object of its variadic arguments, NO_OBJECT if it has none */
    const Insn *context[2]; /* the direct call it is for, and the call its caller is for; NULL: any */
    const Function *callers[2];
    bool is_start; /* the machine itself calls it */
    u32 *by_value; /* parameter -> object of the struct passed by value, NO_OBJECT: none */
} Instance;

typedef struct {
    u32 instance, insn; /* NO_OBJECT as instance: called by unknown code */
} CallSite;

/* A call with one of the instances that it may enter. */
typedef struct {
    u32 caller, insn, callee; /* NO_OBJECT as caller: unknown code */
} CallLink;

typedef struct {
    Program *program;
    AliasClones clones;
    VEC(Node) nodes;
    VEC(Abstract) objects;
    VEC(SetConstraint) list;
    VEC(Instance) instances;
    VEC(CallSite) sites; /* indirect calls */
    VEC(CallLink) links;
    u32 owner, link; /* of the constraints and objects that are made now */
    VEC(ScalarAccess) accesses;
    u32 generated; /* instances whose bodies have been walked */
    Map places;    /* object << 32 | place -> node */
    Map function_objects, global_objects;
    Map values;           /* function -> Values */
    Map instance_numbers; /* hash of (function, context) -> instance */
    Map instance_counts;  /* function -> number of instances */
    Map constants;        /* constant -> node */
    Map clone_kinds;      /* function -> CloneKind */
    Map linked;           /* hash of (call site, function): done */
    u32 unknown;          /* node of everything that unknown code may hold; NODE_NONE: none so far */
    u32 strings;          /* object of the string literals, NO_OBJECT: none so far */
    u32 jump_values;      /* node of what longjmp passes to setjmp */
} Constraints;

Constraints *constraints_new(Program *program, AliasClones clones);
void constraints_free(Constraints *cs);
/* Walks everything that is reachable without indirect calls. False, with an error, if there is no beginning. */
bool constraints_start(Constraints *cs, Error *error);
/* The function object may be called by the call site. */
void constraints_add_target(Constraints *cs, u32 site, u32 object);

/* The node of a place; made when it is new. */
u32 constraints_place(Constraints *cs, u32 object, i32 place);

/* Places as members of sets. */
static inline u32 constraints_member(const Constraints *cs, u32 node) {
    return cs->nodes.at[node].object * PLACES_PER_OBJECT + cs->nodes.at[node].slot;
}
static inline u32 constraints_member_node(const Constraints *cs, u32 member) {
    return cs->objects.at[member / PLACES_PER_OBJECT].slots.at[member % PLACES_PER_OBJECT];
}

/* ---- Between the files of the generator ---- */

u32 constraints_node(Constraints *cs);
u32 constraints_object(Constraints *cs, Abstract object);
void constraints_add(Constraints *cs, SetKind kind, u32 dst, u32 src, u32 size, i64 amount);
u32 constraints_operand(Constraints *cs, const Instance *instance, u32 insn, u32 operand_number, Operand operand);
u32 constraints_function_object(Constraints *cs, const Function *function);
u32 constraints_global_object(Constraints *cs, Global *global);
/* Everything that unknown code may hold; made when first needed. */
u32 constraints_unknown(Constraints *cs);
void constraints_escape(Constraints *cs, u32 node);
u32 constraints_instance(Constraints *cs, Function *function, const Insn *call, const Instance *caller);
void constraints_walk(Constraints *cs, u32 instance); /* walk.c */

/* calls.c */
void calls_add(Constraints *cs, u32 instance, u32 insn);
void calls_link(Constraints *cs, u32 instance, u32 insn, Function *callee);
void calls_from_unknown(Constraints *cs, Function *callee);

/* clone.c: is there an instance for each direct call? */
bool clone_is_wanted(Constraints *cs, Function *function);
Values *constraints_values(Constraints *cs, Function *function); /* NULL: there is no body */

/* summaries.c: what the machine's own functions do. False if it is none of them. */
bool summary_apply(Constraints *cs, u32 instance, u32 insn, const Function *callee);
bool summary_is_allocation(const char *name);
bool summary_returns_first(const char *name); /* its result is its first argument */

#endif
