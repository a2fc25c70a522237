/* loci solve FILE.smt2: the solver on its own. */
#include "cli/cli.h"

#include "solver/script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: loci solve [--max-time=SECONDS] [--max-memory=MB] [--dump-queries=DIR] [--without-z3] [--stats] FILE.smt2\n"
    "Executes an SMT-LIB script (QF_BV, QF_ABV, QF_UFBV, QF_AUFBV, QF_BVFP); - reads standard input.\n";

typedef struct {
    const char *file;
    SolverOptions solver;
    ScriptOptions script;
    bool statistics;
} SolveOptions;

/* The value of an option --name=value, or NULL. */
static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return !strncmp(argument, name, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

static bool read_positive(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return *text && !*end && *out > 0 && *out < 1e12;
}

static bool read_option(const char *argument, SolveOptions *o) {
    const char *value;
    double number;
    if ((value = value_of(argument, "--max-time"))) {
        if (!read_positive(value, &number)) return false;
        o->script.limits.seconds = number;
    } else if ((value = value_of(argument, "--max-memory"))) {
        if (!read_positive(value, &number)) return false;
        o->script.limits.memory_bytes = (size_t)(number * 1e6);
    } else if ((value = value_of(argument, "--dump-queries"))) {
        o->solver.dump_directory = value;
    } else if (!strcmp(argument, "--without-z3")) {
        o->solver.without_z3 = true;
    } else if (!strcmp(argument, "--stats")) {
        o->statistics = true;
    } else if (!o->file && (argument[0] != '-' || !argument[1])) {
        o->file = argument;
    } else {
        return false;
    }
    return true;
}

static void print(void *to, const char *chars) {
    fputs(chars, to);
    fflush(to);
}

static int run(SolveOptions *o, const Text *text) {
    Error error = {0};
    TermStore *store = term_store_new();
    Solver *solver = solver_new(store, &o->solver);
    bool ok =
        script_run(store, solver, text->chars ? text->chars : "", text->length, &o->script, print, stdout, &error);
    if (!ok) fprintf(stderr, "loci: %s:%s\n", o->file, error.message.chars);
    if (o->statistics) {
        Text statistics = {0};
        solver_statistics(solver, &statistics);
        fputs(statistics.chars, stderr);
        text_free(&statistics);
    }
    solver_free(solver);
    term_store_free(store);
    error_free(&error);
    return !ok ? STATUS_BAD_INPUT : o->script.unknown ? STATUS_UNKNOWN : STATUS_OK;
}

int cli_solve(int argc, char **argv) {
    SolveOptions o = {0};
    for (int i = 0; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return STATUS_OK;
        }
        if (!read_option(argv[i], &o)) {
            fprintf(stderr, "loci: solve: cannot understand %s\n", argv[i]);
            return STATUS_BAD_INPUT;
        }
    }
    if (!o.file) {
        fputs("loci: solve: expected a file; see loci solve --help\n", stderr);
        return STATUS_BAD_INPUT;
    }
    Text text = {0};
    if (!text_read_file(&text, o.file)) {
        fprintf(stderr, "loci: cannot read %s: %s\n", o.file, strerror(errno));
        return STATUS_BAD_INPUT;
    }
    int status = run(&o, &text);
    text_free(&text);
    return status;
}
