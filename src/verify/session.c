#include "verify/session.h"

void session_begin(VerifySession *session, const VerifyTask *task, const MachineOptions *of_machine,
                   const ExploreOptions *options) {
    *session = (VerifySession){.task = task};
    machine_init(&session->m, task->program, of_machine);
    session->m.inputs = &session->inputs;
    explore_init(&session->e, &session->m, options);
}

void session_end(VerifySession *session) {
    explore_free(&session->e);
    machine_free(&session->m);
    machine_forget_code(session->task->program);
    inputs_free(&session->inputs);
}
