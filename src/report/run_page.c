/* A run as one page for a browser: style, script and data are in it, and nothing is loaded from anywhere. The data is one JSON
 * object, which src/report/page/view.js draws. */
#include "report/run.h"

#include "base/clock.h"
#include "base/resident.h"
#include "report/html.h"
#include "report/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#pragma clang diagnostic ignored "-Wc23-extensions"
static const char STYLE[] = {
#embed "page/style.css"
    , 0};
static const char BODY[] = {
#embed "page/body.html"
    , 0};
static const char SCRIPT[] = {
#embed "page/view.js"
    , 0};
static const char DRAWING[] = {
#embed "page/draw.js"
    , 0};

enum { MOST_PATHS = 20000, MOST_SAMPLES = 300, MOST_INPUT_BYTES = 64, MOST_SOURCE_BYTES = 4 << 20 };

/* ---- While the run goes on ---- */

void page_begin(Run *run, const char *file) {
    run->page = (RunPage){.file = file, .interval = 0.05};
    run->e->options.keeps_forks = file != NULL;
}

/* Every second sample goes when there are too many: the curve stays, at half the resolution. */
static void thin_out(RunPage *page) {
    u32 kept = 0;
    for (u32 i = 0; i < page->samples.count; i += 2) page->samples.at[kept++] = page->samples.at[i];
    page->samples.count = kept;
    page->interval *= 2;
}

void page_sample(Run *run, bool is_last) {
    RunPage *page = &run->page;
    double now = clock_seconds() - run->started;
    if (!page->file || (!is_last && now < page->next)) return;
    CoverageSummary coverage = coverage_summary(&run->coverage, run->e);
    const Explorer *e = run->e;
    vec_push(&page->samples, (PageSample){.seconds = now,
                                          .paths = run_paths(run),
                                          .states = e->states.count + e->is_running,
                                          .tests = run->tests,
                                          .bugs = run_confirmed_bugs(run) + run_confirmed_warnings(run),
                                          .queries = e->statistics.queries,
                                          .memory = resident_bytes(),
                                          .solver = e->statistics.solver_seconds,
                                          .lines = coverage.lines,
                                          .branches = coverage.branches});
    if (page->samples.count >= MOST_SAMPLES) thin_out(page);
    page->next = now + page->interval;
}

static void add_input(Text *out, const KTestObject *object) {
    json_string(out, object->name);
    text_printf(out, ",%u,\"", object->size);
    for (u32 i = 0; i < MIN(object->size, (u32)MOST_INPUT_BYTES); i++) text_printf(out, "%02x", object->bytes[i]);
    text_add_char(out, '"');
}

/* [name, size, first bytes, name, ...] */
static char *inputs_of(const KTest *test) {
    Text text = {0};
    text_add_char(&text, '[');
    for (u32 i = 0; i < test->objects.count; i++) {
        if (i) text_add_char(&text, ',');
        add_input(&text, &test->objects.at[i]);
    }
    text_add_char(&text, ']');
    return text.chars;
}

void page_add_path(Run *run, const PathEnd *end, const KTest *test, u32 number, u32 bug) {
    RunPage *page = &run->page;
    if (!page->file) return;
    if (page->paths.count >= MOST_PATHS) {
        page->uncounted++;
        run->e->options.keeps_forks = false;
        return;
    }
    vec_push(&page->paths, (PagePath){.last = run->e->now.path.trail,
                                      .end = (u16)end->end,
                                      .status = end->status,
                                      .test = number,
                                      .bug = bug,
                                      .inputs = inputs_of(test)});
}

void page_free(RunPage *page) {
    for (u32 i = 0; i < page->paths.count; i++) free(page->paths.at[i].inputs);
    vec_free(&page->paths);
    vec_free(&page->samples);
}

/* ---- The tree ---- */

/* Steps get numbers when they are met first, those before them earlier. */
typedef struct {
    Map numbers; /* TrailStep -> its number, from 1; 0 is the beginning */
    VEC(const TrailStep *) steps;
    Map places; /* LocationId -> its number */
    VEC(LocationId) locations;
} Tree;

static u32 place_number(Tree *tree, LocationId location) {
    bool inserted;
    u64 *number = map_cell(&tree->places, location, &inserted);
    if (!inserted) return (u32)*number;
    *number = tree->locations.count;
    vec_push(&tree->locations, location);
    return (u32)*number;
}

static u32 step_number(Tree *tree, const TrailStep *last) {
    VEC(const TrailStep *) fresh = {0};
    u64 number = 0;
    for (const TrailStep *step = last; step && !map_get(&tree->numbers, (u64)(uintptr_t)step, &number);
         step = step->before)
        vec_push(&fresh, step);
    while (fresh.count) {
        const TrailStep *step = vec_pop(&fresh);
        vec_push(&tree->steps, step);
        number = tree->steps.count;
        map_put(&tree->numbers, (u64)(uintptr_t)step, number);
    }
    vec_free(&fresh);
    return (u32)number;
}

/* "nodes": parent, place, way and kind of each step, one after the other; "paths": last step, end, status, test, bug, inputs. */
static void add_tree(Text *out, const Run *run, Tree *tree) {
    static const char ends[] = {
        [RUN_EXITED] = 'e', [RUN_SIGNALLED] = 's', [RUN_FAULT] = 'f', [RUN_STUCK] = 'x', [RUN_PAUSED] = 'l'};
    const RunPage *page = &run->page;
    text_add(out, "\"paths\": [");
    for (u32 i = 0; i < page->paths.count; i++) {
        const PagePath *path = &page->paths.at[i];
        text_printf(out, "%s[%u,\"%c\",%d,%u,%u,%s]", i ? "," : "", step_number(tree, path->last), ends[path->end],
                    path->status, path->test, path->bug, path->inputs);
    }
    text_add(out, "],\n\"nodes\": [");
    for (u32 i = 0; i < tree->steps.count; i++) {
        const TrailStep *step = tree->steps.at[i];
        text_printf(out, "%s%u,%u,%u,%u", i ? "," : "", step_number(tree, step->before),
                    place_number(tree, step->location), step->way, step->kind);
    }
    text_printf(out, "],\n\"uncounted\": %" PRIu64 ",\n", page->uncounted);
}

static void add_places(Text *out, const Run *run, const Tree *tree) {
    const Program *program = run->e->m->program;
    text_add(out, "\"places\": [");
    for (u32 i = 0; i < tree->locations.count; i++) {
        const Location *at = &program->locations.at[tree->locations.at[i]];
        text_printf(out, "%s[%u,%u,%u]", i ? "," : "", at->file, at->line, at->column);
    }
    text_add(out, "],\n");
}

/* ---- The rest of the data ---- */

static void add_samples(Text *out, const Run *run) {
    text_add(out, "\"samples\": [");
    for (u32 i = 0; i < run->page.samples.count; i++) {
        const PageSample *s = &run->page.samples.at[i];
        text_printf(out, "%s[%.3f,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,%u,%" PRIu64 ",%.3f,%" PRIu64 "]",
                    i ? "," : "", s->seconds, s->paths, s->states, s->tests, s->bugs, s->lines, s->branches, s->queries,
                    s->solver, s->memory >> 20);
    }
    text_add(out, "],\n");
}

static void add_costs(Text *out, const Run *run) {
    const Account *account = &run->e->account;
    const Program *program = run->e->m->program;
    text_add(out, "\"costs\": [");
    for (u32 i = 0; i < account->place_list.count; i++) {
        const ChoicePlace *place = &account->place_list.at[i];
        const Location *at = &program->locations.at[place->location];
        text_printf(out, "%s[%u,%u,\"%s\",%" PRIu64 ",%" PRIu64 ",%.4f]", i ? "," : "", at->file, at->line,
                    account_kind_name(place->kind), place->forks, place->queries, place->seconds);
    }
    text_add(out, "],\n");
}

static void add_reports(Text *out, const Run *run) {
    text_add(out, "\"reports\": [");
    for (u32 i = 0; i < run->bugs.count; i++) {
        const Bug *bug = &run->bugs.at[i];
        text_add(out, i ? "," : "");
        if (bug->is_confirmed) json_string(out, bug->report);
        else text_add(out, "null");
    }
    text_add(out, "],\n");
}

/* Of each file its name, and for those that have code the source and [line, count, ...]. */
static void add_sources(Text *out, Run *run) {
    const Program *program = run->e->m->program;
    size_t left = MOST_SOURCE_BYTES;
    CoverageFiles files = {0};
    coverage_files(&run->coverage, run->e, &files);
    text_add(out, "\"sources\": {");
    for (u32 i = 0; i < files.count; i++) {
        u32 file = files.at[i].file;
        Text source = {0};
        bool is_shown = text_read_file(&source, program->files.at[file]) && source.length && source.length <= left;
        if (is_shown) left -= source.length;
        text_printf(out, "%s\"%u\": {\"text\": ", i ? ",\n" : "\n", file);
        json_string(out, is_shown ? source.chars : "");
        text_add(out, ", \"lines\": [");
        coverage_add_counts(&run->coverage, file, out);
        text_add(out, "]}");
        text_free(&source);
    }
    text_add(out, "},\n\"names\": [");
    for (u32 i = 0; i < program->files.count; i++) {
        text_add(out, i ? "," : "");
        json_string(out, program->files.at[i]);
    }
    text_add(out, "],\n");
    vec_free(&files);
}

static void add_data(Text *out, Run *run) {
    Tree tree = {0};
    text_add(out, "{");
    add_samples(out, run);
    add_tree(out, run, &tree);
    add_places(out, run, &tree);
    add_costs(out, run);
    add_reports(out, run);
    add_sources(out, run);
    text_add(out, "\"program\": ");
    json_string(out, run->options.command);
    text_add(out, ",\n\"summary\": ");
    run_json(run, out);
    text_add(out, "}");
    map_free(&tree.numbers);
    map_free(&tree.places);
    vec_free(&tree.steps);
    vec_free(&tree.locations);
}

/* ---- The page ---- */

static void print_page(Run *run, Text *out) {
    Text data = {0};
    add_data(&data, run);
    html_page(out, &(HtmlPage){run->options.command, STYLE, BODY, {DRAWING, SCRIPT}, &data});
    text_free(&data);
}

/* The file itself, or index.html in a folder. */
static void page_path(const char *file, Text *path) {
    struct stat status;
    text_add(path, file);
    if (!stat(file, &status) && S_ISDIR(status.st_mode)) text_add(path, "/index.html");
}

bool page_can_be_written(const char *file, Error *error) {
    if (!file) return true;
    Text path = {0};
    page_path(file, &path);
    FILE *opened = fopen(path.chars, "a");
    if (opened) fclose(opened);
    else error_set(error, "cannot write '%s': %s", path.chars, strerror(errno));
    text_free(&path);
    return opened != NULL;
}

bool page_write(Run *run, Error *error) {
    if (!run->page.file) return true;
    Text path = {0}, page = {0};
    page_path(run->page.file, &path);
    print_page(run, &page);
    FILE *file = fopen(path.chars, "w");
    bool ok = file && fwrite(page.chars, 1, page.length, file) == page.length;
    ok = (file && !fclose(file)) && ok;
    if (!ok) error_set(error, "cannot write '%s': %s", path.chars, strerror(errno));
    text_free(&path);
    text_free(&page);
    return ok;
}
