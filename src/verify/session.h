/* A machine with an explorer over the program of a task, as engines that ask more than once make them and let them go. */
#ifndef VERIFY_SESSION_H
#define VERIFY_SESSION_H

#include "engine/explore.h"
#include "verify/verify.h"

typedef struct {
    const VerifyTask *task;
    Machine m;
    Explorer e;
    MachineInputs inputs;
    char *environment[1]; /* of the program: empty */
} VerifySession;

void session_begin(VerifySession *session, const VerifyTask *task, const MachineOptions *of_machine,
                   const ExploreOptions *options);
/* The program's arguments, for those who run it. */
static inline int session_argument_count(const VerifySession *session) { return (int)session->task->argument_count; }
static inline char **session_arguments(const VerifySession *session) {
    return (char **)(uintptr_t)session->task->arguments;
}
void session_end(VerifySession *session); /* with the decoded code of the program */

#endif
