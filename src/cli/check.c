/* loci check: bugs in functions that nobody wrote a harness for. */
#include "base/clock.h"
#include "check/result.h"
#include "cli/check_confirm.h"
#include "cli/check_plan.h"
#include "cli/check_report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage[] = "loci check FILE... [options]\n"
                            "       loci check compile_commands.json [options]\n"
                            "       loci check [options] -- make ...";
static const char purpose[] =
    "Calls every function that nobody calls with any arguments, and reports what goes wrong, with the path that leads\n"
    "there and the values that trigger it. Status 0: nothing is reported; 1: something is; 2: bad input.";

static void show_status(const char *line) { fprintf(stderr, "\r\033[K%s", line); }
static void clear_status(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

/* ID,ID,...: or all. */
static bool enable(const char *list, bool *kinds, Error *error) {
    while (list && *list) {
        size_t length = strcspn(list, ",");
        Text id = {0};
        text_add_n(&id, list, length);
        FindingKind kind = finding_kind_named(id.chars);
        bool is_all = !strcmp(id.chars, "all");
        for (u32 i = 0; i < FINDING_KIND_COUNT; i++) kinds[i] = kinds[i] || is_all || i == kind;
        if (kind == FINDING_KIND_COUNT && !is_all) error_set(error, "there is no kind of finding '%s'", id.chars);
        text_free(&id);
        list += length + (list[length] == ',');
    }
    return !error_is_set(error);
}

static bool read_options(const Options *options, CheckOptions *out, Error *error) {
    const char *memory = options->memory ? options->memory : "region";
    *out = (CheckOptions){.allocation_fails = options->malloc_fails,
                          .shows_all = options->possible,
                          .assumes_nonnull = options->assume_nonnull,
                          .assumes_noalias = options->assume_noalias,
                          .seconds = (double)options->function_time / 1000,
                          .bytes = options->max_memory,
                          .jobs = (u32)options->jobs,
                          .memory = memory_model_named(memory),
                          .only = options->function,
                          .says = isatty(STDERR_FILENO) ? show_status : NULL};
    for (u32 i = 0; i < FINDING_KIND_COUNT; i++) out->is_enabled[i] = finding_kinds[i].is_shown;
    if (!out->memory) return error_set(error, "there is no memory model '%s'", memory);
    return enable(options->enable, out->is_enabled, error);
}

static void print_statistics(const CheckStatistics *statistics) {
    for (u32 i = 0; i < statistics->roots.count; i++) {
        const RootStatistics *root = &statistics->roots.at[i];
        fprintf(stderr, "%-32s %8llu paths %8llu queries %8.2f s", root->function, (unsigned long long)root->paths,
                (unsigned long long)root->queries, root->seconds);
        if (root->widened) fprintf(stderr, "  %llu loops widened", (unsigned long long)root->widened);
        if (root->skipped[0]) fprintf(stderr, "  also by summary: %s", root->skipped);
        fprintf(stderr, "%s%s\n", root->stopped[0] ? "  stopped: " : "", root->stopped);
    }
}

/* What is not looked for must not end a path either. */
static void add_flags(const CheckOptions *check, FlagList *flags) {
    if (!check->is_enabled[FINDING_SIGNED_OVERFLOW]) vec_push(flags, "-fwrapv");
    else vec_push(flags, "-fsanitize=implicit-signed-integer-truncation");
    if (check->is_enabled[FINDING_UNSIGNED_OVERFLOW]) vec_push(flags, "-fsanitize=unsigned-integer-overflow");
    if (!check->is_enabled[FINDING_BAD_SHIFT]) vec_push(flags, "-fno-sanitize=shift");
    vec_push(flags, "-fsanitize=array-bounds"); /* members of structs have bounds of their own */
    vec_push(flags, "-fstrict-flex-arrays=1");  /* also the last one, if it has more than one element */
    vec_push(flags, "-fsanitize=float-cast-overflow");
    vec_push(flags, "-fno-builtin-memcpy"); /* what writes to members is a call (semantics/room.h) */
    vec_push(flags, "-fno-builtin-memmove");
    vec_push(flags, "-fno-builtin-memset");
}

/* Everything but the program that decides what is found. */
static void describe_settings(const CheckOptions *check, Text *out) {
    for (u32 i = 0; i < FINDING_KIND_COUNT; i++)
        if (check->is_enabled[i]) text_printf(out, "%s ", finding_kinds[i].id);
    text_printf(out, "%d %d %d %d %g %llu %s %s", check->shows_all, check->assumes_nonnull, check->assumes_noalias,
                check->allocation_fails, check->seconds, (unsigned long long)check->bytes, check->memory->name,
                check->only ? check->only : "");
}

/* One program: what is known of it, or found out now. */
static bool check_one(CheckPlan *plan, u32 number, const CheckOptions *check, const char *settings, CheckResult *all,
                      Error *error) {
    char key[CACHE_KEY];
    Text entry = {0};
    CheckResult found = {0};
    check_plan_key(plan, number, settings, key);
    bool is_known = key[0] && cache_get(&plan->cache, key, &entry) && result_read(&found, &entry);
    if (!is_known) {
        result_free(&found);
        Program *program = check_plan_load(plan, number, error);
        if (program) {
            check_program(program, check, &found.findings, &found.statistics);
            program_free(program);
            findings_sort(&found.findings);
            check_confirm(plan, number, check, &found.findings);
            text_clear(&entry);
            result_write(&entry, &found);
            if (key[0]) cache_put(&plan->cache, key, &entry);
        }
    }
    result_append(all, &found);
    result_free(&found);
    text_free(&entry);
    return !error_is_set(error);
}

/* A program that cannot be put together is left out, if there are others. */
static bool check_all(CheckPlan *plan, const CheckOptions *check, CheckResult *all, Error *error) {
    Text settings = {0};
    CheckOptions one = *check;
    describe_settings(check, &settings);
    one.program_count = check_plan_program_count(plan);
    u32 failed = 0;
    for (u32 i = 0; i < one.program_count; i++) {
        Error why = {0};
        one.program_number = i + 1;
        bool ok = check_one(plan, i, &one, settings.chars, all, &why);
        failed += !ok;
        if (!ok && one.program_count > 1) fprintf(stderr, "loci: %s: this program is left out\n", why.message.chars);
        if (!ok && failed == one.program_count) error_set(error, "%s", why.message.chars);
        error_free(&why);
    }
    clear_status();
    text_free(&settings);
    return !error_is_set(error);
}

static int check(const Options *options, Error *error) {
    double start = clock_seconds();
    CheckOptions check_options;
    CheckPlan plan = {0};
    CheckResult all = {0};
    FlagList flags = {0};
    if (!read_options(options, &check_options, error)) return cli_fail(error);
    add_flags(&check_options, &flags);
    bool ok = check_plan_make(&plan, options, &flags, error) && check_all(&plan, &check_options, &all, error);
    if (ok && options->stats) print_statistics(&all.statistics);
    int status = ok ? cli_report_findings(options, &all.findings, &all.statistics, clock_seconds() - start, error)
                    : cli_fail(error);
    result_free(&all);
    check_plan_free(&plan);
    vec_free(&flags);
    return status;
}

int cli_check(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status = STATUS_OK;
    if (!options_parse(&options, COMMAND_CHECK, argc, argv, &help, &error)) status = cli_fail(&error);
    else if (help) options_print_help(COMMAND_CHECK, usage, purpose);
    else status = check(&options, &error);
    options_free(&options);
    error_free(&error);
    return status;
}
