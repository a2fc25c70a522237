/* Loops without an end in sight, of an exploration that follows paths one by one: after a few rounds in which the way was
 * not certain a state is made that stands for any number of rounds, so that what is behind the loop is reached.
 *
 * The *entry* is the state that came to the loop. What a round changes are places (induct_inside.h), found by comparing
 * the entry with a state that has come round; in the *general* state they hold fresh values, bound by those candidates
 * that hold after the rounds that were seen: it stands for so many rounds and more, fewer are followed as they are. The general state goes on as any other: it leaves the loop,
 * and it goes round once more. When it comes back, what it has changed that is no place yet becomes one, candidates that
 * do not hold are dropped, and if there was any of that a new general state is made: so in the end the general states
 * cover every round, and what comes back is dropped. The paths that take the loop round by round go on as if nothing
 * were.
 *
 * A path behind a general state may be one that no values lead along. Nothing is ever concluded from it: it is a
 * direction to look in. A *probe* is an exact state, the entry of the first loop that the path has left in this way, bound
 * to values that the path's model has for what was known there: where it comes to the same error, that is an ordinary path
 * with ordinary values.
 *
 * Not widened: loops of the library, loops with several entries, those that make or end objects.
 *
 * *Calls* likewise: a call of the user's that has forked often, without anybody returning from it, or that is the fourth
 * of one function on the stack, is also *skipped*: a state is made that goes on behind it, with fresh values for what it may
 * write and return (program/effects.h, semantics/skip_call.c). The paths in it go on as if nothing were. Their probes begin
 * before the call and follow one way of it to its end (widen_probes.c).
 *
 * Not skipped: calls that never return, and those that may change more than 64 objects, or one of more than 64 KiB. */
#ifndef ENGINE_WIDEN_H
#define ENGINE_WIDEN_H

#include "engine/explore.h"
#include "program/effects.h"

typedef struct Widening Widening;

typedef struct {
    u32 widened, general, covered,
        refused; /* loops; states that stand for many; such that came round; loops not widened */
    u32 probes;
    u32 skipped; /* calls */
} WidenStatistics;

/* A call that was skipped, on some path. */
typedef struct {
    const Function *function; /* that is called */
    LocationId location;
} SkippedPlace;

/* MachineOptions.marks_heads is set. `effects`: NULL, no call is skipped. `may_bind`: probes may be bound to one value of
 * the symbol. */
Widening *widen_begin(Explorer *e, const ProgramEffects *effects,
                      bool (*may_bind)(const Explorer *e, const Term *symbol));
void widen_end(Widening *widening);
const WidenStatistics *widen_statistics(const Widening *widening);

const SkippedPlace *widen_skipped(const Widening *widening, u32 *count); /* each once */

/* The running state is about to make the call at ip; it has returned to the frame r; it has forked. */
void widen_before_call(Widening *widening, const Code *ip, u64 *r, const CallSite *site);
void widen_after_call(Widening *widening, u64 *r, const CallSite *site);
void widen_forked(Widening *widening);

/* The running state is at the head of a loop. True: it does not go on now. */
bool widen_at_head(Widening *widening, const Code *ip, u64 *r);

/* The choices of the rounds after which the loop was widened: from `last` back to `first`, which is not one of them. */
typedef struct {
    const TrailStep *first, *last;
    const Function *function;
    LocationId location;
} WidenedRounds;
/* Of the loops that the running path has left with values of any number of rounds: the n-th, from the last one on;
 * false: there are fewer. */
bool widen_rounds(const Path *path, u32 index, WidenedRounds *out);

/* An exact state is to be followed, to the end that the running path has come to: Path.probe says which one it is of.
 * False: there have been enough. */
bool widen_probe(Widening *widening, void *probe);
/* No state runs: probes, and states that have skipped calls, wait with the others from now on. */
void widen_begin_waiting(Widening *widening);

#endif
