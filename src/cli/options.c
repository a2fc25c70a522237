#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum { FLAG, NUMBER, BYTES, SECONDS, MILLISECONDS, TEXT, OPTIONAL } OptionKind;

typedef struct {
    const char *name, *help;
    OptionKind kind;
    u64 initial, least, most;
    int commands;
    size_t offset;
} OptionInfo;

static const OptionInfo infos[] = {
#define OPTION(field, name, kind, initial, least, most, commands, help)                                                \
    {name, help, kind, initial, least, most, commands, offsetof(Options, field)},
#include "cli/options.def"
#undef OPTION
};

static void set_number(Options *options, const OptionInfo *info, u64 value) {
    char *field = (char *)options + info->offset;
    if (info->kind == FLAG) *(bool *)field = value != 0;
    else *(u64 *)field = value;
}

/* 0: there is no such unit. */
static u32 seconds_of_unit(const char *name, size_t length) {
    static const struct {
        const char *name;
        u32 seconds;
    } units[] = {{"", 1}, {"s", 1}, {"sec", 1}, {"min", 60}, {"m", 60}, {"h", 3600}, {"d", 86400}};
    for (u32 i = 0; i < COUNT_OF(units); i++)
        if (strlen(units[i].name) == length && !strncmp(units[i].name, name, length)) return units[i].seconds;
    return 0;
}

/* 90, 1.5h, 1h30min: whole seconds, no fewer than are said. *end is behind what was understood. */
static u64 parse_seconds(const char *text, char **end) {
    static const char digits[] = "0123456789.";
    double sum = 0;
    *end = (char *)(uintptr_t)text;
    for (const char *at = text; *at;) {
        char *unit;
        double number = strtod(at, &unit);
        size_t length = strcspn(unit, digits);
        u32 seconds = strchr(digits, *at) ? seconds_of_unit(unit, length) : 0;
        if (!seconds) break;
        sum += number * seconds;
        at = *end = unit + length;
    }
    return sum < 1e15 ? (u64)sum + (sum > (double)(u64)sum) : UINT64_MAX;
}

/* Seconds with a decimal point, as milliseconds. */
static u64 parse_milliseconds(const char *text, char **end) {
    double seconds = strtod(text, end);
    return seconds >= 0 && seconds < 1e12 ? (u64)(seconds * 1000 + 0.5) : UINT64_MAX;
}

static bool parse_number(const OptionInfo *info, const char *text, u64 *value, Error *error) {
    char *end;
    errno = 0;
    *value = info->kind == MILLISECONDS ? parse_milliseconds(text, &end)
             : info->kind == SECONDS    ? parse_seconds(text, &end)
                                        : strtoull(text, &end, 10);
    bool ok = *text >= '0' && *text <= '9' && !errno;
    u64 unit = 1;
    if (ok && info->kind == BYTES && *end) {
        unit = *end == 'K' ? (u64)1 << 10 : *end == 'M' ? (u64)1 << 20 : *end == 'G' ? (u64)1 << 30 : 0;
        end++;
    }
    if (!ok || !unit || *end || __builtin_mul_overflow(*value, unit, value))
        return error_set(error, "'--%s=%s': a number is expected%s", info->name, text,
                         info->kind == BYTES     ? ", with K, M or G behind it if you like"
                         : info->kind == SECONDS ? " of seconds, or one such as 30s, 10min, 1h30min"
                                                 : "");
    if (info->kind == MILLISECONDS && (*value < info->least || *value > info->most))
        return error_set(error, "'--%s=%s': it must be between %g and %g seconds", info->name, text,
                         (double)info->least / 1000, (double)info->most / 1000);
    if (*value < info->least || *value > info->most)
        return error_set(error, "'--%s=%s': it must be between %llu and %llu", info->name, text,
                         (unsigned long long)info->least, (unsigned long long)info->most);
    return true;
}

/* -m32 and -m64 say what --32 and --64 do: the data model is the library's and the machine's too, not clang's alone. */
static bool is_data_model(Options *options, const char *flag) {
    bool is_32 = !strcmp(flag, "-m32"), is_64 = !strcmp(flag, "-m64");
    options->bits_32 = options->bits_32 || is_32;
    options->bits_64 = options->bits_64 || is_64;
    return is_32 || is_64;
}

static bool add_cflag(Options *options, const char *flag, Error *error) {
    if (!strcmp(flag, "-mx32") || !strcmp(flag, "-m16"))
        return error_set(error, "'%s': Loci knows the data models of -m32 and -m64", flag);
    if (!is_data_model(options, flag)) vec_push(&options->cflags, flag);
    return true;
}

static bool split_cflags(Options *options, const char *text, Error *error) {
    bool ok = true;
    while (ok && *text) {
        text += strspn(text, " \t");
        size_t length = strcspn(text, " \t");
        if (length) ok = add_cflag(options, arena_strndup(&options->arena, text, length), error);
        text += length;
    }
    return ok;
}

/* What is given twice adds up where that has a meaning, and is a mistake otherwise. */
static bool set_text(Options *options, const OptionInfo *info, const char *value, Error *error) {
    static const struct {
        const char *name, *between;
    } lists[] = {{"sym-args", ";"},     {"sym-file", ","},          {"sym-env", ","},
                 {"cflags", " "},       {"function-alias", ","},    {"seed-file", ","},
                 {"seed-dir", ","},     {"replay-ktest-file", ","}, {"replay-ktest-dir", ","},
                 {"ignore-leaks", ","}, {"exit-on-error-type", ","}};
    const char **field = (const char **)(void *)((char *)options + info->offset);
    const char *between = NULL;
    for (u32 i = 0; i < COUNT_OF(lists); i++)
        if (!strcmp(lists[i].name, info->name)) between = lists[i].between;
    if (*field && between) value = arena_printf(&options->arena, "%s%s%s", *field, between, value);
    else if (*field && strcmp(*field, value) != 0)
        return error_set(error, "'--%s' is given twice: '%s' and '%s'", info->name, *field, value);
    *field = value;
    return true;
}

bool options_set_text(Options *options, const char *name, const char *value, Error *error) {
    for (u32 i = 0; i < COUNT_OF(infos); i++)
        if (!strcmp(infos[i].name, name)) return set_text(options, &infos[i], value, error);
    return error_set(error, "there is no option '--%s'", name);
}

/* A number given twice is one of two things that were meant. */
static bool set_parsed_number(Options *options, const OptionInfo *info, const char *text, Error *error) {
    u64 value;
    if (!parse_number(info, text, &value, error)) return false;
    bool *is_given = &options->is_given[info - infos];
    u64 before = *(const u64 *)(const void *)((const char *)options + info->offset);
    if (*is_given && before != value)
        return error_set(error, "'--%s' is given twice: %llu and %llu", info->name, (unsigned long long)before,
                         (unsigned long long)value);
    *is_given = true;
    set_number(options, info, value);
    return true;
}

static const OptionInfo *info_of(int command, const char *name) {
    size_t length = strcspn(name, "=");
    for (u32 i = 0; i < COUNT_OF(infos); i++)
        if (strlen(infos[i].name) == length && !strncmp(infos[i].name, name, length) && infos[i].commands & command)
            return &infos[i];
    return NULL;
}

/* A flag stands alone, or is switched on or off in words. */
static bool set_flag(Options *options, const OptionInfo *info, const char *value, Error *error) {
    bool is_on = !strcmp(value, "true") || !strcmp(value, "1"), is_off = !strcmp(value, "false") || !strcmp(value, "0");
    if (!is_on && !is_off) return error_set(error, "'--%s' takes no value but true and false", info->name);
    set_number(options, info, is_on);
    return true;
}

static bool parse_option(Options *options, int command, const char *word, Error *error) {
    const char *equals = strchr(word, '=');
    const OptionInfo *info = info_of(command, word + 2);
    if (!info) return error_set(error, "unknown option '%s'; 'loci help' lists what there is", word);
    if (info->kind == FLAG) return set_flag(options, info, equals ? equals + 1 : "true", error);
    bool is_text = info->kind == TEXT || info->kind == OPTIONAL;
    if (!equals && info->kind != OPTIONAL)
        return error_set(error, "'--%s' needs a value: --%s=...", info->name, info->name);
    if (is_text) return set_text(options, info, equals ? equals + 1 : "", error);
    return set_parsed_number(options, info, equals + 1, error);
}

/* KLEE's users may put one dash before an option, and its value into a word of its own. What is meant, as one word with two
 * dashes; NULL: there is nothing to do. */
static char *run_word(Options *options, int argc, char **argv, int *at) {
    char *word = argv[*at];
    size_t dashes = strspn(word, "-"), length = strcspn(word + dashes, "=");
    if (dashes < 1 || dashes > 2 || !length) return word;
    const OptionInfo *info = info_of(COMMAND_RUN, word + dashes);
    if (!info && !klee_option_is_known(word + dashes, length)) return word;
    bool needs_value = info && info->kind != FLAG && info->kind != OPTIONAL && !word[dashes + length];
    if (needs_value && *at + 1 < argc && argv[*at + 1][0] != '-')
        word = arena_printf(&options->arena, "%s=%s", word, argv[++*at]);
    return klee_option_in_our_words(options, word);
}

/* -j4, or -j 4, as make has it. */
static bool parse_jobs(Options *options, int argc, char **argv, int *at, Error *error) {
    const char *number = argv[*at] + 2;
    if (!*number && *at + 1 == argc) return error_set(error, "'-j' needs a number");
    if (!*number) number = argv[++*at];
    char *word = arena_printf(&options->arena, "--jobs=%s", number);
    return parse_option(options, COMMAND_CHECK, word, error);
}

/* -I -D -U -std -include and the like go to clang as they are, with their separate value if they have one. */
static bool parse_clang_option(Options *options, int argc, char **argv, int *at, Error *error) {
    const char *word = argv[*at];
    static const char *const with_value[] = {"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-x"};
    if (!add_cflag(options, word, error)) return false;
    for (u32 i = 0; i < COUNT_OF(with_value); i++)
        if (!strcmp(word, with_value[i])) {
            if (*at + 1 == argc) return error_set(error, "'%s' needs a value", word);
            vec_push(&options->cflags, argv[++*at]);
            return true;
        }
    static const char *const known[] = {"-I",      "-D", "-U", "-std=",      "-include", "-isystem",
                                        "-iquote", "-f", "-W", "-w",         "-m",       "-pthread",
                                        "-ansi",   "-O", "-g", "-trigraphs", "-x"};
    for (u32 i = 0; i < COUNT_OF(known); i++)
        if (!strncmp(word, known[i], strlen(known[i]))) return true;
    return error_set(error, "unknown option '%s'; options for clang can be given by --cflags=...", word);
}

/* Of the program, from `at` on. Symbolic ones come behind all others. */
static bool parse_arguments(Options *options, int command, int argc, char **argv, int at, Error *error) {
    const char *symbolic = NULL;
    for (int i = at; i < argc; i++) {
        if (command == COMMAND_RUN && klee_words_begin(argv + i)) {
            symbolic = argv[i];
            if (!klee_words_parse(options, argc, argv, &i, error)) return false;
        } else if (symbolic) {
            return error_set(error, "the argument '%s' stands behind '%s': symbolic arguments come last", argv[i],
                             symbolic);
        } else {
            vec_push(&options->arguments, argv[i]);
        }
    }
    return true;
}

static bool parse_words(Options *options, int command, int argc, char **argv, bool *help, Error *error) {
    for (u32 i = 0; i < COUNT_OF(infos); i++)
        if (infos[i].kind < TEXT) set_number(options, &infos[i], infos[i].initial);
    for (int i = 0; i < argc; i++) {
        bool is_of_klee = command == COMMAND_RUN && klee_words_begin(argv + i);
        char *word = command == COMMAND_RUN && !is_of_klee ? run_word(options, argc, argv, &i) : argv[i];
        if (is_of_klee) {
            if (!klee_words_parse(options, argc, argv, &i, error)) return false;
        } else if (!word) {
            continue;
        } else if (!strcmp(word, "--")) {
            if (!parse_arguments(options, command, argc, argv, i + 1, error)) return false;
            i = argc;
        } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            *help = true;
        } else if (!strncmp(word, "--", 2)) {
            if (!parse_option(options, command, word, error)) return false;
        } else if (command == COMMAND_CHECK && !strncmp(word, "-j", 2)) {
            if (!parse_jobs(options, argc, argv, &i, error)) return false;
        } else if (word[0] == '-' && word[1] && command & COMMAND_PROGRAM) {
            if (!parse_clang_option(options, argc, argv, &i, error)) return false;
        } else if (word[0] == '-' && word[1]) {
            return error_set(error, "unknown option '%s'; 'loci help' lists what there is", word);
        } else {
            vec_push(&options->inputs, word);
        }
    }
    if (options->cflags_text && !split_cflags(options, options->cflags_text, error)) return false;
    if (options->bits_32 && options->bits_64)
        return error_set(error, "--32 and --64 exclude each other (as do -m32 and -m64)");
    bool has_build = command == COMMAND_CHECK && options->arguments.count;
    if (!*help && !options->inputs.count && !has_build) return error_set(error, "no input file");
    return true;
}

bool options_parse(Options *options, int command, int argc, char **argv, bool *help, Error *error) {
    _Static_assert(COUNT_OF(infos) <= MOST_OPTIONS, "Options.is_given has room for all");
    *options = (Options){0};
    *help = false;
    WordList words = {0};
    bool ok = words_expand_files(&options->arena, argc, argv, &words, error) &&
              parse_words(options, command, (int)words.count, words.at, help, error);
    vec_free(&words);
    return ok;
}

void options_free(Options *options) {
    vec_free(&options->inputs);
    vec_free(&options->cflags);
    vec_free(&options->arguments);
    arena_free(&options->arena);
}

void options_print_help(int command, const char *usage, const char *purpose) {
    printf("usage: %s\n\n%s\n\noptions:\n", usage, purpose);
    for (u32 i = 0; i < COUNT_OF(infos); i++) {
        if (!(infos[i].commands & command)) continue;
        static const char *const values[] = {
            [FLAG] = "",           [NUMBER] = "=N", [BYTES] = "=N[K|M|G]", [SECONDS] = "=N[s|min|h]",
            [MILLISECONDS] = "=N", [TEXT] = "=...", [OPTIONAL] = "[=...]"};
        char name[64];
        snprintf(name, sizeof name, "--%s%s", infos[i].name, values[infos[i].kind]);
        printf("  %-24s %s\n", name, infos[i].help);
    }
    if (command & COMMAND_PROGRAM) printf("  %-24s %s\n", "-I -D -U -std= ...", "go to clang as they are");
}

static const char *leak_setting(const Options *options) {
    return options->no_leaks ? "off" : options->leaks ? options->leaks : "warning";
}

bool options_check_leaks(const Options *options, Error *error) {
    const char *leaks = leak_setting(options);
    if (options->no_leaks && options->leaks && strcmp(options->leaks, "off") != 0)
        return error_set(error, "--no-leaks and --leaks=%s exclude each other", options->leaks);
    if (strcmp(leaks, "warning") != 0 && strcmp(leaks, "error") != 0 && strcmp(leaks, "off") != 0)
        return error_set(error, "'--leaks=%s': warning, error or off is expected", leaks);
    return true;
}

void options_leaks(const Options *options, MachineOptions *machine) {
    machine->check_leaks = strcmp(leak_setting(options), "off") != 0;
    machine->leaks_are_warnings = !strcmp(leak_setting(options), "warning");
    machine->ignored_leaks = options->ignore_leaks;
}

/* The C library's bitcode stands beside the program: build/runtime, or lib/loci/runtime once installed. */
const char *options_runtime_folder(Arena *arena) {
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return NULL;
    path[length] = 0;
    *strrchr(path, '/') = 0;
    const char *beside = arena_printf(arena, "%s/runtime", path);
    if (access(beside, R_OK) == 0) return beside;
    return arena_printf(arena, "%s/../lib/loci/runtime", path);
}

static void print_notes(const FrontendOptions *options) {
    Text notes = {0};
    frontend_flag_notes(options, &notes);
    for (const char *line = notes.chars; line && *line; line = strchr(line, '\n') + 1)
        fprintf(stderr, "loci: note: %.*s\n", (int)strcspn(line, "\n"), line);
    text_free(&notes);
}

ThreadCode options_thread_code(const char *threads) {
    return threads && !strcmp(threads, "all") ? THREADS_AT_ACCESSES : THREADS_AT_POINTS;
}

FrontendOptions options_frontend(const Options *options, Arena *arena) {
    const char *runtime = options_runtime_folder(arena);
    FrontendOptions frontend = {.inputs = options->inputs.at,
                                .input_count = options->inputs.count,
                                .cflags = options->cflags.at,
                                .cflag_count = options->cflags.count,
                                .bits = options->bits_32   ? 32
                                        : options->bits_64 ? 64
                                                           : 0,
                                .runtime_dir = runtime,
                                .include_dir = runtime ? arena_printf(arena, "%s/include", runtime) : NULL,
                                .entry = options->entry_point,
                                .function_aliases = options->function_alias,
                                .quiet_warnings = true,
                                .fold_conditions = options->fold_conditions};
    print_notes(&frontend);
    return frontend;
}
