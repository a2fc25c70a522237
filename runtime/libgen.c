/* The last component of a path, and what is before it. */
#include <libgen.h>
#include <string.h>

#undef basename

static char dot[] = ".";

static size_t length_without_trailing_slashes(const char *path, size_t length)
{
    while (length > 0 && path[length - 1] == '/') length--;
    return length;
}

/* basename as <libgen.h> has it: it may change the path. */
char *__xpg_basename(char *path)
{
    if (path == NULL || *path == '\0') return dot;
    size_t length = length_without_trailing_slashes(path, strlen(path));
    if (length == 0) return path + strlen(path) - 1; /* nothing but slashes: the last one */
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

char *dirname(char *path)
{
    if (path == NULL) return dot;
    size_t length = length_without_trailing_slashes(path, strlen(path));
    if (length == 0) {
        if (*path != '/') return dot;
        /* Nothing but slashes: POSIX lets exactly two stay two. */
        path[path[1] == '/' && path[2] == '\0' ? 2 : 1] = '\0';
        return path;
    }
    while (length > 0 && path[length - 1] != '/') length--;
    if (length == 0) return dot;
    size_t parent = length_without_trailing_slashes(path, length);
    if (parent == 0) parent = length == 2 ? 2 : 1;
    path[parent] = '\0';
    return path;
}
