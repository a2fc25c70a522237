/* getopt and getopt_long, with permutation and the messages of the GNU C library.
 *
 * While scanning, the arguments before optind consist of options already taken and, from
 * first_operand to last_operand, operands that were skipped; when an option is found behind them the
 * two blocks are exchanged, so that at the end all operands are last. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static enum { PERMUTE, STOP_AT_OPERAND, RETURN_OPERANDS } ordering;
static char *cluster; /* the rest of an argument like -abc, or null */
static int first_operand, last_operand;
static _Bool started;

struct request {
    int count;
    char **arguments;
    const char *letters;
    const struct option *options; /* null for getopt */
    int *index;
    _Bool dash_is_enough;         /* getopt_long_only: -name is a long option too */
    _Bool quiet, colon_for_missing;
};

/* ---- permutation ---- */

static void reverse(char **arguments, int from, int to)
{
    for (to--; from < to; from++, to--) {
        char *argument = arguments[from];
        arguments[from] = arguments[to];
        arguments[to] = argument;
    }
}

/* Exchanges the operands with the options found behind them, by three reversals. */
static void move_operands_behind(char **arguments)
{
    reverse(arguments, first_operand, last_operand);
    reverse(arguments, last_operand, optind);
    reverse(arguments, first_operand, optind);
    first_operand += optind - last_operand;
    last_operand = optind;
}

static void settle_operands(char **arguments)
{
    if (first_operand != last_operand && last_operand != optind) move_operands_behind(arguments);
    else if (last_operand != optind) first_operand = optind;
}

static _Bool is_operand(const char *argument)
{
    return argument[0] != '-' || argument[1] == '\0';
}

/* ---- one call ---- */

static void start(struct request *request)
{
    if (optind == 0) optind = 1;
    if (!started) optopt = 0;
    first_operand = last_operand = optind;
    cluster = NULL;
    started = 1;
    if (request->letters[0] == '-') ordering = RETURN_OPERANDS;
    else if (request->letters[0] == '+') ordering = STOP_AT_OPERAND;
    else ordering = getenv("POSIXLY_CORRECT") != NULL ? STOP_AT_OPERAND : PERMUTE;
}

static int missing_argument(const struct request *request)
{
    return request->colon_for_missing ? ':' : '?';
}

static void advance_cluster(const char *end)
{
    if (*end != '\0') return;
    cluster = NULL;
    optind++;
}

static _Bool is_name_of(const struct option *option, const char *name, size_t length)
{
    return strncmp(option->name, name, length) == 0 && option->name[length] == '\0';
}

static _Bool mean_the_same(const struct option *left, const struct option *right)
{
    return left->has_arg == right->has_arg && left->flag == right->flag && left->val == right->val;
}

static void report_ambiguity(const struct request *request, const char *dashes, const char *name, size_t length,
                             const struct option *first, _Bool only)
{
    (void)length;
    if (request->quiet) return;
    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", request->arguments[0], dashes, name);
    for (const struct option *option = first; option->name != NULL; option++)
        if (strncmp(option->name, name, length) == 0 && (option == first || only || !mean_the_same(first, option)))
            fprintf(stderr, " '%s%s'", dashes, option->name);
    fprintf(stderr, "\n");
}

/* Finds the option that a name stands for; -1 if none, -2 if several (and says so). */
static int find_option(const struct request *request, const char *dashes, const char *name, size_t length)
{
    int found = -1;
    _Bool ambiguous = 0;
    for (int i = 0; request->options[i].name != NULL; i++)
        if (is_name_of(&request->options[i], name, length)) return i;
    for (int i = 0; request->options[i].name != NULL; i++) {
        if (strncmp(request->options[i].name, name, length) != 0) continue;
        if (found < 0) found = i;
        else if (request->dash_is_enough || !mean_the_same(&request->options[found], &request->options[i])) ambiguous = 1;
    }
    if (!ambiguous) return found;
    report_ambiguity(request, dashes, name, length, &request->options[found], request->dash_is_enough);
    return -2;
}

/* `cluster` is at the name behind the dashes. Returns -1 if it should be taken for short options. */
static int take_long(const struct request *request, const char *dashes)
{
    const char *name = cluster;
    size_t length = strcspn(name, "=");
    int i = find_option(request, dashes, name, length);
    if (i == -1) {
        if (request->dash_is_enough && dashes[1] == '\0' && strchr(request->letters, *name) != NULL) return -1;
        if (!request->quiet)
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", request->arguments[0], dashes, name);
    }
    cluster = NULL;
    optind++;
    if (i < 0) {
        optopt = 0;
        return '?';
    }
    const struct option *option = &request->options[i];
    if (name[length] == '=') {
        if (option->has_arg == no_argument) {
            if (!request->quiet)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", request->arguments[0], dashes,
                        option->name);
            optopt = option->val;
            return '?';
        }
        optarg = (char *)name + length + 1;
    } else if (option->has_arg == required_argument) {
        if (optind >= request->count) {
            if (!request->quiet)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", request->arguments[0], dashes, option->name);
            optopt = option->val;
            return missing_argument(request);
        }
        optarg = request->arguments[optind++];
    }
    if (request->index != NULL) *request->index = i;
    if (option->flag == NULL) return option->val;
    *option->flag = option->val;
    return 0;
}

/* "-W name" is another way to write "--name". */
static int take_word(const struct request *request, char letter)
{
    if (*cluster == '\0') {
        if (optind + 1 >= request->count) {
            if (!request->quiet)
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", request->arguments[0], letter);
            optopt = letter;
            cluster = NULL;
            optind++;
            return missing_argument(request);
        }
        optind++;
        cluster = request->arguments[optind];
    }
    optarg = NULL;
    return take_long(request, "-W ");
}

static int take_letter(const struct request *request)
{
    char letter = *cluster++;
    const char *found = letter == ':' || letter == ';' ? NULL : strchr(request->letters, letter);
    if (found == NULL) {
        if (!request->quiet) fprintf(stderr, "%s: invalid option -- '%c'\n", request->arguments[0], letter);
        optopt = letter;
        advance_cluster(cluster);
        return '?';
    }
    if (found[0] == 'W' && found[1] == ';' && request->options != NULL) return take_word(request, letter);
    if (found[1] != ':') {
        advance_cluster(cluster);
        return letter;
    }
    char *rest = cluster;
    cluster = NULL;
    optind++;
    if (*rest != '\0') {
        optarg = rest;
    } else if (found[2] != ':') {
        if (optind >= request->count) {
            if (!request->quiet)
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", request->arguments[0], letter);
            optopt = letter;
            return missing_argument(request);
        }
        optarg = request->arguments[optind++];
    }
    return letter;
}

/* Leaves optind at the next option and returns 0, or returns what the caller should answer. */
static int find_next(const struct request *request)
{
    char **arguments = request->arguments;
    if (last_operand > optind) last_operand = optind;
    if (first_operand > optind) first_operand = optind;
    if (ordering == PERMUTE) {
        settle_operands(arguments);
        while (optind < request->count && is_operand(arguments[optind])) optind++;
        last_operand = optind;
    }
    if (optind < request->count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (first_operand != last_operand && last_operand != optind) move_operands_behind(arguments);
        else if (first_operand == last_operand) first_operand = optind;
        last_operand = optind = request->count;
    }
    if (optind >= request->count) {
        if (first_operand != last_operand) optind = first_operand;
        return -1;
    }
    if (!is_operand(arguments[optind])) return 0;
    if (ordering == STOP_AT_OPERAND) return -1;
    optarg = arguments[optind++];
    return 1;
}

/* Whether a single dash introduces a long option: with getopt_long_only, unless it is one valid letter. */
static _Bool looks_long(const struct request *request, const char *argument)
{
    if (request->options == NULL) return 0;
    if (argument[1] == '-') return 1;
    return request->dash_is_enough && (argument[2] != '\0' || strchr(request->letters, argument[1]) == NULL);
}

static int next_option(struct request *request)
{
    if (request->count < 1) return -1;
    optarg = NULL;
    if (optind == 0 || !started) start(request);
    if (*request->letters == '-' || *request->letters == '+') request->letters++;
    request->colon_for_missing = *request->letters == ':';
    request->quiet = opterr == 0 || request->colon_for_missing;

    if (cluster == NULL || *cluster == '\0') {
        int answer = find_next(request);
        if (answer != 0) return answer;
        char *argument = request->arguments[optind];
        cluster = argument + 1;
        if (looks_long(request, argument)) {
            _Bool two_dashes = argument[1] == '-';
            if (two_dashes) cluster++;
            int taken = take_long(request, two_dashes ? "--" : "-");
            if (taken != -1) return taken;
        }
    }
    return take_letter(request);
}

int getopt(int count, char *const *arguments, const char *letters)
{
    struct request request = {.count = count, .arguments = (char **)arguments, .letters = letters};
    return next_option(&request);
}

/* What <unistd.h> calls when POSIX is asked for: no permutation. */
int __posix_getopt(int count, char *const *arguments, const char *letters);
int __posix_getopt(int count, char *const *arguments, const char *letters)
{
    struct request request = {.count = count, .arguments = (char **)arguments, .letters = letters};
    if (optind == 0 || !started) {
        start(&request);
        if (ordering == PERMUTE) ordering = STOP_AT_OPERAND;
    }
    return next_option(&request);
}

int getopt_long(int count, char *const *arguments, const char *letters, const struct option *options, int *index)
{
    struct request request = {count, (char **)arguments, letters, options, index, 0, 0, 0};
    return next_option(&request);
}

int getopt_long_only(int count, char *const *arguments, const char *letters, const struct option *options, int *index)
{
    struct request request = {count, (char **)arguments, letters, options, index, 1, 0, 0};
    return next_option(&request);
}
