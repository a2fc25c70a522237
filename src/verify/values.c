/* The engine that proves that the error function is never called by the values of variables (engine/values.h). It never
 * says FALSE. */
#include "base/resident.h"
#include "verify/verify.h"

#include "engine/values.h"

#include <inttypes.h>

static bool is_error(void *listener, const Function *function) {
    const VerifyTask *task = listener;
    return convention_is_target(function, task->properties, task->error_function);
}

Verdict verify_values(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {
    ValuesAnswer found;
    if (task->follows) { /* it does not look at some runs alone */
        answer_unknown(answer, "the values of variables are those of all runs");
        return answer->verdict;
    }
    ValuesOptions options = {.seconds = limits->seconds,
                             .bytes = limits->bytes,
                             .stop = limits->stop,
                             .listener = (void *)(uintptr_t)task,
                             .is_error = is_error};
    values_run(task->program, &options, &found);
    text_printf(&answer->statistics, "values: %u variables, %u contexts, %u states kept, %u covered, %" PRIu64 " MiB",
                found.places, found.contexts, found.states, found.covered, resident_bytes() >> 20);
    if (found.is_proved) {
        answer->verdict = VERDICT_TRUE;
        text_add(&answer->assumed, "no access changes a variable whose address the program does not take\n");
        if (found.has_assembly)
            text_add(&answer->assumed, "inline assembly changes only what it is given, and goes on behind itself\n");
    } else {
        answer_unknown(answer, "%s", found.reason.chars);
        answer->is_out_of_time = found.is_out_of_time;
        answer->says_little = true;
    }
    values_answer_free(&found);
    return answer->verdict;
}
