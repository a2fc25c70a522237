/* A guard around LLVM while it reads a file that may be damaged: LLVM 19 crashes, aborts or writes to
 * stderr on some. Between guard_begin and guard_end stderr is closed to it, and a crash ends the process
 * with one sentence and status 2, like any other unreadable input.
 *
 * After a crash inside LLVM (perhaps with malloc's lock held) nothing but ending is safe, so this is the
 * one place of the front end that prints and exits. */
#ifndef FRONTEND_GUARD_H
#define FRONTEND_GUARD_H

void guard_begin(const char *path);
void guard_end(void);

#endif
