/* The engine that tries: the program is run with drawn inputs (draw.h), as often as there is time. Nothing is symbolic, so
 * a run costs little, and words that a path would have to decide letter by letter are given at once: this finds errors
 * behind options, operators and numbers in texts. It never says TRUE.
 *
 * What a run was given is a list of *draws*, in the order in which it asked: inputs and uninitialised values alike. The
 * lists of runs that came to code where none was before are kept; a trial is a new list, or one of these of which a part
 * is drawn again. An answer is the list of a run that violates the property; the replay confirms it as any other. */
#include "base/clock.h"
#include "base/map.h"
#include "base/resident.h"
#include "verify/draw.h"
#include "verify/session.h"

#include "search/search.h"

#include <inttypes.h>
#include <string.h>

enum {
    OF_PROGRAM = UINT32_MAX, /* Draw.number of an input */
    MOST_DRAWS = 2048,       /* of a run: one that asks for more is stopped */
    MOST_BYTES = 1 << 16,    /* of them */
    MOST_KEPT = 1024,
    MOST_HEAP = 1 << 24,   /* of a run: one that wants more says nothing (Machine.failed_allocation) */
    FEWEST_TRIALS = 20000, /* before nothing is expected any more, */
    PATIENCE = 6           /* and so many times those that the last new code took */
};

typedef struct {
    u32 number;      /* of the uninitialised value; OF_PROGRAM: an input */
    u32 name;        /* of the input: index into Trials.names */
    u32 first, size; /* its bytes */
    u32 position;    /* in its record (draw.h) */
} Draw;

typedef struct {
    VEC(Draw) draws;
    VEC(u8) bytes;
    u32 stride;
} DrawList;

typedef struct {
    const VerifyTask *task;
    const VerifyLimits *limits;
    VerifyAnswer *answer;
    Explorer *e;
    Drawing drawing;
    MachineInputs inputs;
    StringMap name_index;
    VEC(char *) names;
    DrawList now;
    u32 fixed_draws, fixed_bytes; /* of `now`: asked for before main, in all runs alike */
    bool has_begun;
    VEC(DrawList) kept;
    const DrawList *parent; /* of which `now` is a variation; NULL: it is new */
    u32 again_from, again_to;
    u32 position; /* in the record of bytes at hand */
    u32 covered;  /* blocks of code */
    u64 trials, last_gain;
    double started, trial_began;
    bool is_over, is_violated;
} Trials;

/* ---- Draws ---- */

static u32 number_of_name(Trials *trials, const char *name) {
    u64 index;
    if (string_map_get(&trials->name_index, name, &index)) return (u32)index;
    vec_push(&trials->names, xstrdup(name));
    string_map_put(&trials->name_index, vec_last(&trials->names), trials->names.count - 1);
    return trials->names.count - 1;
}

/* The draw of the parent that stands here, if it is not to be drawn again. */
static const Draw *inherited(const Trials *trials, u32 size) {
    u32 index = trials->now.draws.count;
    bool is_again = index >= trials->again_from && index < trials->again_to;
    if (!trials->parent || is_again || index >= trials->parent->draws.count) return NULL;
    const Draw *draw = &trials->parent->draws.at[index];
    return draw->size == size ? draw : NULL;
}

static void draw_bytes(Trials *trials, u8 *target, u32 size) {
    if (size == 2 || size == 4 || size == 8) {
        u64 number = draw_number(&trials->drawing, size);
        memcpy(target, &number, size);
        return;
    }
    for (u32 i = 0; i < size; i++) target[i] = draw_byte(&trials->drawing, (trials->position + i) % trials->now.stride);
}

static void draw(Trials *trials, u32 number, u32 name, u8 *target, u32 size) {
    DrawList *now = &trials->now;
    if (now->draws.count >= MOST_DRAWS || now->bytes.count + size > MOST_BYTES) {
        memset(target, 0, size);
        trials->e->stop = 1;
        return;
    }
    const Draw *from = inherited(trials, size);
    if (from) memcpy(target, trials->parent->bytes.at + from->first, size);
    else draw_bytes(trials, target, size);
    vec_push(&now->draws, (Draw){number, name, now->bytes.count, size, size == 1 ? trials->position : 0});
    for (u32 i = 0; i < size; i++) vec_push(&now->bytes, target[i]);
    if (size == 1) trials->position = (trials->position + 1) % now->stride;
}

static void draw_input(void *self, const char *name, u8 *target, u64 size) {
    Trials *trials = self;
    if (size > MOST_BYTES) memset(target, 0, size);
    else if (size) draw(trials, OF_PROGRAM, number_of_name(trials, name), target, (u32)size);
}

static u64 draw_undefined(void *self, u32 number, u32 width) {
    u64 value = 0;
    draw(self, number, 0, (u8 *)&value, (width + 7) / 8);
    return value;
}

static void list_free(DrawList *list) {
    vec_free(&list->draws);
    vec_free(&list->bytes);
}

/* ---- Trials ---- */

static u32 covered_blocks(const Explorer *e) {
    u32 covered = 0;
    for (u32 i = 0; i < e->block_totals.count; i++) covered += e->block_totals.at[i] != 0;
    return covered;
}

/* What the last trial is good for. */
static void look_back(Trials *trials) {
    u32 covered = covered_blocks(trials->e);
    bool gains = covered > trials->covered;
    trials->covered = covered;
    if (!gains) return;
    trials->last_gain = trials->trials;
    if (trials->kept.count >= MOST_KEPT) return;
    DrawList copy = {.stride = trials->now.stride};
    vec_copy(&copy.draws, &trials->now.draws);
    vec_copy(&copy.bytes, &trials->now.bytes);
    vec_push(&trials->kept, copy);
}

/* Whole records are drawn again, or a few other values. */
static void choose_variation(Trials *trials) {
    Drawing *drawing = &trials->drawing;
    u32 count = trials->kept.count;
    trials->parent = NULL;
    trials->now.stride = draw_stride(drawing);
    if (!count || draw_below(drawing, 3) == 0) return;
    u32 one = (u32)draw_below(drawing, count), other = (u32)draw_below(drawing, count);
    trials->parent = &trials->kept.at[MAX(one, other)];
    trials->now.stride = trials->parent->stride;
    u32 draws = trials->parent->draws.count;
    u32 from = draws ? (u32)draw_below(drawing, draws) : 0;
    bool is_byte = draws && trials->parent->draws.at[from].size == 1;
    if (is_byte) from -= MIN(from, trials->parent->draws.at[from].position);
    trials->again_from = from;
    trials->again_to = from + (is_byte ? trials->now.stride : 1) * (1 + (u32)draw_below(drawing, 3));
}

static bool is_over(Trials *trials) {
    bool is_late = trials->limits->seconds > 0 && clock_seconds() - trials->started >= trials->limits->seconds;
    if (is_late || (trials->limits->stop && *trials->limits->stop)) trials->is_over = true;
    bool is_tired = trials->trials > FEWEST_TRIALS && trials->trials > PATIENCE * trials->last_gain;
    return trials->is_over || trials->is_violated || is_tired;
}

static MachineInputs *next_trial(void *listener) {
    Trials *trials = listener;
    if (!trials->has_begun) {
        trials->has_begun = true;
        trials->fixed_draws = trials->now.draws.count;
        trials->fixed_bytes = trials->now.bytes.count;
    } else {
        look_back(trials);
    }
    if (is_over(trials)) return NULL;
    trials->now.draws.count = trials->fixed_draws;
    trials->now.bytes.count = trials->fixed_bytes;
    trials->position = 0;
    choose_variation(trials);
    vec_clear(&trials->inputs.asked);
    trials->trials++;
    trials->trial_began = clock_seconds();
    trials->e->stop = 0;
    return &trials->inputs;
}

static void poll(void *listener) {
    static const double most_seconds = 0.1;
    Trials *trials = listener;
    if (clock_seconds() - trials->trial_began > most_seconds || is_over(trials)) trials->e->stop = 1;
}

/* ---- The answer ---- */

static void take_inputs(const Trials *trials, VerifyInputs *inputs) {
    const DrawList *now = &trials->now;
    for (u32 i = 0; i < now->draws.count; i++) {
        const Draw *draw = &now->draws.at[i];
        const u8 *bytes = now->bytes.at + draw->first;
        if (draw->number == OF_PROGRAM) {
            ktest_add_object(&inputs->test, trials->names.at[draw->name], bytes, draw->size);
        } else {
            u64 value = 0;
            memcpy(&value, bytes, draw->size);
            vec_push(&inputs->undefined, (UndefinedValue){draw->number, value});
        }
    }
}

static void path_ended(void *listener, const PathEnd *end) {
    Trials *trials = listener;
    Property violated = PROPERTY_COUNT;
    Text why = {0};
    EndMeaning meaning = property_meaning(trials->task, trials->e->m, end->end, &violated, &why);
    text_free(&why);
    if (meaning != END_VIOLATION || trials->is_violated) return;
    VerifyInputs inputs = {0};
    VerifyReplay replay;
    take_inputs(trials, &inputs);
    trials->is_violated = verify_replay(trials->task, &inputs, &replay) && replay.violated == violated;
    replay_free(&replay);
    if (trials->is_violated) {
        trials->answer->violated = violated;
        trials->answer->inputs = inputs;
    } else {
        inputs_forget(&inputs);
    }
}

static void conclude(Trials *trials) {
    VerifyAnswer *answer = trials->answer;
    text_printf(&answer->statistics, "%" PRIu64 " runs, %u kept, %u blocks of code, %" PRIu64 " MiB", trials->trials,
                trials->kept.count, trials->covered, resident_bytes() >> 20);
    if (trials->is_violated) {
        answer->verdict = VERDICT_FALSE;
        return;
    }
    answer_unknown(answer, "%" PRIu64 " runs with drawn inputs show no error", trials->trials);
    answer->is_out_of_time = trials->is_over;
    answer->says_little = true;
}

static void trials_free(Trials *trials) {
    for (u32 i = 0; i < trials->kept.count; i++) list_free(&trials->kept.at[i]);
    for (u32 i = 0; i < trials->names.count; i++) free(trials->names.at[i]);
    vec_free(&trials->kept);
    vec_free(&trials->names);
    string_map_free(&trials->name_index);
    list_free(&trials->now);
    drawing_free(&trials->drawing);
    inputs_free(&trials->inputs);
}

Verdict verify_trials(const VerifyTask *task, const VerifyLimits *limits, VerifyAnswer *answer) {
    if (task->follows || task->guided) {
        answer_unknown(answer, "drawn inputs are those of no run in particular");
        answer->says_little = true;
        return answer->verdict;
    }
    Trials trials = {.task = task, .limits = limits, .answer = answer, .started = clock_seconds()};
    trials.now.stride = 1;
    drawing_begin(&trials.drawing, task->program);
    trials.inputs.drawer = &trials;
    trials.inputs.draw = draw_input;
    MachineOptions of_machine = verify_machine_options(task);
    of_machine.forks = of_machine.count_blocks = true;
    of_machine.max_memory = MOST_HEAP;
    ObjectClasses classes = {0};
    FixedInputs fixed = {.self = &trials, .draw = draw_undefined};
    ExploreOptions options = {.memory = memory_model_named("forking"),
                              .search = &search_depth_first,
                              .classes = &classes,
                              .query_seconds = 1,
                              .max_symbolic_size = 4096,
                              .max_memory = limits->bytes,
                              .force_slices = true, /* the clock is looked at more often: runs are short */
                              .fixed = &fixed};
    VerifySession session;
    Error error = {0};
    session_begin(&session, task, &of_machine, &options);
    session.m.inputs = &trials.inputs; /* those before main too */
    trials.e = &session.e;
    trials.trial_began = trials.started;
    session.e.listener = &trials;
    session.e.path_ended = path_ended;
    session.e.poll = poll;
    bool has_run = explore_run_tests(&session.e, session_argument_count(&session), session_arguments(&session),
                                     session.environment, next_trial, &error);
    if (has_run) conclude(&trials);
    else answer_unknown(answer, "%s", error.message.chars);
    error_free(&error);
    session_end(&session);
    trials_free(&trials);
    return answer->verdict;
}
