/* getsubopt: "name=value,name" taken apart. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int getsubopt(char **restrict options, char *const *restrict names, char **restrict value)
{
    char *option = *options;
    if (*option == '\0') return -1;
    char *end = option + strcspn(option, ",");
    *options = *end != '\0' ? end + 1 : end;
    *end = '\0';
    size_t length = strcspn(option, "=");
    for (int i = 0; names[i] != NULL; i++)
        if (strncmp(names[i], option, length) == 0 && names[i][length] == '\0') {
            *value = option[length] == '=' ? option + length + 1 : NULL;
            return i;
        }
    *value = option;
    return -1;
}
