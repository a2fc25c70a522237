/* Points-to analyses: which pointer may point to which object, for the whole program with its C library.
 *
 * An analysis takes a program and gives an Alias; every analysis gives the same type. The program is loaded as
 * far as it can be reached: from main(), or, where there is none, from every function that other files can call. The
 * result refers to the program, which must outlive it.
 *
 * What holds for every analysis: if a pointer of type T * in a run of the program points into an object, then
 * the abstract object of that object is in the set of the register that holds it. Pointers are followed through
 * integers, memory and functions; only numbers that the program makes up itself (not from a pointer) are not. */
#ifndef ALIAS_ALIAS_H
#define ALIAS_ALIAS_H

#include "program/program.h"

typedef struct Alias Alias;

/* Which functions are analysed once for each direct call to them, two calls deep, so that what they are passed at
 * different calls is not mixed. */
typedef enum {
    ALIAS_CLONES_FEW, /* those that return what they allocate, and small leaves of the library */
    ALIAS_CLONES_ALL, /* every function, as far as a budget goes */
    ALIAS_BOTTOM_UP,  /* as FEW; and what a function does is worked out once, and copied for each call of it, at any
                         depth, as far as a budget goes; for analyses by unification (bottomup.h) */
} AliasClones;

typedef struct {
    const char *name, *title;
    bool has_summaries;                                                /* it can be ALIAS_BOTTOM_UP */
    Alias *(*run)(Program *program, AliasClones clones, Error *error); /* NULL with an error */
} AliasAnalysis;

/* All of them: andersen, steensgaard, steensgaard-fields, dsa, cells; ended by one without a name. */
extern const AliasAnalysis alias_analyses[];
const AliasAnalysis *alias_analysis_named(const char *name); /* NULL: there is none */
/* The contexts "none" (or NULL: few clones) and "bottom-up", if the analysis has them (NULL: any does). */
bool alias_clones_named(const char *context, const AliasAnalysis *analysis, AliasClones *out, Error *error);

/* Inclusion based, field sensitive, function pointers resolved on the fly. NULL with an error. */
Alias *alias_andersen(Program *program, AliasClones clones, Error *error);
void alias_free(Alias *alias);

/* ---- Objects ---- */

/* Abstract objects are numbered from 0. */
typedef VEC(u32) AliasObjects;

void alias_print_object(const Alias *alias, u32 object, Text *out); /* "heap at list.c:12", "global head", ... */
/* The objects that the register of the function may point into, whatever the context; ascending. `out` is filled
 * anew; false if the function was not reached. */
bool alias_points_to(const Alias *alias, const Function *function, u32 reg, AliasObjects *out);

/* ---- Classes: algorithm 3 of the segmented memory model ---- */

typedef enum {
    ALIAS_CLASSES_PAPER,      /* heap blocks and globals; constants and local variables are left out, as in the paper */
    ALIAS_CLASSES_WITH_LOCALS /* local variables too */
} AliasClasses;

/* Classes are numbered from 1; 0 is for what is in none. alias_andersen() has computed them as in the paper. */
void alias_compute_classes(Alias *alias, AliasClasses which);
u32 alias_class_of_global(const Alias *alias, const Global *global);
/* `calls`: the call instruction of malloc or the like, then the calls of its callers, innermost first, as many
 * as there are. 0: unknown class. */
u32 alias_class_of_heap(const Alias *alias, const Insn *const *calls, u32 count);

/* ---- Groups: the partition of memory by accesses ---- */

/* A group is a set of pieces of objects, such that each load and store of a scalar touches one group only. Groups are
 * numbered from 1; 0 is for what no load or store touches. Copies of ranges (memcpy) may touch several. */
u32 alias_group_count(const Alias *alias);
/* The size of every access to the group, all of which are to the same or to disjoint bytes; 0: not known (⊤). */
u64 alias_group_size(const Alias *alias, u32 group);
/* The group of a byte of an object; the last byte counts for all that come after it. */
u32 alias_group_at(const Alias *alias, u32 object, u64 offset);
/* `calls`: the load or store, then the calls that led there, innermost first, as many as there are. 0: unknown. */
u32 alias_group_of_access(const Alias *alias, const Insn *const *calls, u32 count);
/* Do calls tell contexts apart at any depth? Then all of them must be given where calls are; else three are enough. */
bool alias_has_deep_contexts(const Alias *alias);
/* Every load and store that the analysis saw, with its group; once for each context it was seen in. */
void alias_each_access(const Alias *alias,
                       void (*visit)(void *self, const Function *function, const Insn *insn, u32 group), void *self);
/* The groups that what stands in a group points to. */
const u32 *alias_group_edges(const Alias *alias, u32 group, u32 *count);

/* The abstract object of something concrete; false if there is none. */
bool alias_object_of_global(const Alias *alias, const Global *global, u32 *object);
bool alias_object_of_heap(const Alias *alias, const Insn *const *calls, u32 count, u32 *object); /* as for classes */
/* `calls` led to the function whose variable it is. */
bool alias_object_of_local(const Alias *alias, const Function *function, const Variable *variable,
                           const Insn *const *calls, u32 count, u32 *object);

/* ---- Text ---- */

void alias_print(const Alias *alias, Text *out);           /* each class with its objects */
void alias_print_points_to(const Alias *alias, Text *out); /* the set of each named pointer of the user's code */
/* Each group with its pieces of objects, and the pointers in registers: what the user's code accesses or makes, with
 * `with_library` everything. */
void alias_print_groups(const Alias *alias, bool with_library, Text *out);
void alias_print_dot(const Alias *alias, bool with_library, Text *out);
void alias_print_svg(const Alias *alias, bool with_library, Text *out);
void alias_print_json(const Alias *alias, bool with_library, Text *out);
/* How many groups the accesses of the user's own code (not the library's) touch, and in how many instructions the
 * largest of them is accessed. */
void alias_count_groups(const Alias *alias, u32 *groups, u32 *largest);

#endif
