/* realpath: resolves ".", ".." and symbolic links. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "loci_library.h"
#include "loci_os.h"

enum { MOST_LINKS = 40 };

static void drop_last_component(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == path) slash[1] = '\0';
    else *slash = '\0';
}

/* Appends the component before the first slash of `rest`; false if there is no room. */
static _Bool add_component(char *path, const char *rest, size_t length)
{
    size_t end = strlen(path);
    if (end + length + 2 > PATH_MAX) return 0;
    if (path[end - 1] != '/') path[end++] = '/';
    memcpy(path + end, rest, length);
    path[end + length] = '\0';
    return 1;
}

/* Puts the target of a link in front of what is still to be resolved. */
static _Bool prepend(char *rest, const char *target, size_t length)
{
    size_t old = strlen(rest);
    if (length + old + 2 > PATH_MAX) return 0;
    memmove(rest + length + 1, rest, old + 1);
    memcpy(rest, target, length);
    rest[length] = '/';
    return 1;
}

/* Returns 0 or an error number. */
static int resolve(const char *given, char path[PATH_MAX])
{
    char rest[PATH_MAX], target[PATH_MAX];
    int links = 0;
    if (given[0] == '\0') return ENOENT;
    if (strlen(given) >= PATH_MAX) return ENAMETOOLONG;
    strcpy(rest, given);
    strcpy(path, "/");
    if (given[0] != '/') {
        int length = __loci_os_getcwd(path, PATH_MAX);
        if (length < 0) return -length;
    }
    for (;;) {
        size_t slashes = strspn(rest, "/");
        size_t length = strcspn(rest + slashes, "/");
        if (length == 0) return 0;
        char component[NAME_MAX + 1];
        if (length > NAME_MAX) return ENAMETOOLONG;
        memcpy(component, rest + slashes, length);
        component[length] = '\0';
        memmove(rest, rest + slashes + length, strlen(rest + slashes + length) + 1);

        if (strcmp(component, ".") == 0) continue;
        if (strcmp(component, "..") == 0) {
            drop_last_component(path);
            continue;
        }
        if (!add_component(path, component, length)) return ENAMETOOLONG;
        struct __loci_stat status;
        int answer = __loci_os_lstat(path, &status);
        if (answer < 0) return -answer;
        if ((status.mode & 0170000) != 0120000) continue;
        if (++links > MOST_LINKS) return ELOOP;
        int size = __loci_os_readlink(path, target, sizeof target);
        if (size < 0) return -size;
        if (!prepend(rest, target, (size_t)size)) return ENAMETOOLONG;
        drop_last_component(path);
        if (target[0] == '/') strcpy(path, "/");
    }
}

static char *real_path(const char *given, char *result)
{
    char path[PATH_MAX];
    int error = given == NULL ? EINVAL : resolve(given, path);
    if (error != 0) {
        errno = error;
        return NULL;
    }
    size_t size = strlen(path) + 1;
    if (result == NULL) result = malloc(size);
    if (result != NULL) memcpy(result, path, size);
    return result;
}

char *realpath(const char *restrict given, char *restrict result)
{
    return real_path(given, result);
}

char *canonicalize_file_name(const char *given)
{
    return real_path(given, NULL);
}
