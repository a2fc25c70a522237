/* Between the files of exploration: the log of a path, the solver, the waiting states. */
#ifndef ENGINE_EXPLORE_INSIDE_H
#define ENGINE_EXPLORE_INSIDE_H

#include "engine/explore.h"

/* explore_log.c. A path is a function of its log: all that the solver or a model had a say in is in it. The log is read
 * again by a sibling, for the operation it begins with (`pending`), and by a path that is run again (`replay`). */
typedef enum { LOG_NEW, LOG_PENDING, LOG_REPLAY } LogSource;
void log_begin(Explorer *e);                 /* what comes belongs to the operation at hand */
LogSource log_read(Explorer *e, u32 *entry); /* LOG_NEW: there is nothing to read, decide and write */
void log_write(Explorer *e, u32 entry);
void log_write_wide(Explorer *e, u64 value); /* two entries */
u64 log_read_wide(Explorer *e);

/* checks.c: in builds with LOCI_CHECKS, ends the process with a sentence if it is not so. */
#ifdef LOCI_CHECKS
void check_guards(Explorer *e, const Code *ip, u64 *r, Term *const *guards, u32 count); /* one holds, and only one */
void check_step_begins(Explorer *e);
void check_step_chooses(Explorer *e, u64 *r);
void check_step_unchanged(Explorer *e, const Code *ip, u64 *r); /* the operation has changed nothing so far */
#else
static inline void check_guards(Explorer *e, const Code *ip, u64 *r, Term *const *guards, u32 count) {}
static inline void check_step_begins(Explorer *e) {}
static inline void check_step_chooses(Explorer *e, u64 *r) {}
static inline void check_step_unchanged(Explorer *e, const Code *ip, u64 *r) {}
#endif

/* What the semantics asks (Strategy). explore_choose.c: */
int explore_choose(Machine *m, const Code *ip, u64 *r, ChoiceKind kind, Term *const *guards, u32 count);
bool explore_waits_at_join(Machine *m, const Code *ip, u64 *r);
bool explore_marks_call(Machine *m, const Code *ip, u64 *r, const CallSite *site, bool has_returned);
void explore_before_change(Machine *m, const Code *ip, u64 *r);
/* explore_questions.c: */
bool explore_may_assume(Machine *m, Term *condition);
bool explore_must_be(Machine *m, Term *condition);
u64 explore_concretise(Machine *m, Term *term);
u64 explore_some_value(Machine *m, Term *term);

/* explore_questions.c */
Answer explore_ask(Explorer *e, Term *condition, Model **model); /* can it be true? *model: of the path and it */
Answer explore_ask_all(Explorer *e, Term *const *conditions, u32 count, Model **model); /* all together */
bool explore_may_be(Explorer *e, Term *condition); /* false: the path contradicts it; cheaper, and not exact */
/* The same if the path had not assumed some of its constraints. */
bool explore_may_be_without(Explorer *e, Term *condition, const TermVec *without);
Model *explore_model(Explorer *e); /* of the path; NULL if the solver cannot say */
void explore_add_constraint(Explorer *e, Term *condition);
void path_set_model(Path *path, Model *model); /* takes the reference it is given */
bool explore_find_values(void *self, Term *term, u32 most, TermVec *values);
u32 explore_preferred(void *self, Term *object);

/* remake.c */
/* The state is whole: it can be loaded, or run from its log. False: the run is to stop, or it did not become what it
 * had been. */
bool remake_state(Explorer *e, State *state);
void remake_at_join(Machine *m, const Code *ip, u64 *r); /* the running state has come to the join it was run for */
void remake_mark(Explorer *e, TermStore *store);
void remake_forget(Explorer *e); /* states that can be made once more */
void remake_free(Explorer *e);

/* explore.c */
void explore_cut_state(Explorer *e, CutKind kind, const State *state); /* one that waits */
const State *explore_load_log(Explorer *e, const PathLog *log);        /* where it begins; the machine is there now */
void explore_begin_counting(Explorer *e);                              /* blocks that are run from here on are new */
bool explore_start(Explorer *e, int argc, char **argv, char **envp, Error *error); /* runs the first state */
/* The state waits no longer (explore_remove); those that wait at the same place become one with it, as far as they can. */
State *explore_merge_waiting(Explorer *e, State *state);
void explore_resume(Explorer *e, State *state); /* it runs, and is taken over */
void explore_end_path(Explorer *e);             /* after it has run */

/* explore_pick.c: the state that goes on next. */
State *explore_pick(Explorer *e);

/* repeat.c */
bool repeat_is_seen(Explorer *e, const Code *ip, u64 *r); /* the running state, at a join, is one that it was in */
void repeat_free(Explorer *e);

/* explore_choose.c */
void explore_add_state(Explorer *e, State *state); /* to the waiting ones */
void explore_replace_origin(Explorer *e, State *state);

#endif
