/* A child process that is spoken to in lines: the solver's Z3. It can be killed at any time and started again. */
#ifndef SOLVER_PROCESS_H
#define SOLVER_PROCESS_H

#include "base/text.h"
#include "solver/deadline.h"

#include <sys/types.h>

typedef struct {
    pid_t pid; /* 0: not running */
    int to, from;
    Text unread; /* what was received beyond the last answer */
} Process;

/* Starts the program; its memory is limited to `memory_bytes` if that is not 0. */
bool process_start(Process *process, const char *const *arguments, size_t memory_bytes);
/* Sends text. False when the child is gone or the deadline passed. */
bool process_send(Process *process, const char *text, size_t length, Deadline *deadline);
/* Receives up to and without the next line that equals `end`. False when the child is gone or the deadline passed. */
bool process_receive(Process *process, const char *end, Text *out, Deadline *deadline);
/* Whether such a line has been received, or the child is gone. Does not wait. */
bool process_has_line(Process *process, const char *end);
void process_kill(Process *process);

#endif
