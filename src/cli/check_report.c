#include "cli/check_report.h"

#include "check/report.h"
#include "cli/check_confirm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*Writer)(Text *out, const FindingList *list, const CheckSummary *summary);

static void describe_command(Text *out, const Options *options) {
    text_add(out, "loci check");
    if (options->bits_32) text_add(out, " --32");
    if (options->possible) text_add(out, " --possible");
    if (options->enable) text_printf(out, " --enable=%s", options->enable);
    for (u32 i = 0; i < options->cflags.count; i++) text_printf(out, " %s", options->cflags.at[i]);
    for (u32 i = 0; i < options->inputs.count; i++) text_printf(out, " %s", options->inputs.at[i]);
}

static void print(const Text *text) {
    if (text->length) fwrite(text->chars, 1, text->length, stdout);
}

/* To a file, or to standard output for "-". */
static bool write_report(Writer writer, const char *path, const FindingList *findings, const CheckSummary *summary,
                         Error *error) {
    if (!path) return true;
    Text text = {0};
    writer(&text, findings, summary);
    bool ok = true;
    if (!strcmp(path, "-")) print(&text);
    else ok = cli_write_file(path, &text, error);
    text_free(&text);
    return ok;
}

static bool is_standard_output(const char *path) { return path && !strcmp(path, "-"); }

static bool write_reports(const Options *options, const FindingList *findings, const CheckSummary *summary,
                          Error *error) {
    bool prints_text = !options->json && !is_standard_output(options->sarif) && !is_standard_output(options->html);
    Text text = {0};
    if (prints_text) report_text(&text, findings, options->values);
    print(&text);
    text_free(&text);
    return write_report(report_json, options->json ? "-" : NULL, findings, summary, error) &&
           write_report(report_sarif, options->sarif, findings, summary, error) &&
           write_report(report_html, options->html, findings, summary, error);
}

int cli_report_findings(const Options *options, FindingList *findings, const CheckStatistics *statistics,
                        double seconds, Error *error) {
    findings_sort(findings);
    findings_suppress(findings);
    if (options->baseline && !findings_apply_baseline(findings, options->baseline, error)) return cli_fail(error);
    if (options->drivers && !check_keep_drivers(findings, options->drivers, error)) return cli_fail(error);
    Text command = {0};
    char *folder = getcwd(NULL, 0);
    describe_command(&command, options);
    CheckSummary summary = {.version = LOCI_VERSION,
                            .command_line = command.chars,
                            .folder = folder ? folder : "",
                            .seconds = seconds,
                            .function_count = statistics->roots.count,
                            .status = findings_standing(findings, STANDING_SHOWN) ? STATUS_BUGS : STATUS_OK};
    for (u32 i = 0; i < statistics->roots.count; i++) summary.stopped_count += statistics->roots.at[i].stopped[0] != 0;
    int status = write_reports(options, findings, &summary, error) ? summary.status : cli_fail(error);
    free(folder);
    text_free(&command);
    return status;
}
