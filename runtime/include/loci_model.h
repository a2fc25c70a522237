/* The model of files in `run`: everything a program can see of the outside, as memory of the program.
 *
 *   descriptor ──▶ open file ──▶ file ◀── name
 *
 * A descriptor is an index; dup makes two of them lead to one open file, which has the position and the flags. A file
 * has the bytes and is known by any number of names. Names are a list from absolute paths to files; a name without a
 * file says that the file was removed. What has no name yet is looked up on the host: its bytes are read as a whole
 * when it is opened, and from then on the model has it. The host is never written to. */
#ifndef LOCI_MODEL_H
#define LOCI_MODEL_H

#include "loci_os.h"

struct __loci_model_file {
    enum { LOCI_REGULAR, LOCI_FOLDER, LOCI_LINK, LOCI_PIPE, LOCI_OUTPUT, LOCI_EMPTY, LOCI_ZEROS, LOCI_RANDOM } kind;
    unsigned char *data;       /* of a folder: the records of getdents64; of a link: the path it stands for */
    size_t size, capacity;
    char *symbolic;            /* the name of the object that the bytes will be, once the file is opened; or null */
    int readers, writers;      /* of a pipe: open files */
    int host;                  /* LOCI_OUTPUT: the descriptor of the host */
    int references;            /* names and open files */
    char *symbolic_status;     /* the name of the object that `status` will be, once somebody looks; or null */
    _Bool may_be_pipe;         /* standard input, until somebody looks whether it is one */
    int64_t size_bits;         /* of the size that stat tells: all, or none of a pipe's */
    struct __loci_stat status; /* but for the size; to be had by __loci_model_status */
};

struct __loci_model_name {
    char *path;                     /* absolute */
    char *given;                    /* as it was given when the name was made */
    struct __loci_model_file *file; /* null: removed */
    struct __loci_model_name *next;
};

/* model_settings.c */
char *__loci_model_setting(const char *name);  /* to be freed; null: not given */
size_t __loci_model_parse_size(const char **text);
char *__loci_model_copy(const char *text);     /* strdup under a name that no program has */

/* model_failures.c: whether this call fails because the run wants to see that. Asked of calls that would succeed. */
enum __loci_model_call { LOCI_READ, LOCI_WRITE, LOCI_OPEN, LOCI_CLOSE, LOCI_TRUNCATE, LOCI_GETCWD, LOCI_CHMOD, LOCI_FCHMOD };
_Bool __loci_model_fails(enum __loci_model_call call);

/* model_status.c: what stat tells of a file; and the name of the object that it is, of the file with these bytes, or null. */
struct __loci_stat *__loci_model_status(struct __loci_model_file *file);
int64_t __loci_model_size(const struct __loci_model_file *file); /* of a file whose status was looked at */
char *__loci_model_status_name(const char *object);

/* model_store.c: files and their names. An answer is 0 or minus an error number. */
extern struct __loci_model_name *__loci_model_names;
struct __loci_model_file *__loci_model_new_file(int kind, int64_t mode);
void __loci_model_release(struct __loci_model_file *file);
int __loci_model_resize(struct __loci_model_file *file, size_t size); /* new bytes are 0 */
void __loci_model_touch(struct __loci_model_file *file);              /* its bytes change now */
void __loci_model_change_mode(struct __loci_model_file *file, int mode);
int __loci_model_change_times(struct __loci_model_file *file, const int64_t times[4]);
struct __loci_model_name *__loci_model_find(const char *path);        /* null: only the host knows */
int __loci_model_bind(const char *path, const char *given, struct __loci_model_file *file); /* null: removes */
void __loci_model_set_up(void); /* the files the run was asked for; a second call does nothing */

/* model_host.c: the file of that absolute path on the host, as a new file of the model. */
int __loci_model_load(const char *path, struct __loci_model_file **file);

/* model_folders.c */
int __loci_model_list(const char *absolute, struct __loci_model_file *folder); /* its records as they are now */
_Bool __loci_model_is_empty(const struct __loci_model_file *folder);           /* of a folder just listed */

/* model_paths.c: what a program's path means. */
char *__loci_model_absolute(const char *path, int *error); /* to be freed; null with the error */
int __loci_model_lookup(const char *absolute, const char *given, struct __loci_model_file **file);
int __loci_model_find_folder_of(const char *absolute); /* 0 if what the path is in exists and is a folder */

/* model_descriptors.c */
const char *__loci_model_path_of(int fd); /* a name of what is open there; null: none */
int __loci_model_open_file(struct __loci_model_file *file, int flags); /* a descriptor */

#endif
