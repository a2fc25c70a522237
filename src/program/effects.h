/* What a call may do to the memory of its caller, worked out once for every function of the user's, callees first, the
 * functions of a ring of calls together.
 *
 * Addresses are followed by where they come from, their *sources*: an argument; what is behind an argument (reached from
 * there through one pointer or more); a variable of the program; what is behind variables; what the call has made itself
 * (its locals and blocks); and what is not known. Within a function the order of its instructions does not count, and a
 * pointer that was put anywhere outside of what it has made itself may be what is loaded from anywhere else out there: so
 * it holds whatever points to the same place. Nothing is assumed about callers, of which a function that is analysed by
 * itself has none; that is why this is not asked of a points-to analysis of the whole program (alias/).
 *
 * Not followed: numbers that a program makes up itself. */
#ifndef PROGRAM_EFFECTS_H
#define PROGRAM_EFFECTS_H

#include "program/program.h"

/* A set of sources. Of the first arguments (each a scalar) one by one; the others are unknown. */
typedef u32 SourceSet;
enum { EFFECT_PARAMS = 12 };
#define SOURCE_PARAM(i) ((SourceSet)1 << (i))
#define SOURCE_BEHIND(i) ((SourceSet)1 << (EFFECT_PARAMS + (i)))
#define SOURCE_GLOBALS ((SourceSet)1 << 24)
#define SOURCE_BEHIND_GLOBALS ((SourceSet)1 << 25)
#define SOURCE_OWN ((SourceSet)1 << 26)
#define SOURCE_UNKNOWN ((SourceSet)1 << 27)

typedef struct {
    SourceSet written;  /* bytes there may be */
    SourceSet pointers; /* and among them pointers */
    SourceSet freed;
    SourceSet kept;       /* may stand somewhere afterwards where the caller did not put it */
    SourceSet result;     /* what a pointer that is returned may be */
    u64 *globals;         /* a bit for each: named by it or by what it calls */
    u64 *written_globals; /* likewise: may be written by their names */
    bool calls_unknown;   /* code that is not there, or that a pointer leads to: variables may be anything afterwards */
    bool returns;         /* it can */
    bool is_recursive;    /* it may call itself, perhaps through others */
    u32 branches;         /* of it and what it calls; a loop counts as many. Saturated */
} Effects;

typedef struct {
    Arena arena;
    const Program *program;
    bool (*is_of_machine)(const char *name);
    const Effects **of; /* by number of the function; NULL: it is not the user's, or has no body */
    u32 count, globals; /* functions and globals, then */
    u32 words;          /* of a set of globals */
} ProgramEffects;

enum { EFFECT_LOOP = 64, EFFECT_MOST_BRANCHES = 1 << 20 };

/* The bodies of the user's functions are there (program_make_all_known). `is_of_machine`: functions that have no body because
 * whoever runs the program has them: malloc, memcpy and the like. */
void effects_find(ProgramEffects *effects, const Program *program, bool (*is_of_machine)(const char *name));
void effects_free(ProgramEffects *effects);
static inline const Effects *effects_of(const ProgramEffects *effects, const Function *function) {
    return function->number < effects->count ? effects->of[function->number] : NULL;
}
static inline bool effects_has_global(const u64 *set, u32 number) { return set[number / 64] >> number % 64 & 1; }

/* For tests and the curious: "writes *0, frees behind 1, returns own". */
void effects_print(Text *out, const ProgramEffects *effects, const Function *function);

#endif
