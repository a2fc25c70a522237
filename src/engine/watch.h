/* Looking after a run while it runs: a timer lets the running state stop between two blocks of code, now and then, for
 * the listener to be asked (Explorer.poll), and for the limits of time and memory.
 *
 * When the process is short of memory, waiting states are parked: only their logs are kept, and they are run again when
 * their turn comes. */
#ifndef ENGINE_WATCH_H
#define ENGINE_WATCH_H

#include "engine/explore.h"

void watch_begin(Explorer *e);
void watch_end(Explorer *e);
/* Between two paths, or two blocks of one. */
void watch_look(Explorer *e);
/* A state was forked off. Much may be copied between two ticks: then the running state stops at its next block. */
void watch_forked(Explorer *e);
void watch_collect(Explorer *e);  /* terms that no state has; between two paths */
void watch_park_all(Explorer *e); /* between two paths */

#endif
