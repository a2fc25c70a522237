#include "base/clock.h"
#include "report/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

u64 run_paths(const Run *run) { return run->e->statistics.paths + run->earlier_paths; }

bool run_is_warning(const Run *run, const Bug *bug) {
    return bug->kind == FAULT_LEAK && run->options.machine.leaks_are_warnings;
}

static u32 count_confirmed(const Run *run, bool warnings) {
    u32 count = 0;
    for (u32 i = 0; i < run->bugs.count; i++)
        count += run->bugs.at[i].is_confirmed && run_is_warning(run, &run->bugs.at[i]) == warnings;
    return count;
}

u32 run_confirmed_bugs(const Run *run) { return count_confirmed(run, false); }
u32 run_confirmed_warnings(const Run *run) { return count_confirmed(run, true); }

static bool saw_everything(const Run *run) {
    return explore_is_complete(run->e) && !run->without_model && !run->unwritten;
}

bool run_is_vacuous(const Run *run) { return saw_everything(run) && !run_paths(run); }

/* Threads give way to each other at certain places only (runtime/threads.c). */
const char *run_assumption(const Run *run) {
    const char *threads = inputs_setting(run->inputs, "threads");
    if (!run->e->m->program->starts_threads || !threads) return NULL;
    if (!strcmp(threads, "all")) return "memory is sequentially consistent and a call of the C library is one step";
    return "threads share memory only by locks, atomics and volatile variables (--threads=all does not need that)";
}

bool run_is_complete(const Run *run) { return saw_everything(run) && run_paths(run); }

/* ---- Paths ---- */

/* The solver has not found inputs for it. It is known to the journal, so that it is not run again. */
static void end_without_model(Run *run) {
    run->without_model++;
    journal_add_without_model(run);
}

/* The inputs of a path that ends in a bug which no test has shown yet: such that are good to read if they show it, those
 * of the path's own model otherwise. */
static bool inputs_of_bug(Run *run, Bug *bug, KTest *test) {
    Path *path = &run->e->now.path;
    if (!run_test_inputs(run, test)) return false;
    Model *own = model_keep(path->model);
    KTest readable = {0};
    if (run_use_readable_model(run) && run_test_inputs(run, &readable)) run_confirm(run, bug, &readable);
    if (bug->is_confirmed) {
        ktest_free(test);
        *test = readable;
        model_release(own);
        return true;
    }
    ktest_free(&readable);
    if (path->model) model_release(path->model);
    path->model = own;
    run_confirm(run, bug, test);
    return true;
}

/* The listener's reason to stop: states are left, which is counted. */
static void stop(Run *run) {
    run->e->stop = 1;
    run->e->left_by = CUT_ASKED;
}

static void stop_if_asked(Run *run, const Bug *bug) {
    const RunOptions *options = &run->options;
    bool is_kind = bug && options->stops_at_kinds >> bug->kind & 1;
    bool is_error = bug && options->stops_at_bug && !run_is_warning(run, bug);
    if (bug && bug->is_confirmed && (is_error || is_kind)) stop(run);
    if (options->max_tests && run->tests >= options->max_tests) stop(run);
}

/* The first path has no ways that are new if there are none at all. */
static bool is_wanted(const Run *run) { return !run->options.writes_only_new || run->covers_new || !run->tests; }

static u32 record(Run *run, const PathEnd *end, const KTest *test, bool wants_test) {
    if (!run->options.writes_tests || !wants_test) {
        journal_add(run, end);
        return 0;
    }
    run->covers_new = false;
    u32 number = run_write_test(run, end, test);
    run->unwritten += !number;
    return number;
}

/* Each thing once: a few sentences stand for thousands of paths. */
static void note_unsupported(Run *run, const char *what) {
    enum { MOST_SENTENCES = 20 };
    for (u32 i = 0; i < run->unsupported.count; i++)
        if (!strcmp(run->unsupported.at[i], what)) return;
    if (*what && run->unsupported.count < MOST_SENTENCES) vec_push(&run->unsupported, xstrdup(what));
}

static void path_ended(void *listener, const PathEnd *end) {
    Run *run = listener;
    run->covers_new |= coverage_count_path(&run->coverage, run->e->m, true);
    if (end->end == RUN_DROPPED) return;
    if (journal_has(run)) { /* it was counted by whoever finished it first */
        run->e->statistics.paths--;
        return;
    }
    if (end->end == RUN_STUCK) note_unsupported(run, end->stuck);
    Bug *bug = end->end == RUN_FAULT ? run_bug_of(run, end->fault) : NULL;
    bool is_open = bug && run_bug_is_open(bug);
    KTest test = {0};
    u32 number = 0;
    if (bug) bug->count++;
    if (end->is_silent) {
        journal_add(run, end);
    } else if (is_open ? inputs_of_bug(run, bug, &test) : run_test_inputs(run, &test)) {
        number = record(run, end, &test, is_open || is_wanted(run));
        if (is_open && bug->is_confirmed && number) {
            bug->test = number;
            run_write_waiting(run); /* what is told is there */
            run_write_report(run, number, bug);
        }
    } else {
        end_without_model(run);
    }
    page_add_path(run, end, &test, number, bug ? (u32)(bug - run->bugs.at) + 1 : 0);
    ktest_free(&test);
    stop_if_asked(run, bug);
}

static bool was_said_before(Run *run, const char *line) {
    for (u32 i = 0; i < run->said_once.count; i++)
        if (!strcmp(run->said_once.at[i], line)) return true;
    vec_push(&run->said_once, xstrdup(line));
    return false;
}

/* At once: whoever prints an expression wants to see it in the order of events. */
static void said(void *listener, LocationId place, const char *text, bool once) {
    Run *run = listener;
    const Program *program = run->e->m->program;
    const Location *at = &program->locations.at[place];
    Text line = {0};
    if (at->line) text_printf(&line, "%s:%u: ", program->files.at[at->file], at->line);
    text_printf(&line, "%s\n", text);
    if (!once || !was_said_before(run, line.chars)) {
        if (run->options.shows_progress) console_clear();
        fputs(line.chars, stderr);
    }
    text_free(&line);
}

static void poll(void *listener) {
    enum { FRONTIER_SECONDS = 5, LEAST_SHARE = 20 };
    Run *run = listener;
    if (run->e->is_running) run->covers_new |= coverage_count_path(&run->coverage, run->e->m, false);
    double least = MAX((double)FRONTIER_SECONDS, run->journal.frontier_seconds * LEAST_SHARE);
    if (clock_seconds() - run->journal.last_frontier >= least) journal_frontier(run);
    run->e->reserve = run_seconds_at_end(run);
    page_sample(run, false);
    run_native_poll(run);
    if (run->options.shows_progress) console_status(run);
    u64 most = run->options.max_instructions;
    if (most && coverage_instructions(&run->coverage, run->e) >= most) stop(run);
}

/* ---- Beginning and end ---- */

bool run_begin(Run *run, const RunOptions *options, Explorer *e, MachineInputs *inputs, bool goes_on, Error *error) {
    *run = (Run){.options = *options,
                 .e = e,
                 .inputs = inputs,
                 .next_test = 1,
                 .started = clock_seconds(),
                 .folder = -1,
                 .texts = -1};
    run->journal.journal = -1;
    run->last_status = run->started;
    page_begin(run, options->page);
    e->listener = run;
    e->path_ended = path_ended;
    e->poll = poll;
    e->said = said;
    run->folder = open(options->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (run->folder < 0) return error_set(error, "cannot open the folder '%s': %s", options->folder, strerror(errno));
    if (options->writes_tests) {
        if (!run_begin_suite(run, error)) return false;
        run->texts = openat(run->folder, "tests.txt", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (run->texts < 0)
            return error_set(error, "cannot write in the folder '%s': %s", options->folder, strerror(errno));
    }
    if (!journal_open(run, goes_on, error)) return false;
    run->scribe = scribe_begin(run->folder, run->texts, run->journal.journal);
    return run->scribe || error_set(error, "no thread could be started to write the tests");
}

MachineInputs *run_next_replay(void *listener) {
    Run *run = listener;
    if (run->replays_begun == run->replay_count || explore_should_stop(run->e)) return NULL;
    run->replayed = &run->tests_replayed[run->replays_begun];
    run->inputs = &run->inputs_replayed[run->replays_begun++];
    return run->inputs;
}

/* Errors that no test has shown again are no bugs. */
static void count_unconfirmed(Run *run) {
    for (u32 i = 0; i < run->bugs.count; i++)
        if (!run->bugs.at[i].is_confirmed) explore_cut(run->e, CUT_UNCONFIRMED);
}

void run_end(Run *run) {
    page_sample(run, true);
    journal_frontier(run);
    run_write_left(run);
    run_write_waiting(run);
    count_unconfirmed(run);
    account_phase(&run->e->account, PHASE_FORKING); /* the time of writing is complete */
    run->seconds = clock_seconds() - run->started;
    run_native_poll(run);
}

void run_write_whole(Run *run) {
    if (!run->is_interrupted) run_native_wait(run);
    run_zip_suite(run);
    Text text = {0};
    coverage_print_listing(&run->coverage, &text, run->e);
    run_write_file(run, "coverage.txt", &text);
    text_clear(&text);
    run_json(run, &text);
    run_write_file(run, "summary.json", &text);
    text_free(&text);
}

void run_free(Run *run) {
    run_native_free(run);
    run_free_bugs(run);
    for (u32 i = 0; i < run->unsupported.count; i++) free(run->unsupported.at[i]);
    vec_free(&run->unsupported);
    for (u32 i = 0; i < run->said_once.count; i++) free(run->said_once.at[i]);
    vec_free(&run->said_once);
    coverage_free(&run->coverage);
    page_free(&run->page);
    scribe_end(run->scribe);
    journal_close(run);
    if (run->texts >= 0) close(run->texts);
    if (run->folder >= 0) close(run->folder);
}
