/* Between the files of widening. */
#ifndef ENGINE_WIDEN_INSIDE_H
#define ENGINE_WIDEN_INSIDE_H

#include "engine/induct_inside.h"
#include "engine/widen.h"

/* One arrival at a loop, or at a call, shared by all paths that go on from there. */
typedef struct LoopEntry {
    State *state;            /* that came */
    struct LoopEntry *first; /* of the state's path, if that stands for many itself; else this one */
    struct LoopEntry *outer; /* widened before it on the state's path; NULL: none */
    LoopRun *run;            /* once it is widened; of a call: what was known before it */
    struct SearchNode *node;
    const TrailStep *rounds; /* the choices up to where it was widened */
    u32 general;             /* states made */
    bool is_refused;
    const CallSite *site; /* the call; NULL: it is a loop */
    const Effects *effects;
    u32 forks;   /* within the call, on all paths */
    u32 returns; /* of paths from it */
    bool is_due; /* a state that has skipped it was asked for */
} LoopEntry;

/* A call that a path is in. Shared by its siblings, so never changed. */
typedef struct Called {
    LoopEntry *entry; /* NULL: of a probe, which goes all ways when the call has returned */
    const CallSite *site;
    const u64 *r; /* the frame that calls */
    struct Called *outer;
} Called;

/* To be made when no state runs. */
typedef struct {
    LoopEntry *entry, *last; /* where it begins; the last one that the path has left */
    void *self;
    TermVec bindings; /* what it is bound to, as conditions */
} Probe;

struct Widening {
    Explorer *e;
    Induct in; /* for places and candidates */
    InductAnswer answer;
    const ProgramEffects *effects;
    VEC(LoopEntry *) entries;
    Map counts; /* the head's Block, or the CallSite -> entries kept */
    VEC(Probe) probes;
    VEC(LoopEntry *) due; /* calls that are to be skipped */
    VEC(SkippedPlace) skipped;
    double seconds; /* spent on making general states */
    bool (*may_bind)(const Explorer *e, const Term *symbol);
    WidenStatistics statistics;
};

void widen_load(Widening *w, const State *state); /* the machine holds it, with its path */
/* The running state has come to `place`. NULL: it is not kept. */
LoopEntry *widen_keep_entry(Widening *w, const Code *ip, u64 *r, const void *place, u32 most);
void widen_skip_due(Widening *w); /* widen_calls.c; no state runs */

#endif
