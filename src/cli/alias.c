/* loci alias: which objects may be pointed to by the same pointer. */
#include "alias/alias.h"
#include "base/resident.h"
#include "cli/cli.h"

#include <stdio.h>
#include <time.h>

static const char usage[] = "loci alias FILE... [options]";
static const char purpose[] =
    "Points-to analyses of the whole program and its C library; a file without main() is taken as a library.\n"
    "Without options: the classes of objects that one pointer may point to (Andersen's analysis). With\n"
    "--analysis=, or a format: the groups of memory, such that each load or store touches one of them, with\n"
    "their access sizes and edges.";

static void print(const Options *options, const Alias *alias, Text *out) {
    if (options->points_to) alias_print_points_to(alias, out);
    else if (options->json) alias_print_json(alias, options->with_library, out);
    else if (options->dot) alias_print_dot(alias, options->with_library, out);
    else if (options->svg) alias_print_svg(alias, options->with_library, out);
    else if (options->text || options->analysis) alias_print_groups(alias, options->with_library, out);
    else alias_print(alias, out);
}

static const char *name_of_analysis(const Options *options) {
    return options->analysis ? options->analysis : "andersen";
}

/* After check_options. */
static AliasClones clones_of(const Options *options) {
    AliasClones clones;
    alias_clones_named(options->context, NULL, &clones, NULL);
    return options->clone_calls ? ALIAS_CLONES_ALL : clones;
}

static bool print_one(const Options *options, Program *program, Text *out, Error *error) {
    Alias *alias = alias_analysis_named(name_of_analysis(options))->run(program, clones_of(options), error);
    if (!alias) return false;
    if (options->with_locals) alias_compute_classes(alias, ALIAS_CLASSES_WITH_LOCALS);
    print(options, alias, out);
    alias_free(alias);
    return true;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Bodies are lowered when they are first asked for: the first analysis runs twice, so that none pays for the others. */
static bool warm_up(const Options *options, Program *program, Error *error) {
    Alias *alias = alias_analysis_named("steensgaard")->run(program, clones_of(options), error);
    if (alias) alias_free(alias);
    return alias != NULL;
}

static bool compare(const Options *options, Program *program, Text *out, Error *error) {
    if (!warm_up(options, program, error)) return false;
    text_add(out, options->json ? "{\"analyses\": ["
                                : "analysis              groups  of the user's code  largest  seconds    memory\n");
    for (const AliasAnalysis *analysis = alias_analyses; analysis->name; analysis++) {
        if (clones_of(options) == ALIAS_BOTTOM_UP && !analysis->has_summaries) continue;
        size_t memory = resident_heap_bytes();
        double start = seconds_now();
        Alias *alias = analysis->run(program, clones_of(options), error);
        if (!alias) return false;
        double seconds = seconds_now() - start;
        memory = resident_heap_bytes() - memory;
        u32 groups, largest;
        alias_count_groups(alias, &groups, &largest);
        if (options->json)
            text_printf(
                out,
                "%s\n  {\"analysis\": \"%s\", \"groups\": %u, \"user_groups\": %u, \"largest\": %u, \"seconds\": %.3f, "
                "\"memory_bytes\": %zu}",
                out->chars[out->length - 1] == '[' ? "" : ",", analysis->name, alias_group_count(alias), groups,
                largest, seconds, memory);
        else
            text_printf(out, "%-20s %7u  %18u  %7u  %7.2f  %5zu MiB\n", analysis->name, alias_group_count(alias),
                        groups, largest, seconds, memory >> 20);
        alias_free(alias);
    }
    text_add(out, options->json ? "\n]}\n" : "");
    return true;
}

/* Before anything is compiled. */
static bool check_options(const Options *options, Error *error) {
    if (options->analysis && !alias_analysis_named(options->analysis))
        return error_set(error, "there is no points-to analysis '%s'", options->analysis);
    AliasClones clones;
    const AliasAnalysis *analysis = options->compare ? NULL : alias_analysis_named(name_of_analysis(options));
    if (!alias_clones_named(options->context, analysis, &clones, error)) return false;
    if (clones == ALIAS_BOTTOM_UP && options->clone_calls)
        return error_set(error, "--context=bottom-up and --clone-calls exclude each other");
    if (options->text + options->json + options->dot + options->svg + options->points_to > 1)
        return error_set(error, "--text, --json, --dot, --svg and --points-to exclude each other");
    if (options->compare && (options->analysis || options->text || options->dot || options->svg || options->points_to))
        return error_set(error, "--compare prints a table of all analyses, or with --json the same as JSON");
    return true;
}

static int run(const Options *options, Program *program) {
    Error error = {0};
    Text out = {0};
    bool is_done = (options->compare ? compare : print_one)(options, program, &out, &error);
    if (is_done && out.chars) fwrite(out.chars, 1, out.length, stdout);
    int status = is_done ? STATUS_OK : cli_fail(&error);
    text_free(&out);
    error_free(&error);
    return status;
}

int cli_alias(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status;
    if (!options_parse(&options, COMMAND_ALIAS, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_ALIAS, usage, purpose);
        status = STATUS_OK;
    } else if (!check_options(&options, &error)) {
        status = cli_fail(&error);
    } else {
        FrontendOptions frontend = options_frontend(&options, &options.arena);
        frontend.needs_main = frontend.may_be_library = true;
        Program *program = frontend_load(&frontend, &error);
        status = program ? run(&options, program) : cli_fail(&error);
        if (program) program_free(program);
    }
    options_free(&options);
    error_free(&error);
    return status;
}
