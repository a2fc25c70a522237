/* basename as <string.h> has it under _GNU_SOURCE: it never changes the path. */
#define _GNU_SOURCE
#include <string.h>

char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : (char *)path;
}
