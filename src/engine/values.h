/* Proofs that a function is never called, by the values of variables alone.
 *
 * Programs of which the interesting part is a protocol (a lock is taken and given back, a request is completed once) keep
 * its state in a few variables; everything else they do matters little. Here the program is followed over its own
 * representation, without a machine and without a solver:
 *
 *   - A *place* is a register, or a piece of a global variable whose address is used for nothing but loads and stores of
 *     that piece. Its value is a term: a number, a symbol, or a small operation on symbols. Everything that is read from
 *     other memory may be anything, and what is written there is forgotten: no access can change a place, as long as
 *     accesses stay within what they are based on. That is assumed, and said.
 *   - What a path has decided about symbols are its *facts*. Symbols that are equal to a number become it.
 *   - A function is followed once for each *context*: the values it is entered with. The ways out of it are kept, and
 *     given to all calls that enter it with the same values, calls inside of itself included.
 *   - Where ways meet, symbols are renamed by where they occur and what is not read any more is forgotten; a state that
 *     is covered by one that was there before is not followed. Where too many states meet, places with many values are
 *     forgotten, so that it ends.
 *
 * Not all places are kept. Their *distance* is the number of decisions between them and the call that must not happen:
 * what decides it directly is at 0, what decides whether those are written is at 1, and so on (values_relevance.c). It is
 * tried with few places first, and with more as long as the call can be reached. So most of a large program is passed
 * over, and a path through it that does not matter is no path of its own. */
#ifndef ENGINE_VALUES_H
#define ENGINE_VALUES_H

#include "base/text.h"
#include "program/program.h"

#include <signal.h>

typedef struct {
    double seconds; /* 0: any */
    u64 bytes;      /* of the process; 0: any */
    volatile sig_atomic_t *stop;
    void *listener;
    bool (*is_error)(void *listener, const Function *function); /* must it never be called? */
} ValuesOptions;

typedef struct {
    bool is_proved, is_out_of_time;
    bool has_assembly;                     /* which was passed over */
    Text reason;                           /* if it is not proved: one sentence */
    u32 places, contexts, states, covered; /* of the last try */
} ValuesAnswer;

void values_run(Program *program, const ValuesOptions *options, ValuesAnswer *answer);
void values_answer_free(ValuesAnswer *answer);

#endif
