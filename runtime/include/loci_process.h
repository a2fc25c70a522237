/* Starting and ending a program. */
#ifndef LOCI_PROCESS_H
#define LOCI_PROCESS_H

/* Where the machine begins, after the constructors. Never returns; an int so that it looks like main. */
int __loci_start(int argc, char **argv, char **envp);

/* In `run`: adds the symbolic arguments and replaces the environment. */
void __loci_model_start(int *argc, char ***argv, char ***envp);

/* The handlers of atexit in reverse, the program's destructors, then the streams are flushed. */
void __loci_run_exit_handlers(void);

/* What exit does, for callers who must not meet a program's own exit. */
_Noreturn void __loci_finish(int status);

/* Runs the program's destructors; the machine's own. */
void __loci_fini(void);

/* Set by the streams when the first of them is used, so that a program without streams loads none. */
extern void (*__loci_flush_streams)(void);

/* Prints text on standard error, past all streams, and aborts. */
_Noreturn void __loci_abort_with(const char *text);

#endif
