/* The engine of predicate abstraction (abstract/cegar.h). */
#include "base/clock.h"
#include "base/resident.h"
#include "verify/verify.h"

#include "abstract/cegar.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const VerifyLimits *limits;
} Listener;

static bool stops(void *self) {
    const Listener *listener = self;
    return (listener->limits->stop && *listener->limits->stop) ||
           (listener->limits->bytes && resident_bytes() > listener->limits->bytes);
}

static void log_line(void *self, const char *line) { dprintf(STDERR_FILENO, "%s\n", line); }

static void take_inputs(const Cegar *c, VerifyAnswer *answer) {
    for (u32 i = 0; i < c->inputs.count; i++) {
        const CegarInput *input = &c->inputs.at[i];
        u8 bytes[64] = {0};
        memcpy(bytes, term_limbs(input->value), MIN(sizeof bytes, term_limb_count(input->value->width) * sizeof(u64)));
        ktest_add_object(&answer->inputs.test, input->name, bytes, input->bytes);
    }
}

static void take_invariants(const Cegar *c, VerifyAnswer *answer) {
    for (u32 i = 0; i < c->invariants.count; i++) {
        const CegarInvariant *invariant = &c->invariants.at[i];
        VerifyInvariant copy = {invariant->location, xstrdup(invariant->function->name), xstrdup(invariant->text)};
        vec_push(&answer->invariants, copy);
    }
}

/* The path is feasible as the abstraction has it. Values that were never set, and what pointers from outside lead to, are
 * no inputs: the explorer finds them, with the inputs as they are. */
static void confirm(const VerifyTask *task, Cegar *c, VerifyAnswer *answer) {
    enum { MOST_SECONDS = 10 };
    VerifyReplay replay;
    answer->violated =
        property_in(task->properties, PROPERTY_NO_OVERFLOW) ? PROPERTY_NO_OVERFLOW : PROPERTY_UNREACH_CALL;
    bool shows = verify_replay(task, &answer->inputs, &replay);
    replay_free(&replay);
    if (shows) {
        answer->verdict = VERDICT_FALSE;
        return;
    }
    VerifyTask guided = *task;
    KTest given = answer->inputs.test;
    answer->inputs.test = (KTest){0};
    guided.guided = &given;
    double left = c->options.seconds > 0 ? c->options.seconds - (clock_seconds() - c->started) : MOST_SECONDS;
    VerifyLimits limits = {.seconds = MAX(0.2, MIN(left, MOST_SECONDS))};
    ExploreChoice choice = {.search = "dfs", .memory = "forking"};
    text_add(&answer->statistics, "; the path as it was run: ");
    if (verify_explore(&guided, &choice, &limits, answer) != VERDICT_FALSE) {
        text_clear(&answer->reason);
        answer_unknown(answer, "a path that is feasible as far as it is modelled did not show when it was run");
    }
    ktest_free(&given);
}

static void conclude(const VerifyTask *task, Cegar *c, VerifyAnswer *answer) {
    text_printf(&answer->statistics,
                "%u refinements, %u begun again, %u heads, %u predicates, %u states, %" PRIu64
                " queries; %.1f s, of them %.1f in abstraction, %.1f in refinement; %" PRIu64 " MiB",
                c->refinements, c->restarts, c->heads.count, c->predicates.count, c->nodes.count, c->queries,
                clock_seconds() - c->started, c->abstraction_seconds, c->refinement_seconds, resident_bytes() >> 20);
    if (c->options.uses_functions)
        text_printf(&answer->statistics, "; %" PRIu64 " versions of functions, %" PRIu64 " updates, %" PRIu64 " frames",
                    c->uf.versions, c->uf.updates, c->uf.frames);
    answer->is_out_of_time = c->is_out_of_time;
    if (c->verdict == CEGAR_SAFE && task->cegar.ignores_aliases) {
        answer_unknown(answer, "the memory model 'names' proves nothing: it says true, but takes no pointer to lead to "
                               "what has a name");
    } else if (c->verdict == CEGAR_SAFE) {
        answer->verdict = VERDICT_TRUE;
        take_invariants(c, answer);
        text_add(&answer->assumed, "an access that leaves its object meets none of another object\n");
        if (cegar_assumes_few_blocks(c))
            text_add(&answer->assumed, "no place of the program makes more than a million blocks\n");
    } else if (c->verdict == CEGAR_PATH) {
        take_inputs(c, answer);
        confirm(task, c, answer);
    } else {
        answer_unknown(answer, "%s", c->reason.length ? c->reason.chars : "nothing is shown");
    }
}

/* ---- What the user chooses ---- */

static const char *const split_names[] = SPLIT_NAMES;

static bool is_split(const char *name, Split *split) {
    for (u32 i = 0; i < COUNT_OF(split_names); i++) {
        if (strcmp(name, split_names[i]) != 0) continue;
        *split = (Split)i;
        return true;
    }
    return false;
}

static bool has_word(const char *list, const char *word) {
    for (const char *at = list; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
        if (!strncmp(at, word, strlen(word)) && (!at[strlen(word)] || at[strlen(word)] == ',')) return true;
    return false;
}

/* --blocks; false: it is none of them. */
static bool take_blocks(const char *text, CegarOptions *options) {
    options->ends_at_calls = !strcmp(text, "calls");
    if (options->ends_at_calls || !strcmp(text, "loops")) return true;
    char *end;
    unsigned long length = strtoul(text, &end, 10);
    options->most_length = (u32)MIN(length, (unsigned long)UINT32_MAX);
    return *text >= '1' && *text <= '9' && !*end;
}

bool cegar_choice_check(const CegarChoice *choice, Error *error) {
    static const char *const analyses[] = {"value", "predicate", "value,predicate", "predicate,value"};
    bool is_known = !choice->cpa;
    Split split;
    for (u32 i = 0; i < COUNT_OF(analyses) && !is_known; i++) is_known = !strcmp(choice->cpa, analyses[i]);
    if (!is_known) return error_set(error, "'%s' is no analysis of states: value, predicate or both", choice->cpa);
    if (choice->without && !choice->uses_functions) return error_set(error, "--uf-without is of --memory=uf");
    for (const char *at = choice->without; at && *at; at += strcspn(at, ","), at += *at == ',') {
        static const char *const words[] = {"pure", "constants", "independent", "used"};
        bool is_word = false;
        for (u32 i = 0; i < COUNT_OF(words); i++)
            is_word = is_word || (strlen(words[i]) == strcspn(at, ",") && !strncmp(at, words[i], strlen(words[i])));
        if (!is_word)
            return error_set(error, "'%.*s' is no optimisation of uf: pure, constants, independent or used",
                             (int)strcspn(at, ","), at);
    }
    if (choice->split && !is_split(choice->split, &split))
        return error_set(error, "memory is not split by '%s': cells, andersen, types, fields or none", choice->split);
    if (choice->blocks && !take_blocks(choice->blocks, &(CegarOptions){0}))
        return error_set(error, "blocks do not end at '%s': loops, calls or a number of instructions", choice->blocks);
    return true;
}

static CegarOptions options_of(const VerifyTask *task, const VerifyLimits *limits, Listener *listener) {
    const CegarChoice *choice = &task->cegar;
    CegarOptions options = {.seconds = limits->seconds,
                            .stops = stops,
                            .self = listener,
                            .uses_values = !choice->cpa || has_word(choice->cpa, "value"),
                            .uses_predicates = !choice->cpa || has_word(choice->cpa, "predicate"),
                            .is_cartesian = choice->is_cartesian,
                            .ignores_aliases = choice->ignores_aliases,
                            .uses_functions = choice->uses_functions,
                            .uf = {.joins_constants = !has_word(choice->without, "constants"),
                                   .joins_independent = !has_word(choice->without, "independent"),
                                   .only_used = !has_word(choice->without, "used")},
                            .all_in_memory = has_word(choice->without, "pure"),
                            .recursion = 3,
                            .log = choice->logs ? log_line : NULL,
                            .finds_overflows = property_in(task->properties, PROPERTY_NO_OVERFLOW)};
    if (choice->split) is_split(choice->split, &options.split);
    if (choice->blocks) take_blocks(choice->blocks, &options);
    return options;
}

/* ---- The engine ---- */

Verdict verify_cegar(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {
    Listener listener = {limits};
    Error error = {0};
    CegarOptions options = options_of(task, limits, &listener);
    const char *analysis = options.split == SPLIT_ANDERSEN ? "andersen" : "cells";
    Alias *alias = alias_analysis_named(analysis)->run(task->program, ALIAS_CLONES_FEW, &error);
    if (!alias) {
        answer_unknown(answer, "%s", error.message.chars);
        error_free(&error);
        return answer->verdict;
    }
    Cegar c;
    cegar_init(&c, task->program, alias, &options);
    cegar_run(&c);
    conclude(task, &c, answer);
    if (task->cegar.graph && !cegar_draw(&c, task->cegar.graph)) {
        text_clear(&answer->reason);
        answer_unknown(answer, "'%s' cannot be written", task->cegar.graph);
    }
    cegar_free(&c);
    alias_free(alias);
    return answer->verdict;
}
