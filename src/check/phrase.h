/* What a branch asks, in the words of the source. */
#ifndef CHECK_PHRASE_H
#define CHECK_PHRASE_H

#include "base/arena.h"
#include "check/sources.h"
#include "program/program.h"

typedef struct {
    const char *text; /* NULL: the line does not tell, as where it is made by a macro */
    bool is_negated;  /* it begins with `!`: the program's branch is about what follows */
} ConditionPhrase;

/* Of a condition made with && and || the operand that the branch at this place is about. */
ConditionPhrase phrase_of_condition(Arena *arena, Sources *sources, const Program *program, LocationId location);

#endif
