/* What the user sees of a run: a line while it runs, and what came of it. */
#include "base/clock.h"
#include "base/resident.h"
#include "report/run.h"

#include "engine/watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- While it runs ---- */

static void print_count(Text *out, u64 count, const char *what, const char *after) {
    text_printf(out, "%" PRIu64 " %s%s%s", count, what, count == 1 ? "" : "s", after);
}

static void print_status(Run *run, Text *out) {
    CoverageSummary coverage = coverage_summary(&run->coverage, run->e);
    text_printf(out, "%.0f s: ", clock_seconds() - run->started);
    print_count(out, run_paths(run), "path", ", ");
    print_count(out, run->e->states.count + run->e->is_running, "state", ", ");
    print_count(out, run->tests, "test", ", ");
    print_count(out, run_confirmed_bugs(run), "bug", ", ");
    text_printf(out, "%u%% of lines, %" PRIu64 " queries, %" PRIu64 " MiB",
                coverage.lines * 100 / MAX(1u, coverage.lines_total), run->e->statistics.queries,
                resident_bytes() >> 20);
}

void console_status(Run *run) {
    bool is_terminal = isatty(STDERR_FILENO);
    double now = clock_seconds();
    if (now - run->last_status < (is_terminal ? 0.2 : 10)) return;
    run->last_status = now;
    Text line = {0};
    struct winsize size = {0};
    print_status(run, &line);
    if (!is_terminal) fprintf(stderr, "%s\n", line.chars);
    else if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col) fprintf(stderr, "\r\033[K%s", line.chars);
    else fprintf(stderr, "\r\033[K%.*s", size.ws_col - 1, line.chars); /* a line that wraps cannot be drawn anew */
    text_free(&line);
}

void console_clear(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

/* ---- At the end ---- */

static void add_reason(RunReasons *reasons, u64 count, const char *what) {
    Text text = {0};
    if (!count) return;
    text_printf(&text, "%s: %" PRIu64, what, count);
    vec_push(reasons, text.chars);
}

void run_reasons(const Run *run, RunReasons *reasons) {
    for (u32 i = 0; i < CUT_KIND_COUNT; i++) {
        bool interrupted = i == CUT_TIME && run->is_interrupted;
        add_reason(reasons, run->e->statistics.cuts[i],
                   interrupted ? "states left when the run was interrupted" : cut_names[i]);
    }
    add_reason(reasons, run->without_model, "paths for which the solver found no inputs");
    add_reason(reasons, run->unwritten, "tests that could not be written");
    add_reason(reasons, seeds_unfit(&run->e->seeds), "seeds that do not fit the program's inputs");
    if (run_is_vacuous(run))
        vec_push(reasons, xstrdup("vacuous: the assumptions hold for no input, nothing was run to its end"));
}

void run_details(const Run *run, RunReasons *details) {
    for (u32 i = 0; i < run->unsupported.count; i++) vec_push(details, xstrdup(run->unsupported.at[i]));
    for (u32 i = 0; i < run->e->m->unmodelled.count; i++) vec_push(details, xstrdup(run->e->m->unmodelled.at[i]));
    for (u32 i = 0; i < run->bugs.count; i++) {
        const Bug *bug = &run->bugs.at[i];
        Text text = {0};
        if (bug->is_confirmed) continue;
        text_printf(&text, "%s:%u:%u: not confirmed [%s]", bug->file, bug->line, bug->column, fault_tag(bug->kind));
        vec_push(details, text.chars);
    }
}

static void print_natively(const Bug *bug, Text *out) {
    static const char *const natives[] = {[NATIVE_NOT_TRIED] = "",
                                          [NATIVE_CONFIRMED] = ", natively too",
                                          [NATIVE_NOT_CONFIRMED] = "; not by the native program: "};
    text_printf(out, "%s%s\n", natives[bug->native], bug->native_reason.length ? bug->native_reason.chars : "");
}

static void print_bug(const Run *run, Bug *bug, Text *out) {
    Text input = {0};
    text_add(out, bug->report);
    ktest_print(&input, &bug->input);
    const char *objects = strstr(input.chars, "\nobjects: ");
    objects = objects ? strchr(objects + 1, '\n') : NULL;
    text_add(out, "  on ");
    print_count(out, bug->count, "path", "; confirmed by the machine");
    print_natively(bug, out);
    bug->is_told = bug->native != NATIVE_NOT_TRIED;
    for (const char *line = objects ? objects + 1 : ""; *line;) {
        size_t length = strcspn(line, "\n");
        text_printf(out, "  | %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    if (bug->test)
        text_printf(out, "  loci replay %s/test%06u.ktest %s\n", run->options.folder, bug->test, run->options.command);
    text_add_char(out, '\n');
    text_free(&input);
}

/* ---- Where something was left out ---- */

static int by_count(const void *a, const void *b) {
    const CutPlace *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return (x->location > y->location) - (x->location < y->location);
}

void run_cut_places(const Run *run, CutKind kind, RunCutPlaces *places) {
    const Account *account = &run->e->account;
    for (u32 i = 0; i < account->cut_list.count; i++)
        if (account->cut_list.at[i].kind == kind && account->cut_list.at[i].location)
            vec_push(places, account->cut_list.at[i]);
    if (places->count) qsort(places->at, places->count, sizeof *places->at, by_count);
}

static void print_cut_places(const Run *run, Text *out) {
    enum { MOST_PLACES = 5 };
    const Program *program = run->e->m->program;
    for (u32 kind = 0; kind < CUT_KIND_COUNT; kind++) {
        RunCutPlaces places = {0};
        run_cut_places(run, (CutKind)kind, &places);
        for (u32 i = 0; i < MIN(places.count, (u32)MOST_PLACES); i++) {
            const Location *at = &program->locations.at[places.at[i].location];
            text_printf(out, "  | %s:%u: %s: %" PRIu64 "\n", program->files.at[at->file], at->line, cut_names[kind],
                        places.at[i].count);
        }
        if (places.count > MOST_PLACES)
            text_printf(out, "  | %s: %u more places (summary.json)\n", cut_names[kind], places.count - MOST_PLACES);
        vec_free(&places);
    }
}

static void print_completeness(const Run *run, Text *out) {
    RunReasons reasons = {0};
    run_reasons(run, &reasons);
    const char *assumption = run_assumption(run);
    if (reasons.count) text_add(out, "not complete:\n");
    else if (assumption) text_printf(out, "complete if %s: every path was followed to its end\n", assumption);
    else text_add(out, "complete: every path was followed to its end\n");
    for (u32 i = 0; i < reasons.count; i++) {
        text_printf(out, "  %s\n", reasons.at[i]);
        free(reasons.at[i]);
    }
    vec_free(&reasons);
}

static void print_details(const Run *run, Text *out) {
    RunReasons details = {0};
    run_details(run, &details);
    for (u32 i = 0; i < details.count; i++) {
        text_printf(out, "  | %s\n", details.at[i]);
        free(details.at[i]);
    }
    vec_free(&details);
}

static void print_share(Text *out, const char *what, u32 part, u32 all) {
    text_printf(out, "%s %u of %u", what, part, all);
    if (all) text_printf(out, " (%u%%)", part * 100 / all);
}

/* With several files, each. */
static void print_files(Run *run, Text *out) {
    enum { MOST_FILES = 20 };
    CoverageFiles files = {0};
    coverage_files(&run->coverage, run->e, &files);
    for (u32 i = 0; files.count > 1 && i < MIN(files.count, (u32)MOST_FILES); i++) {
        const CoverageSummary *of = &files.at[i].summary;
        text_printf(out, "  %s: ", run->e->m->program->files.at[files.at[i].file]);
        print_share(out, "lines", of->lines, of->lines_total);
        print_share(out, ", branches", of->branches, of->branches_total);
        text_add_char(out, '\n');
    }
    if (files.count > MOST_FILES) text_printf(out, "  %u more files (summary.json)\n", files.count - MOST_FILES);
    vec_free(&files);
}

void console_summary(Run *run, Text *out) {
    for (u32 warnings = 0; warnings < 2; warnings++)
        for (u32 i = 0; i < run->bugs.count; i++)
            if (run->bugs.at[i].is_confirmed && run_is_warning(run, &run->bugs.at[i]) == (warnings != 0))
                print_bug(run, &run->bugs.at[i], out);
    CoverageSummary coverage = coverage_summary(&run->coverage, run->e);
    print_count(out, run_paths(run), "path", ", ");
    print_count(out, run->tests, "test", ", ");
    print_count(out, run_confirmed_bugs(run), "bug", "");
    u32 leaks = run_confirmed_warnings(run);
    if (leaks) text_add(out, ", ");
    if (leaks) print_count(out, leaks, "leak", "");
    text_printf(out, " in %.1f s (%s, %s)\n", run->seconds, run->e->options.memory->name, run->e->options.search->name);
    print_share(out, "lines", coverage.lines, coverage.lines_total);
    print_share(out, ", branches", coverage.branches, coverage.branches_total);
    text_add_char(out, '\n');
    print_files(run, out);
    print_completeness(run, out);
    print_cut_places(run, out);
    print_details(run, out);
    text_printf(out, "results in %s\n", run->options.folder);
}

void console_natively(Run *run, Text *out) {
    for (u32 i = 0; i < run->bugs.count; i++) {
        Bug *bug = &run->bugs.at[i];
        if (bug->is_told || bug->native == NATIVE_NOT_TRIED) continue;
        text_printf(out, "%s:%u:%u: [%s] confirmed by the machine", bug->file, bug->line, bug->column,
                    fault_tag(bug->kind));
        print_natively(bug, out);
        bug->is_told = true;
    }
}
