/* The model's files by their paths. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "loci_machine.h"
#include "loci_model.h"

static char *folder; /* the working folder; null: the host's, not asked for yet */

static const char *working_folder(void)
{
    if (folder != NULL) return folder;
    folder = __loci_own(malloc(PATH_MAX));
    if (folder != NULL && __loci_sys_getcwd(folder, PATH_MAX) < 0) strcpy(folder, "/");
    return folder == NULL ? "/" : folder;
}

/* ---- from a path to an absolute one ---- */

/* A path with symbolic bytes may mean each of the model's files, or a folder, for which the root stands; if it means none
 * of them its bytes are fixed, since the host can be asked about one path only. */
static const char *meant_name(const char *path, size_t length)
{
    size_t i = 0;
    while (i < length && !__loci_is_symbolic((unsigned char)path[i])) i++;
    if (i == length) return NULL;
    for (struct __loci_model_name *name = __loci_model_names; name != NULL; name = name->next)
        if (strcmp(path, name->given) == 0) return name->path;
    return length == 1 && path[0] == '/' ? "/" : NULL;
}

static char *fixed_copy(const char *path, size_t length)
{
    char *copy = malloc(length + 1);
    for (size_t i = 0; copy != NULL && i <= length; i++) {
        unsigned char byte = (unsigned char)path[i];
        copy[i] = (char)(__loci_is_symbolic(byte) ? __loci_concretise(byte) : byte);
    }
    return copy;
}

/* Appends the parts of a path to an absolute one without its last slash; "." and ".." are followed as texts. */
static size_t append_parts(char *to, size_t length, const char *path)
{
    while (*path != '\0') {
        size_t part = 0;
        while (path[part] != '\0' && path[part] != '/') part++;
        if (part == 2 && path[0] == '.' && path[1] == '.') {
            while (length > 0 && to[length - 1] != '/') length--;
            if (length > 0) length--;
        } else if (part > 0 && !(part == 1 && path[0] == '.')) {
            to[length++] = '/';
            memcpy(to + length, path, part);
            length += part;
        }
        path += part;
        if (*path == '/') path++;
    }
    return length;
}

/* Where a path begins: at the root, in the working folder, or in an open one by the path that openat makes of it. */
static const char *starting_folder(const char **path)
{
    static const char open_folders[] = "/proc/self/fd/";
    size_t length = sizeof open_folders - 1;
    if (strncmp(*path, open_folders, length) == 0) {
        const char *at = *path + length;
        const char *opened = __loci_model_path_of((int)__loci_model_parse_size(&at));
        if (opened != NULL) *path = at;
        if (opened != NULL) return opened;
    }
    return **path == '/' ? "" : working_folder();
}

char *__loci_model_absolute(const char *path, int *error)
{
    size_t length = strlen(path);
    *error = length == 0 ? -ENOENT : length >= PATH_MAX ? -ENAMETOOLONG : -ENOMEM;
    if (length == 0 || length >= PATH_MAX) return NULL;
    const char *known = meant_name(path, length);
    if (known != NULL) return __loci_model_copy(known);
    char *fixed = fixed_copy(path, length);
    const char *rest = fixed, *start = fixed == NULL ? "" : starting_folder(&rest);
    char *absolute = fixed == NULL ? NULL : malloc(strlen(start) + length + 3);
    if (absolute != NULL) {
        size_t end = append_parts(absolute, append_parts(absolute, 0, start), rest);
        if (end == 0) absolute[end++] = '/';
        absolute[end] = '\0';
    }
    free(fixed);
    return absolute;
}

/* ---- from an absolute path to a file ---- */

int __loci_model_lookup(const char *absolute, const char *given, struct __loci_model_file **file)
{
    struct __loci_model_name *name = __loci_model_find(absolute);
    if (name != NULL) {
        *file = name->file;
        return name->file == NULL ? -ENOENT : 0;
    }
    int answer = __loci_model_load(absolute, file);
    return answer < 0 ? answer : __loci_model_bind(absolute, given, *file);
}

/* The status of a path, without reading a file of the host. */
static int status_of(const char *absolute, struct __loci_stat *out, _Bool follow)
{
    struct __loci_model_name *name = __loci_model_find(absolute);
    if (name == NULL) return follow ? __loci_sys_stat(absolute, out) : __loci_sys_lstat(absolute, out);
    if (name->file == NULL) return -ENOENT;
    *out = *__loci_model_status(name->file);
    if (name->file->kind == LOCI_REGULAR) out->size = (int64_t)name->file->size;
    if (name->file->kind == LOCI_LINK) out->size = (int64_t)name->file->size - 1;
    return 0;
}

static int require_folder(const char *absolute)
{
    struct __loci_stat status;
    int answer = status_of(absolute, &status, 1);
    if (answer < 0) return answer;
    return S_ISDIR(status.mode) ? 0 : -ENOTDIR;
}

int __loci_model_find_folder_of(const char *absolute)
{
    char *copy = __loci_model_copy(absolute);
    if (copy == NULL) return -ENOMEM;
    char *slash = strrchr(copy, '/');
    slash[slash == copy ? 1 : 0] = '\0';
    int answer = require_folder(copy);
    free(copy);
    return answer;
}

/* ---- the calls: each resolves its path, does its work on the absolute one and frees it ---- */

typedef int path_call(const char *absolute, const char *given, void *data);

static _Bool is_no_folder(const char *absolute)
{
    const struct __loci_model_name *name = __loci_model_find(absolute);
    return name != NULL && name->file != NULL && name->file->kind != LOCI_FOLDER && name->file->kind != LOCI_LINK;
}

/* Nothing is in a file of the model, and a path that ends in a slash means a folder. The host knows its own files. */
static int check_way(char *absolute, const char *given)
{
    size_t length = strlen(given);
    if (given[length - 1] == '/' && is_no_folder(absolute)) return -ENOTDIR;
    for (char *slash = strchr(absolute + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        _Bool is_wrong = is_no_folder(absolute);
        *slash = '/';
        if (is_wrong) return -ENOTDIR;
    }
    return 0;
}

static int with_path(const char *path, path_call *call, void *data)
{
    int error;
    __loci_model_set_up();
    char *absolute = __loci_model_absolute(path, &error);
    if (absolute == NULL) return error;
    int answer = check_way(absolute, path);
    if (answer == 0) answer = call(absolute, path, data);
    free(absolute);
    return answer;
}

/* The path that a link stands for, from the folder that the link is in. */
static char *link_target(const char *absolute, const struct __loci_model_file *link, int *error)
{
    const char *target = (const char *)link->data, *slash = strrchr(absolute, '/');
    if (target[0] == '/') return __loci_model_absolute(target, error);
    size_t length = (size_t)(slash - absolute) + 1;
    char *joined = malloc(length + link->size);
    *error = -ENOMEM;
    if (joined == NULL) return NULL;
    memcpy(joined, absolute, length);
    memcpy(joined + length, target, link->size);
    char *result = __loci_model_absolute(joined, error);
    free(joined);
    return result;
}

/* The same as with_path for calls that mean what a link leads to. The host follows its own. */
static int with_followed_path(const char *path, path_call *call, void *data)
{
    enum { MOST_LINKS = 40 };
    int error, links = 0;
    __loci_model_set_up();
    char *absolute = __loci_model_absolute(path, &error);
    while (absolute != NULL) {
        struct __loci_model_name *name = __loci_model_find(absolute);
        if (name == NULL || name->file == NULL || name->file->kind != LOCI_LINK) break;
        error = -ELOOP;
        char *next = ++links > MOST_LINKS ? NULL : link_target(absolute, name->file, &error);
        free(absolute);
        absolute = next;
    }
    if (absolute == NULL) return error;
    int answer = check_way(absolute, path);
    if (answer == 0) answer = call(absolute, path, data);
    free(absolute);
    return answer;
}

static int creation_mask = 022;

int __loci_model_umask(int mask)
{
    int before = creation_mask;
    creation_mask = mask & 0777;
    return before;
}

struct opening {
    int flags, mode;
};

static int create(const char *absolute, const char *given, int kind, int64_t mode, struct __loci_model_file **file)
{
    int answer = __loci_model_find_folder_of(absolute);
    if (answer < 0) return answer;
    *file = __loci_model_new_file(kind, mode);
    return *file == NULL ? -ENOSPC : __loci_model_bind(absolute, given, *file);
}

static int check_opening(struct __loci_model_file *file, int flags)
{
    _Bool writes = (flags & O_ACCMODE) != O_RDONLY;
    if (file->kind == LOCI_LINK) return -ELOOP; /* O_NOFOLLOW */
    if (file->kind == LOCI_FOLDER && (writes || flags & O_CREAT)) return -EISDIR;
    if (file->kind != LOCI_FOLDER && flags & O_DIRECTORY) return -ENOTDIR;
    int64_t mode = __loci_model_status(file)->mode;
    if (writes && !(mode & 0222)) return -EACCES;
    if ((flags & O_ACCMODE) != O_WRONLY && !(mode & 0444)) return -EACCES;
    return 0;
}

static int do_open(const char *absolute, const char *given, void *data)
{
    const struct opening *how = data;
    struct __loci_model_file *file;
    int answer = __loci_model_lookup(absolute, given, &file);
    if (answer == 0 && how->flags & O_CREAT && how->flags & O_EXCL) return -EEXIST;
    if (answer == -ENOENT && how->flags & O_CREAT) { /* the new file may be read-only and yet be written through this */
        answer = create(absolute, given, LOCI_REGULAR, S_IFREG | (how->mode & 0777 & ~creation_mask), &file);
        return answer < 0 ? answer : __loci_model_open_file(file, how->flags);
    }
    if (answer == 0) answer = check_opening(file, how->flags);
    if (answer == 0 && file->kind == LOCI_FOLDER) answer = __loci_model_list(absolute, file);
    if (answer < 0) return answer;
    return __loci_model_open_file(file, how->flags);
}

/* /dev/stdin and its like are the descriptors themselves. */
static int standard_stream(const char *path)
{
    return strcmp(path, "/dev/stdin") == 0 ? 0 : strcmp(path, "/dev/stdout") == 0 ? 1 : strcmp(path, "/dev/stderr") == 0 ? 2 : -1;
}

static int do_open_or_copy(const char *absolute, const char *given, void *data)
{
    int stream = standard_stream(absolute);
    return stream >= 0 ? __loci_model_dup(stream) : do_open(absolute, given, data);
}

int __loci_model_open(const char *path, int flags, int mode)
{
    struct opening how = {flags, mode};
    if (__loci_model_fails(LOCI_OPEN)) return -EIO;
    return flags & O_NOFOLLOW ? with_path(path, do_open_or_copy, &how) : with_followed_path(path, do_open_or_copy, &how);
}

static int do_unlink(const char *absolute, const char *given, void *data)
{
    struct __loci_stat status;
    (void)data;
    int answer = status_of(absolute, &status, 0);
    if (answer < 0) return answer;
    return S_ISDIR(status.mode) ? -EISDIR : __loci_model_bind(absolute, given, NULL);
}

int __loci_model_unlink(const char *path)
{
    return with_path(path, do_unlink, NULL);
}

static int do_rmdir(const char *absolute, const char *given, void *data)
{
    struct __loci_model_file *file;
    (void)data;
    int answer = __loci_model_lookup(absolute, given, &file);
    if (answer < 0) return answer;
    if (file->kind != LOCI_FOLDER) return -ENOTDIR;
    answer = __loci_model_list(absolute, file);
    if (answer < 0) return answer;
    return __loci_model_is_empty(file) ? __loci_model_bind(absolute, given, NULL) : -ENOTEMPTY;
}

int __loci_model_rmdir(const char *path)
{
    return with_path(path, do_rmdir, NULL);
}

static int do_mkdir(const char *absolute, const char *given, void *data)
{
    struct __loci_stat status;
    struct __loci_model_file *file;
    if (status_of(absolute, &status, 0) == 0) return -EEXIST;
    return create(absolute, given, LOCI_FOLDER, S_IFDIR | (*(int *)data & 0777 & ~creation_mask), &file);
}

int __loci_model_mkdir(const char *path, int mode)
{
    return with_path(path, do_mkdir, &mode);
}

/* A second name for a file; with `moves` the first one goes. */
struct naming {
    const char *from, *from_given;
    _Bool moves;
};

static int do_name(const char *absolute, const char *given, void *data)
{
    const struct naming *naming = data;
    struct __loci_model_file *file;
    struct __loci_stat old;
    int answer = __loci_model_lookup(naming->from, naming->from_given, &file);
    if (answer < 0) return answer;
    if (file->kind == LOCI_FOLDER && !naming->moves) return -EPERM;
    if (file->kind == LOCI_FOLDER) { /* all names in it would have to move too */
        __loci_unmodelled("'rename' does not move folders: it fails");
        return -ENOSYS;
    }
    answer = __loci_model_find_folder_of(absolute);
    if (answer < 0) return answer;
    if (status_of(absolute, &old, 0) == 0) {
        if (!naming->moves) return -EEXIST;
        if (S_ISDIR(old.mode)) return -EISDIR;
    }
    if (strcmp(absolute, naming->from) == 0) return 0;
    __loci_model_status(file)->nlink++;
    answer = __loci_model_bind(absolute, given, file);
    return answer == 0 && naming->moves ? __loci_model_bind(naming->from, naming->from_given, NULL) : answer;
}

static int name_again(const char *from, const char *to, _Bool moves)
{
    int error;
    __loci_model_set_up();
    char *absolute = __loci_model_absolute(from, &error);
    if (absolute == NULL) return error;
    int answer = with_path(to, do_name, &(struct naming){absolute, from, moves});
    free(absolute);
    return answer;
}

int __loci_model_rename(const char *from, const char *to)
{
    return name_again(from, to, 1);
}

int __loci_model_link(const char *from, const char *to)
{
    return name_again(from, to, 0);
}

static int do_symlink(const char *absolute, const char *given, void *data)
{
    const char *target = data;
    struct __loci_stat status;
    struct __loci_model_file *link;
    if (target[0] == '\0') return -ENOENT;
    if (status_of(absolute, &status, 0) == 0) return -EEXIST;
    int answer = create(absolute, given, LOCI_LINK, S_IFLNK | 0777, &link);
    if (answer < 0) return answer;
    size_t size = strlen(target) + 1;
    answer = __loci_model_resize(link, size);
    if (answer == 0) memcpy(link->data, target, size);
    return answer;
}

int __loci_model_symlink(const char *target, const char *path)
{
    return with_path(path, do_symlink, (void *)target);
}

struct reading {
    char *buffer;
    size_t size;
};

static int do_readlink(const char *absolute, const char *given, void *data)
{
    const struct reading *reading = data;
    struct __loci_model_name *name = __loci_model_find(absolute);
    (void)given;
    if (name == NULL) return __loci_sys_readlink(absolute, reading->buffer, reading->size);
    if (name->file == NULL || name->file->kind != LOCI_LINK) return name->file == NULL ? -ENOENT : -EINVAL;
    size_t length = name->file->size - 1;
    if (length > reading->size) length = reading->size;
    memcpy(reading->buffer, name->file->data, length);
    return (int)length;
}

int __loci_model_readlink(const char *path, char *buffer, size_t size)
{
    return with_path(path, do_readlink, &(struct reading){buffer, size});
}

static int do_access(const char *absolute, const char *given, void *data)
{
    int mode = *(int *)data;
    struct __loci_model_name *name = __loci_model_find(absolute);
    (void)given;
    if (name == NULL) return __loci_sys_access(absolute, mode);
    if (name->file == NULL) return -ENOENT;
    int allowed = (int)(__loci_model_status(name->file)->mode >> 6) & 7;
    return (mode & allowed) == mode ? 0 : -EACCES;
}

int __loci_model_access(const char *path, int mode)
{
    return with_followed_path(path, do_access, &mode);
}

static int do_chmod(const char *absolute, const char *given, void *data)
{
    struct __loci_model_file *file;
    int answer = __loci_model_lookup(absolute, given, &file);
    if (answer < 0) return answer;
    if (__loci_model_fails(LOCI_CHMOD)) return -EIO;
    __loci_model_change_mode(file, *(int *)data);
    return 0;
}

int __loci_model_chmod(const char *path, int mode)
{
    return with_followed_path(path, do_chmod, &mode);
}

static int do_set_times(const char *absolute, const char *given, void *data)
{
    struct __loci_model_file *file;
    int answer = __loci_model_lookup(absolute, given, &file);
    return answer < 0 ? answer : __loci_model_change_times(file, data);
}

int __loci_model_set_times(const char *path, const int64_t times[4], int follows)
{
    return follows ? with_followed_path(path, do_set_times, (void *)times) : with_path(path, do_set_times, (void *)times);
}

static int do_chdir(const char *absolute, const char *given, void *data)
{
    (void)given;
    (void)data;
    int answer = require_folder(absolute);
    char *copy = answer == 0 ? __loci_model_copy(absolute) : NULL;
    if (copy == NULL) return answer < 0 ? answer : -ENOMEM;
    free(folder);
    folder = copy;
    return 0;
}

int __loci_model_chdir(const char *path)
{
    return with_followed_path(path, do_chdir, NULL);
}

int __loci_model_getcwd(char *buffer, size_t size)
{
    const char *path = working_folder();
    size_t length = strlen(path) + 1;
    if (length > size || __loci_model_fails(LOCI_GETCWD)) return -ERANGE;
    memcpy(buffer, path, length);
    return (int)length;
}

static int do_stat(const char *absolute, const char *given, void *data)
{
    (void)given;
    return status_of(absolute, data, 1);
}

static int do_lstat(const char *absolute, const char *given, void *data)
{
    (void)given;
    return status_of(absolute, data, 0);
}

int __loci_model_stat(const char *path, struct __loci_stat *out)
{
    return with_followed_path(path, do_stat, out);
}

int __loci_model_lstat(const char *path, struct __loci_stat *out)
{
    return with_path(path, do_lstat, out);
}
