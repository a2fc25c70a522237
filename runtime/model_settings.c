/* The settings of a run, for the model. */
#include <stdlib.h>
#include <string.h>
#include "loci_library.h"
#include "loci_machine.h"
#include "loci_model.h"

char *__loci_model_setting(const char *name)
{
    int length = __loci_setting(name, NULL, 0);
    char *value = length < 0 ? NULL : malloc((size_t)length + 1);
    if (value != NULL) __loci_setting(name, value, (size_t)length + 1);
    return value;
}

size_t __loci_model_parse_size(const char **text)
{
    size_t size = 0;
    for (; __loci_is_digit(**text); ++*text) size = size * 10 + (size_t)(**text - '0');
    return size;
}

char *__loci_model_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = __loci_own(malloc(size));
    return copy == NULL ? NULL : memcpy(copy, text, size);
}
