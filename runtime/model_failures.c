/* System calls that fail though nothing is wrong: at most as many on a path as the setting "max-fail" says.
 *
 * Which call of a function fails is an input, the object "fail:NAME<=MOST": the first, the second, ...; 0 or one that the
 * path does not come to: none. As KLEE has it (its runtime/POSIX/fd.c), which knows one such call of each function; here the
 * next one is asked for once it has failed, while there are failures left. */
#include <stdlib.h>
#include <string.h>
#include "loci_model.h"

enum { NAME_SIZE = 32 };

static struct function {
    const char *name;
    int calls;
    int failing; /* the number of the call that fails; may be symbolic */
    _Bool is_asked;
} functions[] = {
    [LOCI_READ] = {.name = "read"},     [LOCI_WRITE] = {.name = "write"},   [LOCI_OPEN] = {.name = "open"},
    [LOCI_CLOSE] = {.name = "close"},   [LOCI_TRUNCATE] = {.name = "ftruncate"}, [LOCI_GETCWD] = {.name = "getcwd"},
    [LOCI_CHMOD] = {.name = "chmod"},   [LOCI_FCHMOD] = {.name = "fchmod"},
};

static char *most; /* as the setting says it; null: there is none */
static int left = -1; /* failures that the path may still have; -1: not looked at yet */

static void set_up(void)
{
    most = __loci_model_setting("max-fail");
    const char *number = most;
    left = most == NULL ? 0 : (int)__loci_model_parse_size(&number);
}

static void ask(struct function *function)
{
    char name[NAME_SIZE] = "fail:";
    strcat(name, function->name);
    strcat(name, "<=");
    strncat(name, most, NAME_SIZE - 1 - strlen(name));
    __loci_make_symbolic(&function->failing, sizeof function->failing, name);
    function->is_asked = 1;
}

_Bool __loci_model_fails(enum __loci_model_call call)
{
    struct function *function = &functions[call];
    if (left < 0) set_up();
    if (left == 0) return 0;
    function->calls++;
    if (!function->is_asked) ask(function);
    if (function->failing != function->calls) return 0;
    function->is_asked = 0;
    left--;
    return 1;
}
