/* The engine for recursion without a bound: recursive functions by what is claimed of their results.
 *
 * Every recursive function is split in two (in this process alone, which ends with the answer): its *body*, under another
 * number, and a *stub* under its own, to which all calls lead, those of the body too. The stub returns any value for which
 * the claims hold (recursion.h). Claims are shown by induction over the calls that have returned:
 *
 *   - The body is run with any arguments. It calls stubs, so what it relies on are claims about calls that ended before it
 *     does. Where its result contradicts claims they are dropped, for good, and all begins again (Houdini), until no run
 *     of any body contradicts any claim or violates the property.
 *   - Then the program itself is run, with the stubs: if it has the property, so has the original. A call that does not
 *     return leads to nothing behind it; what happens within it happens in a body, and bodies were run with any arguments.
 *
 * Only functions are followed so that change nothing but their own variables, and global variables that they access by
 * name: the stub gives those any value, and a body begins with any value in them. It never says FALSE: the stub may
 * return what the function never does. It does not speak of termination. */
#include "base/clock.h"
#include "base/resident.h"
#include "verify/recursion.h"
#include "verify/session.h"

#include "engine/watch.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define INPUT_OF_ARGUMENT "(argument %u)"
#define INPUT_OF_RESULT "(result)"

/* ---- Stubs and harnesses ---- */

static void call_with_number(Maker *maker, const char *name, Operand number, bool is_last) {
    const Type *type = make_int_type(maker->program, 32);
    Argument argument = make_argument(number, type);
    Function *callee = make_machine_function(maker->program, name, &type, 1);
    if (is_last) make_last_call(maker, callee, &argument, 1);
    else make_call(maker, callee, &argument, 1, OPERAND_NONE, 0);
}

static void assume(Maker *maker, Operand condition) {
    const Type *number = make_int_type(maker->program, 32);
    call_with_number(maker, "__loci_assume", make_conversion(maker, OP_ZEXT, condition, number), false);
}

static Operand usable_parameters(const Recursive *recursive, const Operand *arguments, Operand *out) {
    for (u32 i = 0; i < recursive->usable_count; i++) out[i] = arguments[recursive->usable[i]];
    return recursive->usable_count ? out[0] : OPERAND_NONE;
}

static void write_stub(Recursion *c, const Recursive *recursive) {
    Function *function = recursive->function;
    Maker maker = make_begin(c->program, function);
    for (u32 i = 0; i < c->globals.count; i++) {
        Global *global = c->globals.at[i].global;
        if (c->globals.at[i].is_written)
            make_symbolic(&maker, make_global_address(c->program, global), global->size, global->name);
    }
    if (function->type->element->kind != TYPE_VOID) {
        Operand result = make_any_value(&maker, "(returned)", function->type->element);
        Operand arguments[MOST_PARAMETERS], usable[MOST_PARAMETERS];
        for (u32 i = 0; i < function->param_count; i++) arguments[i] = i;
        usable_parameters(recursive, arguments, usable);
        if (recursive->width) assume(&maker, claims_write(recursive, &maker, usable, result));
        vec_push(&maker.returns, result);
    }
    make_end(&maker, OP_RETURN);
    make_finish(&maker);
}

static void fail(Maker *maker) {
    enum { REACH_ERROR = 2 }; /* LOCI_REACH_ERROR of runtime/include/loci_machine.h */
    const Type *number = make_int_type(maker->program, 32), *pointer = make_pointer_type(maker->program);
    const Type *params[] = {number, pointer};
    Argument args[] = {make_argument(program_int_operand(maker->program, number, REACH_ERROR), number),
                       make_argument(make_text(maker->program, "a claim does not hold"), pointer)};
    Function *callee = make_machine_function(maker->program, "__loci_fail", params, COUNT_OF(params));
    make_last_call(maker, callee, args, COUNT_OF(args));
}

/* In the place of main: the body with any arguments, and an error where a claim does not hold. What it returned is an
 * input too, so that the inputs of a path are an example. */
static void write_harness(Recursion *c, Function *main, const Recursive *recursive) {
    Maker maker = make_begin(c->program, main);
    const Function *body = recursive->body;
    const Type *result_type = body->type->element;
    Argument args[MOST_PARAMETERS];
    Operand arguments[MOST_PARAMETERS], usable[MOST_PARAMETERS];
    for (u32 i = 0; i < c->globals.count; i++) {
        Global *global = c->globals.at[i].global;
        make_symbolic(&maker, make_global_address(c->program, global), global->size, global->name);
    }
    for (u32 i = 0; i < body->param_count; i++) {
        const Type *type = body->type->fields[i].type;
        arguments[i] = make_any_value(&maker, arena_printf(&c->program->arena, INPUT_OF_ARGUMENT, i), type);
        args[i] = make_argument(arguments[i], type);
    }
    bool returns = result_type->kind != TYPE_VOID;
    u32 result = returns ? make_register(&maker, result_type) : OPERAND_NONE;
    make_call(&maker, recursive->body, args, body->param_count, result, returns);
    if (recursive->width) {
        const Type *bit = make_int_type(c->program, 1);
        Operand same = make_any_value(&maker, INPUT_OF_RESULT, result_type);
        assume(&maker, make_operation(&maker, OP_EQ, result_type, same, result, bit));
        usable_parameters(recursive, arguments, usable);
        Operand holds = claims_write(recursive, &maker, usable, result);
        assume(&maker, make_operation(&maker, OP_XOR, bit, holds, program_int_operand(c->program, bit, 1), bit));
        fail(&maker);
        make_end(&maker, OP_UNREACHABLE);
    } else {
        call_with_number(&maker, "__loci_end_path", program_int_operand(c->program, make_int_type(c->program, 32), 0),
                         true);
        make_end(&maker, OP_UNREACHABLE);
    }
    make_finish(&maker);
    if (main->type->element->kind != TYPE_VOID) main->result_count = 1;
}

/* ---- Running a body ---- */

typedef struct {
    Recursion *recursion;
    Recursive *recursive;
    Machine *m;
    Explorer *e;
    VerifyTask task;
    VEC(CallExample) examples; /* of calls that contradict claims */
    bool is_violated;          /* the property, within the body */
    bool is_cut;
    Text why;
} BodyRun;

static bool read_input(const BodyRun *run, const PathInput *input, u64 *out) {
    *out = 0;
    for (u32 i = 0; i < input->size && i < 8; i++) {
        const Term *byte = explore_evaluate(run->e, input->bytes[i]);
        if (!byte) return false;
        *out |= byte->value << 8 * i;
    }
    return true;
}

/* The path has come to the error of the harness: its inputs are an example. */
static bool read_example(const BodyRun *run, CallExample *example) {
    const Path *path = &run->e->now.path;
    bool has_result = false;
    *example = (CallExample){0};
    for (u32 i = 0; i < path->inputs.count; i++) {
        const PathInput *input = &path->inputs.at[i];
        for (u32 k = 0; k < run->recursive->usable_count; k++) {
            char name[32];
            snprintf(name, sizeof name, INPUT_OF_ARGUMENT, run->recursive->usable[k]);
            if (!strcmp(input->name, name) && !read_input(run, input, &example->arguments[k])) return false;
        }
        if (strcmp(input->name, INPUT_OF_RESULT) != 0) continue;
        has_result = read_input(run, input, &example->result);
    }
    return has_result;
}

static void path_ended(void *listener, const PathEnd *end) {
    BodyRun *run = listener;
    Property violated = PROPERTY_COUNT;
    CallExample example;
    switch (property_meaning(&run->task, run->m, end->end, &violated, &run->why)) {
    case END_GOOD: break;
    case END_CUT: run->is_cut = true; break;
    case END_VIOLATION:
        if (read_example(run, &example)) vec_push(&run->examples, example);
        else run->is_violated = true;
    }
    if (run->is_violated || run->is_cut) run->e->stop = 1;
}

static void poll(void *listener) {
    const BodyRun *run = listener;
    const Recursion *c = run->recursion;
    if ((c->end && clock_seconds() >= c->end) || (c->limits->stop && *c->limits->stop)) run->e->stop = 1;
}

/* True: a claim was dropped, for an example contradicts it. */
static bool drop_claims(const BodyRun *run) {
    Recursive *recursive = run->recursive;
    u32 kept = 0;
    for (u32 i = 0; i < recursive->claims.count; i++) {
        bool holds = true;
        for (u32 k = 0; k < run->examples.count && holds; k++)
            holds = claim_holds(recursive, &recursive->claims.at[i], &run->examples.at[k]);
        if (holds) recursive->claims.at[kept++] = recursive->claims.at[i];
    }
    bool dropped = kept < recursive->claims.count;
    recursive->claims.count = kept;
    return dropped;
}

/* Products are what the solver has most trouble with. */
static bool drop_products(Recursive *recursive) {
    u32 kept = 0;
    for (u32 i = 0; i < recursive->claims.count; i++)
        if (recursive->claims.at[i].value.kind != VALUE_PRODUCT) recursive->claims.at[kept++] = recursive->claims.at[i];
    bool dropped = kept < recursive->claims.count;
    recursive->claims.count = kept;
    return dropped;
}

typedef enum { BODY_HOLDS, BODY_DROPS_CLAIMS, BODY_FAILS } BodyOutcome;

static BodyOutcome outcome_of(BodyRun *run, bool has_run) {
    Recursion *c = run->recursion;
    if (run->is_violated) {
        text_printf(&c->why_not,
                    "the recursive function '%s' violates the property for some arguments, perhaps not its own",
                    run->recursive->function->name);
        return BODY_FAILS;
    }
    if (has_run && run->examples.count && drop_claims(run)) return BODY_DROPS_CLAIMS;
    if (has_run && !run->is_cut && !run->examples.count && explore_is_complete(run->e)) return BODY_HOLDS;
    if (has_run && run->e->statistics.cuts[CUT_SOLVER] && drop_products(run->recursive)) return BODY_DROPS_CLAIMS;
    text_printf(&c->why_not, "a round of the recursion of '%s' is not followed completely%s%s",
                run->recursive->function->name, run->why.length ? ": " : "", run->why.length ? run->why.chars : "");
    return BODY_FAILS;
}

static BodyOutcome run_body(Recursion *c, Recursive *recursive) {
    BodyRun run = {.recursion = c, .recursive = recursive, .task = *c->task};
    run.task.properties |= 1 << PROPERTY_UNREACH_CALL; /* the harness's own error */
    MachineOptions of_machine = verify_machine_options(&run.task);
    of_machine.forks = true;
    ExploreOptions options = {.memory = memory_model_named("forking"),
                              .search = search_named("dfs"),
                              .stops_at_unknown_pointers = true,
                              .max_memory = c->limits->bytes,
                              .query_seconds = (double)MIN(c->task->query_seconds, 3u),
                              .max_symbolic_size = 4096};
    VerifySession session;
    Error error = {0};
    session_begin(&session, c->task, &of_machine, &options);
    run.m = &session.m;
    run.e = &session.e;
    run.e->listener = &run;
    run.e->path_ended = path_ended;
    run.e->poll = poll;
    c->runs++;
    bool has_run =
        explore_run(run.e, session_argument_count(&session), session_arguments(&session), session.environment, &error);
    BodyOutcome outcome = outcome_of(&run, has_run);
    session_end(&session);
    error_free(&error);
    vec_free(&run.examples);
    text_free(&run.why);
    return outcome;
}

/* ---- All of it ---- */

/* Until no run of any body contradicts a claim. */
static bool settle_claims(Recursion *c, Function *main) {
    const Function original = *main;
    BodyOutcome outcome = BODY_HOLDS;
    for (u32 i = 0, held = 0; held < c->functions.count && outcome != BODY_FAILS; i = (i + 1) % c->functions.count) {
        for (u32 k = 0; k < c->functions.count; k++) write_stub(c, &c->functions.at[k]);
        write_harness(c, main, &c->functions.at[i]);
        outcome = run_body(c, &c->functions.at[i]);
        held = outcome == BODY_HOLDS ? held + 1 : 0;
    }
    for (u32 k = 0; k < c->functions.count; k++) write_stub(c, &c->functions.at[k]);
    *main = original;
    return outcome != BODY_FAILS;
}

static double time_left(const Recursion *c) { return c->end ? MAX(0.1, c->end - clock_seconds()) : 0; }

/* The program with stubs: by every path, then with its loops by induction. */
static bool has_property(const Recursion *c) {
    VerifyLimits limits = {.seconds = time_left(c) / 2, .bytes = c->limits->bytes, .stop = c->limits->stop};
    VerifyAnswer answer = {0};
    Verdict verdict = verify_explore(c->task, &(ExploreChoice){.search = "dfs", .memory = "forking"}, &limits, &answer);
    machine_forget_code(c->program);
    answer_free(&answer);
    if (verdict != VERDICT_UNKNOWN) return verdict == VERDICT_TRUE;
    answer = (VerifyAnswer){0};
    limits.seconds = time_left(c);
    verdict = verify_induct(c->task, &limits, &answer);
    answer_free(&answer);
    return verdict == VERDICT_TRUE;
}

/* A claim that no other one makes superfluous. */
static bool is_worth_saying(const Recursive *recursive, u32 index) {
    for (u32 i = 0; i < recursive->claims.count; i++)
        if (claim_says_less(&recursive->claims.at[index], &recursive->claims.at[i])) return false;
    return true;
}

static void print_claims(const Recursion *c, Text *out) {
    enum { MOST = 6 };
    text_printf(out, "recursion: %u functions, bodies run %u times, %" PRIu64 " MiB", c->functions.count, c->runs,
                resident_bytes() >> 20);
    for (u32 i = 0; i < c->functions.count; i++) {
        const Recursive *recursive = &c->functions.at[i];
        u32 printed = 0;
        for (u32 k = 0; k < recursive->claims.count && printed < MOST; k++) {
            if (!is_worth_saying(recursive, k)) continue;
            text_printf(out, "\n  %s: ", recursive->function->name);
            claim_print(out, recursive, &recursive->claims.at[k]);
            printed++;
        }
    }
}

Verdict verify_recursion(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {
    Recursion c = {.task = task, .program = task->program, .limits = limits};
    Function *main = program_function_named(task->program, "main");
    c.end = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    answer->says_little = true;
    if (task->follows || task->guided || !main || !main->is_lowered) {
        answer_unknown(answer, "recursion is followed from main on, and for all inputs");
    } else if (recursion_find(&c, main) && settle_claims(&c, main)) {
        answer->says_little = false;
        if (has_property(&c)) answer->verdict = VERDICT_TRUE;
        else
            answer_unknown(answer, "what is known of the recursive function '%s' is too little",
                           c.functions.at[0].function->name);
        print_claims(&c, &answer->statistics);
    } else {
        answer_unknown(answer, "%s", c.why_not.chars);
    }
    if (answer->verdict == VERDICT_UNKNOWN) answer->is_out_of_time = c.end && clock_seconds() >= c.end;
    for (u32 i = 0; i < c.functions.count; i++) vec_free(&c.functions.at[i].claims);
    vec_free(&c.functions);
    vec_free(&c.globals);
    text_free(&c.why_not);
    return answer->verdict;
}
