/* The threads of a saved state that wait (machine/threads.c): what stands in their parts of the machine's areas. The one
 * that runs is saved by state.c, as that of a program with one thread is. */
#ifndef STATE_THREADS_H
#define STATE_THREADS_H

#include "base/image.h"
#include "machine/machine.h"

typedef struct {
    u32 slot;
    Thread thread;
    Image cells, terms, stack_bytes, stack_undefined;
} SavedThread;

typedef struct {
    u32 running; /* the slot of the one that runs, */
    u32 number;  /* and how reports call it */
    u32 count;
    SavedThread *at; /* in the order of their slots */
} SavedThreads;

/* `from`: of the state that the running one was loaded from, to share with; NULL: none. */
void threads_save(const Machine *m, SavedThreads *saved, const SavedThreads *from);
/* The machine's areas are those of the state's running thread afterwards, those of the others are filled. */
void threads_load(Machine *m, const SavedThreads *saved);
void saved_threads_copy(SavedThreads *to, const SavedThreads *from);
void saved_threads_free(SavedThreads *saved);

#endif
