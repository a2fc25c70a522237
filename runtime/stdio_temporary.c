/* Temporary files. Their names are a counter away from the process number: no randomness, so that a
 * run can be repeated. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include "loci_file.h"
#include "loci_library.h"
#include "loci_os.h"

enum { ATTEMPTS = 10000 };

/* Where the six X of a template are, or null. */
static char *find_blanks(char *template, int suffix)
{
    size_t length = strlen(template);
    if (suffix < 0 || length < 6 + (size_t)suffix) return NULL;
    char *blanks = template + length - (size_t)suffix - 6;
    return strncmp(blanks, "XXXXXX", 6) == 0 ? blanks : NULL;
}

static void fill_blanks(char *blanks)
{
    static unsigned counter;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    unsigned number = (unsigned)__loci_os_getpid() * 1000u + counter++;
    for (int i = 5; i >= 0; i--) {
        blanks[i] = letters[number % 36];
        number /= 36;
    }
}

static int refuse(int error)
{
    errno = error;
    return -1;
}

static int make_file(char *template, int suffix, int flags)
{
    char *blanks = find_blanks(template, suffix);
    if (blanks == NULL) return refuse(EINVAL);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        fill_blanks(blanks);
        int fd = __loci_os_open(template, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd != -EEXIST) return (int)__loci_result(fd);
    }
    return refuse(EEXIST);
}

int mkstemp(char *template)
{
    return make_file(template, 0, 0);
}

int mkstemp64(char *template)
{
    return make_file(template, 0, 0);
}

int mkstemps(char *template, int suffix)
{
    return make_file(template, suffix, 0);
}

int mkstemps64(char *template, int suffix)
{
    return make_file(template, suffix, 0);
}

int mkostemp(char *template, int flags)
{
    return make_file(template, 0, flags);
}

int mkostemp64(char *template, int flags)
{
    return make_file(template, 0, flags);
}

char *mkdtemp(char *template)
{
    char *blanks = find_blanks(template, 0);
    int answer = -EINVAL;
    for (int attempt = 0; blanks != NULL && attempt < ATTEMPTS; attempt++) {
        fill_blanks(blanks);
        answer = __loci_os_mkdir(template, 0700);
        if (answer != -EEXIST) break;
    }
    return __loci_result(answer) < 0 ? NULL : template;
}

char *mktemp(char *template)
{
    char *blanks = find_blanks(template, 0);
    for (int attempt = 0; blanks != NULL && attempt < ATTEMPTS; attempt++) {
        fill_blanks(blanks);
        if (__loci_os_access(template, 0) < 0) return template;
    }
    refuse(EINVAL);
    template[0] = '\0';
    return template;
}

static FILE *open_unnamed(void)
{
    char path[] = "/tmp/tmpfXXXXXX";
    int fd = make_file(path, 0, 0);
    if (fd < 0) return NULL;
    __loci_os_unlink(path);
    struct __loci_file *file = __loci_new_file(&__loci_fd_device, "w+");
    if (file == NULL) {
        __loci_os_close(fd);
        return NULL;
    }
    file->fd = fd;
    return &file->public;
}

FILE *tmpfile(void)
{
    return open_unnamed();
}

FILE *tmpfile64(void)
{
    return open_unnamed();
}

char *tmpnam(char *buffer)
{
    static char own[L_tmpnam];
    if (buffer == NULL) buffer = own;
    strcpy(buffer, "/tmp/fileXXXXXX");
    return mktemp(buffer);
}

char *tempnam(const char *folder, const char *prefix)
{
    if (folder == NULL || __loci_os_access(folder, 0) < 0) folder = "/tmp";
    if (prefix == NULL) prefix = "file";
    size_t length = strlen(folder);
    char *path = malloc(length + 13);
    if (path == NULL) return NULL;
    memcpy(path, folder, length);
    path[length] = '/';
    path[length + 1] = '\0';
    strncat(path, prefix, 5);
    strcat(path, "XXXXXX");
    return mktemp(path);
}
