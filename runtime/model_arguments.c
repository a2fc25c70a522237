/* The arguments and the environment of a program in `run`: those it was given, and symbolic ones behind them.
 *
 *   sym-args = "MIN,MAX,LENGTH;..."  groups, one behind the other, of between MIN and MAX arguments of at most LENGTH
 *                                 characters: the objects n_args (a group, only where MIN < MAX), arg00, arg01, ...
 *   sym-env = "NAME=N,..."        variables whose values have at most N characters: the objects env:NAME
 *
 * The program's own environment is fixed, so that a run does not depend on who starts it. */
#include <stdlib.h>
#include <string.h>
#include "loci_model.h"
#include "loci_process.h"

enum { MOST_ARGUMENTS = 100 };

static const char no_memory[] = "there is no memory for what the program is started with";

/* A text of at most `length` characters. */
static void make_text_symbolic(char *text, size_t length, const char *object)
{
    __loci_make_symbolic(text, length + 1, object);
    __loci_assume(text[length] == '\0');
}

/* Element `i` of the array of that name; 16 characters at most. No printf, which would be in every program then. */
static char *new_text(const char *array, unsigned i, size_t size)
{
    char name[32], digits[12];
    size_t length = strlen(array), count = 0;
    do digits[count++] = (char)('0' + i % 10);
    while ((i /= 10) > 0);
    memcpy(name, array, length);
    name[length++] = '[';
    while (count > 0) name[length++] = digits[--count];
    name[length++] = ']';
    name[length] = '\0';
    return __loci_process_memory(size, name);
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

/* The next group; how many arguments there are of earlier ones is `*made`. */
static void add_group(const char **setting, int *made, int *argc, char ***argv)
{
    int least = parse_number(setting), most = parse_number(setting);
    size_t length = __loci_model_parse_size(setting);
    char **arguments = __loci_process_memory((size_t)(*argc + most + 1) * sizeof *arguments, "argv");
    if (arguments == NULL) __loci_unsupported(no_memory);
    memcpy(arguments, *argv, (size_t)*argc * sizeof *arguments);
    int count = choose_count(least, most);
    for (int i = 0; i < count; i++, ++*made) {
        char object[] = "arg00";
        object[3] = (char)('0' + *made / 10);
        object[4] = (char)('0' + *made % 10);
        arguments[*argc] = new_text("argv", (unsigned)*argc, length + 1);
        if (arguments[*argc] == NULL) __loci_unsupported(no_memory);
        make_text_symbolic(arguments[(*argc)++], length, object);
    }
    *argv = arguments;
}

static void add_arguments(const char *setting, int *argc, char ***argv)
{
    int made = 0;
    for (;; setting++) {
        add_group(&setting, &made, argc, argv);
        if (*setting != ';') return;
    }
}

/* ---- environment ---- */

/* "NAME=" and the value, as one text. The object has a block to itself, which is what its name says it is. */
static void add_variable(char **variables, unsigned i, const char *name, size_t name_length, size_t length)
{
    char *object = calloc(1, name_length + sizeof "env:"), *value = malloc(length + 1);
    char *text = new_text("environ", i, name_length + 1 + length + 1);
    if (object == NULL || value == NULL || text == NULL) __loci_unsupported(no_memory);
    memcpy(object, "env:", 4);
    memcpy(object + 4, name, name_length);
    make_text_symbolic(value, length, object);
    memcpy(text, name, name_length);
    text[name_length] = '=';
    memcpy(text + name_length + 1, value, length + 1);
    variables[i] = text;
    free(value);
    free(object);
}

static size_t count_variables(const char *list)
{
    size_t count = 0;
    for (; list != NULL && *list != '\0'; list++) count += *list == '=';
    return count;
}

static void add_variables(char **variables, unsigned count, const char *list)
{
    while (list != NULL && *list != '\0') {
        const char *equals = strchr(list, '=');
        if (equals == NULL) return;
        const char *number = equals + 1;
        size_t length = __loci_model_parse_size(&number);
        add_variable(variables, count, list, (size_t)(equals - list), length);
        count++;
        list = *number == ',' ? number + 1 : NULL;
    }
}

static void set_environment(const char *list, char ***envp)
{
    static const char *const FIXED[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/", "LC_ALL=C"};
    enum { FIXED_COUNT = sizeof FIXED / sizeof *FIXED };
    char **variables = __loci_process_memory((FIXED_COUNT + count_variables(list) + 1) * sizeof *variables, "environ");
    if (variables == NULL) __loci_unsupported(no_memory);
    for (unsigned i = 0; i < FIXED_COUNT; i++) {
        size_t size = strlen(FIXED[i]) + 1;
        variables[i] = new_text("environ", i, size);
        if (variables[i] == NULL) __loci_unsupported(no_memory);
        memcpy(variables[i], FIXED[i], size);
    }
    add_variables(variables, FIXED_COUNT, list);
    *envp = variables;
}

void __loci_model_start(int *argc, char ***argv, char ***envp)
{
    char *setting = __loci_model_setting("sym-args");
    if (setting != NULL) add_arguments(setting, argc, argv);
    free(setting);
    setting = __loci_model_setting("sym-env");
    set_environment(setting, envp);
    free(setting);
}
