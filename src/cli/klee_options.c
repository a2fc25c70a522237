/* KLEE's options. What Loci has under another name becomes an option of its own; what asks for something that Loci does
 * anyway, tunes a part that it does not have, or wants a file that it does not write, is taken and named in a note.
 * Names and meanings are those of KLEE's documentation (klee.github.io/docs/options), older names included. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *theirs, *ours;
} Translation;

static const Translation searches[] = {
    {"random-path", "random"}, {"nurs:covnew", "coverage"}, {"nurs:md2u", "coverage"},
    {"nurs:depth", "auto"},    {"nurs:rp", "auto"},         {"nurs:icnt", "auto"},
    {"nurs:cpicnt", "auto"},   {"nurs:qc", "auto"},         {NULL, NULL}};
static const Translation externals[] = {
    {"none", "stop"}, {"concrete", "host"}, {"all", "host"}, {"over-approx", "any"}, {NULL, NULL}};
static const Translation halts[] = {{"true", "all"}, {"1", "all"}, {"false", "none"}, {"0", "none"}, {NULL, NULL}};
static const Translation error_types[] = {
    {"Abort", "abort,trap,fatal-signal"},
    {"Assert", "assertion-failure,reach-error"},
    {"BadVectorAccess", "out-of-bounds"},
    {"Free", "double-free,invalid-free"},
    {"Overflow", "signed-overflow,unsigned-overflow,bad-shift,division-by-zero"},
    {"Ptr", "out-of-bounds,use-after-free,use-after-scope,use-after-return,null-dereference,wild-pointer"},
    {"ReadOnly", "write-to-constant"},
    {"ReportError", "user-report"},
    {"User", "user-report"},
    {"ImplicitTruncation", "implicit-conversion"},
    {"ImplicitConversion", "implicit-conversion"},
    {"UnreachableCall", "unreachable"},
    {"MissingReturn", "unreachable"},
    {"InvalidLoad", "invalid-value"},
    {"NullableAttribute", "null-value"},
    {NULL, NULL}};

static const struct {
    const char *theirs, *ours;
    const Translation *values; /* NULL: as they are */
} renamed[] = {
    {"output-dir", "out", NULL},
    {"max-solver-time", "query-time", NULL},
    {"max-instruction-time", "query-time", NULL},
    {"rng-initial-seed", "seed", NULL},
    {"write-no-tests", "no-tests", NULL},
    {"no-output", "no-tests", NULL},
    {"stop-after-n-tests", "max-tests", NULL},
    {"replay-out", "replay-ktest-file", NULL},
    {"replay-out-dir", "replay-ktest-dir", NULL},
    {"seed-out", "seed-file", NULL},
    {"seed-out-dir", "seed-dir", NULL},
    {"search", "search", searches},
    {"external-calls", "external", externals},
    {"dump-states-on-halt", "dump-states-on-halt", halts},
    {"exit-on-error-type", "exit-on-error-type", error_types},
};

static const char *const without_effect[] = {
    /* it is always so */
    "posix-runtime", "libc", "libcxx", "runtime-build", "optimize", "disable-opt", "disable-inlining",
    "emit-all-errors", "emit-all-errors-in-same-location", "warn-all-externals", "warn-all-external-symbols",
    "check-div-zero", "check-overshift", "simplify-sym-indices", "write-cov", "write-test-info", "output-source",
    "output-module", "watchdog", "use-merge", "use-incomplete-merge", "named-seed-matching", "always-output-seeds",
    "silent-klee-assume", "allow-external-sym-calls", "kdalloc", "allocate-determ", "strip-debug", "strip-all",
    /* there is no such part */
    "use-forked-solver", "use-cex-cache", "use-branch-cache", "use-cache", "use-independent-solver",
    "use-fast-cex-solver", "use-assignment-validating-solver", "cex-cache-try-all", "cex-cache-exp",
    "cex-cache-superset", "solver-backend", "solver-optimize-divides", "use-construct-hash-stp",
    "use-construct-hash-z3", "use-visitor-hash", "ignore-solver-failures", "optimize-array", "equality-substitution",
    "rewrite-equalities", "const-array-opt", "use-batching-search", "batch-instructions", "batch-time",
    "use-iterative-deepening-search", "use-iterative-deepening-time-search", "max-static-fork-pct",
    "max-static-solve-pct", "max-static-cpfork-pct", "max-static-cpsolve-pct", "max-memory-inhibit", "switch-type",
    "randomize-fork", "max-stack-frames", "max-sym-array-size", "redzone-size", "kdalloc-quarantine",
    "kdalloc-heap-size", "allocate-determ-size", "allocate-determ-start-address", "suppress-external-warnings",
    "all-external-warnings", "external-call-warnings", "seed-time", "uncovered-update-interval", "use-call-paths",
    "track-instruction-time",
    /* tests.txt, coverage.txt and summary.json say most of what these would write */
    "write-kqueries", "write-pcs", "write-cvcs", "write-smt2s", "write-sym-paths", "write-ptree", "write-exec-tree",
    "compress-exec-tree", "output-stats", "output-istats", "stats-write-interval", "istats-write-interval",
    "stats-write-after-instructions", "istats-write-after-instructions", "stats-commit-after", "use-query-log",
    "compress-query-log", "min-query-time-to-log", "log-timed-out-queries", "log-partial-queries-early",
    /* the environment is the model's and --sym-env's, and files are read from where Loci runs */
    "environ", "env-file", "run-in", "run-in-dir"};

static bool is_name(const char *name, const char *text, size_t length) {
    return strlen(name) == length && !strncmp(name, text, length);
}

static bool has_no_effect(const char *text, size_t length) {
    for (u32 i = 0; i < COUNT_OF(without_effect); i++)
        if (is_name(without_effect[i], text, length)) return true;
    return false;
}

bool klee_option_is_known(const char *text, size_t length) {
    for (u32 i = 0; i < COUNT_OF(renamed); i++)
        if (is_name(renamed[i].theirs, text, length)) return true;
    return is_name("link-llvm-lib", text, length) || has_no_effect(text, length);
}

static const char *ours_of(const Translation *values, const char *value) {
    for (; values && values->theirs; values++)
        if (!strcmp(values->theirs, value)) return values->ours;
    return value;
}

/* Several searches take turns; of those pairs Loci has one. */
static const char *add_search(Options *options, const char *search) {
    const char *before = options->search;
    bool take_turns = before && ((!strcmp(before, "random") && !strcmp(search, "coverage")) ||
                                 (!strcmp(before, "coverage") && !strcmp(search, "random")));
    if (take_turns) options->search = NULL;
    return take_turns ? "interleaved" : search;
}

/* KLEE counts megabytes, and 0 is no limit. */
static const char *memory_of(Arena *arena, const char *value) {
    bool is_number = *value && !value[strspn(value, "0123456789")];
    u64 number = is_number ? strtoull(value, NULL, 10) : 0;
    if (is_number && !number) return "1024G";
    return is_number && number < (u64)1 << 20 ? arena_printf(arena, "%sM", value) : value;
}

static char *translate(Options *options, const char *name, size_t length, const char *equals) {
    Arena *arena = &options->arena;
    const char *ours = arena_strndup(arena, name, length), *value = equals ? equals + 1 : NULL;
    for (u32 i = 0; i < COUNT_OF(renamed); i++) {
        if (!is_name(renamed[i].theirs, name, length)) continue;
        ours = renamed[i].ours;
        if (value) value = ours_of(renamed[i].values, value);
        else if (renamed[i].values == halts) value = "all";
        break;
    }
    if (value && !strcmp(ours, "search")) value = add_search(options, value);
    if (value && !strcmp(ours, "max-memory")) value = memory_of(arena, value);
    return value ? arena_printf(arena, "--%s=%s", ours, value) : arena_printf(arena, "--%s", ours);
}

char *klee_option_in_our_words(Options *options, char *word) {
    const char *name = word + strspn(word, "-"), *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    if (is_name("link-llvm-lib", name, length) && equals) return (char *)(uintptr_t)equals + 1;
    if (!has_no_effect(name, length)) return translate(options, name, length, equals);
    const char *without = options->without_effect ? options->without_effect : "";
    options->without_effect =
        arena_printf(&options->arena, "%s%s--%.*s", without, *without ? ", " : "", (int)length, name);
    return NULL;
}
