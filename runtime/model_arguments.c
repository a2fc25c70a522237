/* The arguments and the environment of a program in `run`: those it was given, and symbolic ones behind them.
 *
 *   sym-args = "MIN,MAX,LENGTH"   between MIN and MAX arguments of at most LENGTH characters: the objects n_args (only
 *                                 where MIN < MAX), arg00, arg01, ...
 *   sym-env = "NAME=N,..."        variables whose values have at most N characters: the objects env:NAME
 *
 * The program's own environment is fixed, so that a run does not depend on who starts it. */
#include <stdlib.h>
#include <string.h>
#include "loci_model.h"
#include "loci_process.h"

enum { MOST_ARGUMENTS = 100, MOST_VARIABLES = 64 };

/* Kept here too, so that they are never lost blocks. */
static char **arguments, *variables[MOST_VARIABLES + 1];

/* A text of at most `length` characters. */
static char *symbolic_text(const char *object, size_t length)
{
    char *text = malloc(length + 1);
    if (text == NULL) return NULL;
    __loci_make_symbolic(text, length + 1, object);
    __loci_assume(text[length] == '\0');
    return text;
}

/* ---- arguments ---- */

/* The loop over the arguments forks once for each number of them. */
static int choose_count(int least, int most)
{
    int count;
    if (least >= most) return least;
    __loci_make_symbolic(&count, sizeof count, "n_args");
    __loci_assume((least <= count) & (count <= most));
    return count;
}

static int parse_number(const char **text)
{
    size_t number = __loci_model_parse_size(text);
    if (**text == ',') ++*text;
    return number > MOST_ARGUMENTS ? MOST_ARGUMENTS : (int)number;
}

static void add_arguments(const char *setting, int *argc, char ***argv)
{
    int least = parse_number(&setting), most = parse_number(&setting);
    size_t length = __loci_model_parse_size(&setting);
    arguments = calloc((size_t)(*argc + most + 1), sizeof *arguments);
    if (arguments == NULL) return;
    memcpy(arguments, *argv, (size_t)*argc * sizeof *arguments);
    int count = choose_count(least, most);
    for (int i = 0; i < count; i++) {
        char object[] = "arg00";
        object[3] = (char)('0' + i / 10);
        object[4] = (char)('0' + i % 10);
        arguments[(*argc)++] = symbolic_text(object, length);
    }
    *argv = arguments;
}

/* ---- environment ---- */

/* "NAME=" and the value, as one text. */
static char *symbolic_variable(const char *name, size_t name_length, size_t length)
{
    char *object = calloc(1, name_length + sizeof "env:"), *text = malloc(name_length + 1 + length + 1);
    if (object == NULL || text == NULL) return NULL;
    memcpy(object, "env:", 4);
    memcpy(object + 4, name, name_length);
    char *value = symbolic_text(object, length);
    memcpy(text, name, name_length);
    text[name_length] = '=';
    if (value != NULL) memcpy(text + name_length + 1, value, length + 1);
    free(value);
    free(object);
    return text;
}

static void add_variables(const char *list, int count)
{
    while (list != NULL && *list != '\0' && count < MOST_VARIABLES) {
        const char *equals = strchr(list, '=');
        if (equals == NULL) return;
        const char *number = equals + 1;
        size_t length = __loci_model_parse_size(&number);
        variables[count++] = symbolic_variable(list, (size_t)(equals - list), length);
        list = *number == ',' ? number + 1 : NULL;
    }
}

void __loci_model_start(int *argc, char ***argv, char ***envp)
{
    static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", home[] = "HOME=/", locale[] = "LC_ALL=C";
    char *setting = __loci_model_setting("sym-args");
    if (setting != NULL) add_arguments(setting, argc, argv);
    free(setting);
    variables[0] = path;
    variables[1] = home;
    variables[2] = locale;
    setting = __loci_model_setting("sym-env");
    add_variables(setting, 3);
    free(setting);
    *envp = variables;
}
