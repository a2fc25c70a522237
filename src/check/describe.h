/* A finding in words: from the end of a path, with everything of the path still there. */
#ifndef CHECK_DESCRIBE_H
#define CHECK_DESCRIBE_H

#include "check/check.h"
#include "check/sources.h"
#include "engine/explore.h"

typedef struct {
    Explorer *e;
    const ProgramFacts *facts;
    const Function *root;      /* that the analysis began with */
    Arena *arena;              /* of the texts */
    Sources *sources;          /* the words of which are told */
    const Map *objects_before; /* a step of the trail -> the number of the next object then; NULL: not known */
} Description;

FindingKind describe_kind(Machine *m, const Fault *fault); /* FINDING_KIND_COUNT: it is no finding */
void describe_place(const Description *d, const Fault *fault, Finding *finding);
void describe_path(const Description *d, const Fault *fault, Finding *finding); /* message, notes, values */

#endif
