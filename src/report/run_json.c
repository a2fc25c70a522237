/* The run as one JSON object. */
#include "report/run.h"

#include "report/json.h"

#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

static void add_input(Text *out, const KTest *test) {
    text_add_char(out, '[');
    for (u32 i = 0; i < test->objects.count; i++) {
        const KTestObject *object = &test->objects.at[i];
        text_add(out, i ? ", {\"name\": " : "{\"name\": ");
        json_string(out, object->name);
        text_add(out, ", \"bytes\": \"");
        for (u32 k = 0; k < object->size; k++) text_printf(out, "%02x", object->bytes[k]);
        text_add(out, "\"}");
    }
    text_add_char(out, ']');
}

static void add_bug(Text *out, const Run *run, const Bug *bug) {
    static const char *const answers[] = {
        [NATIVE_NOT_TRIED] = "null", [NATIVE_CONFIRMED] = "true", [NATIVE_NOT_CONFIRMED] = "false"};
    text_printf(out, "{\"kind\": \"%s\", \"severity\": \"%s\", \"file\": ", fault_tag(bug->kind),
                run_is_warning(run, bug) ? "warning" : "error");
    json_string(out, bug->file);
    text_printf(out, ", \"line\": %u, \"column\": %u, \"function\": ", bug->line, bug->column);
    json_string(out, bug->function);
    text_add(out, ", \"message\": ");
    json_string(out, bug->message);
    if (bug->test) text_printf(out, ", \"test\": \"test%06u\"", bug->test);
    else text_add(out, ", \"test\": null");
    text_printf(out, ", \"count\": %" PRIu64 ", \"input\": ", bug->count);
    add_input(out, &bug->input);
    text_printf(out,
                ", \"confirmed_machine\": true, \"confirmed_native\": %s, \"native_reason\": ", answers[bug->native]);
    if (bug->native_reason.length) json_string(out, bug->native_reason.chars);
    else text_add(out, "null");
    text_add_char(out, '}');
}

static void add_bugs(Text *out, const Run *run) {
    text_add(out, " \"bugs\": [");
    bool any = false;
    for (u32 i = 0; i < run->bugs.count; i++) {
        if (!run->bugs.at[i].is_confirmed) continue;
        text_add(out, any ? ",\n  " : "\n  ");
        add_bug(out, run, &run->bugs.at[i]);
        any = true;
    }
    text_add(out, "],\n");
}

/* Frees the texts. */
static void add_texts(Text *out, const char *name, RunReasons *texts) {
    text_printf(out, " \"%s\": [", name);
    for (u32 i = 0; i < texts->count; i++) {
        if (i) text_add(out, ", ");
        json_string(out, texts->at[i]);
        free(texts->at[i]);
    }
    text_add(out, "],\n");
    vec_free(texts);
}

static void add_reasons(Text *out, const Run *run) {
    RunReasons reasons = {0}, details = {0};
    run_reasons(run, &reasons);
    run_details(run, &details);
    add_texts(out, "incomplete_reasons", &reasons);
    add_texts(out, "incomplete_details", &details);
}

static void add_places(Text *out, const Run *run, CutKind kind) {
    const Program *program = run->e->m->program;
    RunCutPlaces places = {0};
    run_cut_places(run, kind, &places);
    for (u32 i = 0; i < places.count; i++) {
        const Location *at = &program->locations.at[places.at[i].location];
        text_add(out, i ? ", {\"file\": " : "{\"file\": ");
        json_string(out, program->files.at[at->file]);
        text_printf(out, ", \"line\": %u, \"column\": %u, \"count\": %" PRIu64 "}", at->line, at->column,
                    places.at[i].count);
    }
    vec_free(&places);
}

static void add_cuts(Text *out, const Run *run) {
    bool any = false;
    text_add(out, " \"cuts\": [");
    for (u32 i = 0; i < CUT_KIND_COUNT; i++) {
        u64 count = run->e->statistics.cuts[i];
        if (!count) continue;
        text_add(out, any ? ",\n  {\"reason\": " : "\n  {\"reason\": ");
        json_string(out, cut_names[i]);
        text_printf(out, ", \"count\": %" PRIu64 ", \"places\": [", count);
        add_places(out, run, (CutKind)i);
        text_add(out, "]}");
        any = true;
    }
    text_add(out, "],\n");
}

static void add_phases(Text *out, const Run *run) {
    text_add(out, " \"time\": {");
    for (u32 i = 0; i < PHASE_COUNT; i++)
        text_printf(out, "%s\"%s\": %.3f", i ? ", " : "", phase_names[i], run->e->account.seconds[i]);
    text_add(out, "},\n");
}

static void add_files(Text *out, Run *run) {
    CoverageFiles files = {0};
    coverage_files(&run->coverage, run->e, &files);
    text_add(out, " \"files\": [");
    for (u32 i = 0; i < files.count; i++) {
        const CoverageSummary *of = &files.at[i].summary;
        text_add(out, i ? ",\n  {\"file\": " : "\n  {\"file\": ");
        json_string(out, run->e->m->program->files.at[files.at[i].file]);
        text_printf(out, ", \"lines\": %u, \"lines_total\": %u, \"branches\": %u, \"branches_total\": %u}", of->lines,
                    of->lines_total, of->branches, of->branches_total);
    }
    text_add(out, "],\n");
    vec_free(&files);
}

static void add_exploration(Text *out, const Run *run) {
    const ExploreStatistics *s = &run->e->statistics;
    text_add(out, " \"forks\": {");
    for (u32 i = 0; i < CHOICE_KIND_COUNT; i++)
        text_printf(out, "%s\"%s\": %" PRIu64, i ? ", " : "", choice_names[i], s->forks[i]);
    text_printf(out, "},\n \"resolutions\": {\"count\": %" PRIu64 ", \"objects\": %" PRIu64 ", \"most\": %u},\n",
                s->resolutions, s->resolved_objects, s->most_objects);
    text_printf(out, " \"segments\": {\"largest\": %" PRIu64 "},\n", s->largest_segment);
    text_printf(out, " \"states\": {\"made\": %" PRIu64 ", \"most\": %" PRIu64 ", \"parked\": %" PRIu64 "},\n",
                s->states_made, s->most_states, s->parked);
}

void run_json(Run *run, Text *out) {
    const Explorer *e = run->e;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    CoverageSummary coverage = coverage_summary(&run->coverage, e);
    text_printf(out, "{\"paths\": %" PRIu64 ", \"tests\": %" PRIu64 ",\n", run_paths(run), run->tests);
    add_bugs(out, run);
    if (run_assumption(run)) text_printf(out, " \"complete_if\": \"%s\",\n", run_assumption(run));
    text_printf(out, " \"complete\": %s, \"vacuous\": %s,\n", run_is_complete(run) ? "true" : "false",
                run_is_vacuous(run) ? "true" : "false");
    add_reasons(out, run);
    add_cuts(out, run);
    text_printf(out, " \"instructions\": %" PRIu64 ", \"queries\": %" PRIu64 ", \"solver_seconds\": %.3f,\n",
                coverage_instructions(&run->coverage, e), e->statistics.queries, e->statistics.solver_seconds);
    text_printf(out, " \"seconds\": %.3f, \"memory_bytes\": %lld,\n", run->seconds, usage.ru_maxrss * 1024LL);
    add_phases(out, run);
    add_exploration(out, run);
    add_files(out, run);
    text_printf(out, " \"coverage\": {\"lines\": %u, \"lines_total\": %u, \"branches\": %u, \"branches_total\": %u},\n",
                coverage.lines, coverage.lines_total, coverage.branches, coverage.branches_total);
    text_printf(out, " \"model\": \"%s\", \"search\": \"%s\", \"folder\": ", e->options.memory->name,
                e->options.search->name);
    json_string(out, run->options.folder);
    text_add(out, "}\n");
}
