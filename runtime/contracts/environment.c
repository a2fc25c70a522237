/* getenv: no such variable, an empty one, a short one, or one that is longer than any buffer. */
#include <stdlib.h>
#include "loci_contract.h"

enum { LONG_VALUE = 256 };

static char *value_of(const char *name)
{
    static char long_value[LONG_VALUE + 1], short_value[2];
    __loci_touch_text(name);
    int kind = __loci_any_int("getenv()");
    if (kind == 0) return NULL;
    char *value = kind == 1 ? short_value : long_value;
    size_t length = kind == 1 ? 1 : LONG_VALUE;
    for (size_t i = 0; i < length; i++) value[i] = 0;
    __loci_make_symbolic(value, length, "value of a variable of the environment");
    if (kind != 1)
        for (size_t i = 0; i < length; i++) __loci_assume(value[i] != 0);
    return value;
}

char *getenv(const char *name) { return value_of(name); }
char *secure_getenv(const char *name) { return value_of(name); }
