/* Merging: two states that stand at the same place become one.
 *
 * Where they differ, the merged state has an if-then-else over the condition that tells them apart: in cells and in
 * the bytes of objects. States are merged only if their frames and live objects are the same; a block that only one
 * of them has freed, or output that only one of them has made, keeps them apart. */
#ifndef SEMANTICS_MERGE_H
#define SEMANTICS_MERGE_H

#include "semantics/strategy.h"
#include "state/state.h"

/* A hash of what the running state has in common with every state that it can be merged with: parked states are made
 * again only where it is the same. */
u64 merge_key(const Machine *m, u64 *r, const Path *path);
/* `into` becomes both; false, and nothing has changed, if they cannot be merged. No state is running. */
bool merge_states(Symbolic *s, State **into, State *other);

#endif
