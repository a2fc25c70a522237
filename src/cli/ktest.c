/* loci ktest FILE.ktest...: tests, as text. */
#include "cli/cli.h"
#include "report/ktest.h"

#include <stdio.h>

static const char usage[] = "loci ktest FILE.ktest...";
static const char purpose[] = "Prints tests: arguments, and each object with its bytes, as a number and as text.";

static int print_test(const char *path) {
    Error error = {0};
    KTest test = {0};
    Text out = {0};
    int status = STATUS_OK;
    if (ktest_read(&test, path, &error)) {
        ktest_print(&out, &test);
        fputs(out.chars, stdout);
    } else {
        status = cli_fail(&error);
    }
    text_free(&out);
    ktest_free(&test);
    error_free(&error);
    return status;
}

int cli_ktest(int argc, char **argv) {
    Options options;
    Error error = {0};
    bool help;
    int status = STATUS_OK;
    if (!options_parse(&options, COMMAND_KTEST, argc, argv, &help, &error)) {
        status = cli_fail(&error);
    } else if (help) {
        options_print_help(COMMAND_KTEST, usage, purpose);
    } else {
        for (u32 i = 0; i < options.inputs.count && status == STATUS_OK; i++) status = print_test(options.inputs.at[i]);
    }
    options_free(&options);
    error_free(&error);
    return status;
}
