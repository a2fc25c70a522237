/* Streams over memory: open_memstream, fmemopen and fopencookie. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "loci_file.h"
#include "loci_library.h"

/* Where a seek leads, or -EINVAL. */
static int64_t target_of_seek(int64_t offset, int whence, int64_t current, int64_t end)
{
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? current : end;
    return base + offset < 0 ? -EINVAL : base + offset;
}

/* ---- open_memstream: a text that grows ---- */

struct growing {
    char **text; /* the program's variables, current after each flush */
    size_t *size;
    char *block;
    size_t capacity, length, position;
};

static _Bool grow(struct growing *memory, size_t wanted)
{
    if (wanted <= memory->capacity) return 1;
    size_t capacity = memory->capacity * 2 > wanted ? memory->capacity * 2 : wanted;
    char *block = realloc(memory->block, capacity);
    if (block == NULL) return 0;
    memset(block + memory->capacity, 0, capacity - memory->capacity);
    memory->block = block;
    memory->capacity = capacity;
    return 1;
}

static void publish(const struct growing *memory)
{
    *memory->text = memory->block;
    *memory->size = memory->position < memory->length ? memory->position : memory->length;
}

static int64_t growing_write(struct __loci_file *file, const void *bytes, size_t count)
{
    struct growing *memory = file->cookie;
    if (!grow(memory, memory->position + count + 1)) return -ENOMEM;
    memcpy(memory->block + memory->position, bytes, count);
    memory->position += count;
    memory->length = memory->position; /* what was behind is cut off: so it is in the GNU C library */
    publish(memory);
    return (int64_t)count;
}

static int64_t growing_seek(struct __loci_file *file, int64_t offset, int whence)
{
    struct growing *memory = file->cookie;
    int64_t target = target_of_seek(offset, whence, (int64_t)memory->position, (int64_t)memory->length);
    if (target < 0) return target;
    memory->position = (size_t)target;
    return target;
}

static int growing_close(struct __loci_file *file)
{
    struct growing *memory = file->cookie;
    publish(memory);
    memory->block[*memory->size] = '\0';
    free(memory);
    return 0;
}

static const struct __loci_device growing_device = {NULL, growing_write, growing_seek, growing_close};

FILE *open_memstream(char **text, size_t *size)
{
    struct growing *memory = calloc(1, sizeof *memory);
    if (memory == NULL) return NULL;
    *memory = (struct growing){.text = text, .size = size};
    struct __loci_file *file = grow(memory, 1) ? __loci_new_file(&growing_device, "w") : NULL;
    if (file == NULL) {
        free(memory->block);
        free(memory);
        return NULL;
    }
    file->cookie = memory;
    file->buffering = _IOFBF;
    publish(memory);
    return &file->public;
}

/* ---- fmemopen: a block of fixed size ---- */

struct fixed {
    char *block;
    size_t capacity, length, position; /* length: where reading ends */
    _Bool own, appending;
};

static int64_t fixed_read(struct __loci_file *file, void *bytes, size_t count)
{
    struct fixed *memory = file->cookie;
    if (memory->position >= memory->length) return 0;
    size_t rest = memory->length - memory->position;
    if (count > rest) count = rest;
    memcpy(bytes, memory->block + memory->position, count);
    memory->position += count;
    return (int64_t)count;
}

static int64_t fixed_write(struct __loci_file *file, const void *bytes, size_t count)
{
    struct fixed *memory = file->cookie;
    if (memory->appending) memory->position = memory->length;
    size_t room = memory->capacity - memory->position;
    size_t terminator = count == 0 || ((const char *)bytes)[count - 1] != '\0'; /* wanted behind the text */
    if (count > room) {
        if (room <= terminator) return -ENOSPC;
        count = room;
    }
    memcpy(memory->block + memory->position, bytes, count);
    memory->position += count;
    if (memory->position > memory->length) {
        memory->length = memory->position;
        /* The text is kept terminated; unless it was appended to, at the cost of its last byte if need be. */
        if (terminator && memory->length < memory->capacity) memory->block[memory->length] = '\0';
        else if (terminator && !memory->appending) memory->block[memory->capacity - 1] = '\0';
    }
    return (int64_t)count;
}

static int64_t fixed_seek(struct __loci_file *file, int64_t offset, int whence)
{
    struct fixed *memory = file->cookie;
    int64_t target = target_of_seek(offset, whence, (int64_t)memory->position, (int64_t)memory->length);
    if (target < 0 || target > (int64_t)memory->capacity) return -EINVAL;
    memory->position = (size_t)target;
    return target;
}

static int fixed_close(struct __loci_file *file)
{
    struct fixed *memory = file->cookie;
    if (memory->own) free(memory->block);
    free(memory);
    return 0;
}

static const struct __loci_device fixed_device = {fixed_read, fixed_write, fixed_seek, fixed_close};

static size_t text_length(const char *block, size_t capacity)
{
    size_t length = 0;
    while (length < capacity && block[length] != '\0') length++;
    return length;
}

FILE *fmemopen(void *block, size_t size, const char *mode)
{
    if (__loci_open_flags(mode) == -1) return NULL;
    struct fixed *memory = calloc(1, sizeof *memory);
    if (memory == NULL) return NULL;
    memory->own = block == NULL;
    memory->block = block != NULL ? block : calloc(1, size > 0 ? size : 1);
    struct __loci_file *file = memory->block != NULL ? __loci_new_file(&fixed_device, mode) : NULL;
    if (file == NULL) {
        if (memory->own) free(memory->block);
        free(memory);
        return NULL;
    }
    memory->capacity = size;
    memory->appending = mode[0] == 'a';
    if (mode[0] == 'w' && file->readable && size > 0) memory->block[0] = '\0';
    memory->length = mode[0] == 'r' ? size : mode[0] == 'a' ? text_length(memory->block, size) : 0;
    if (mode[0] == 'a') memory->position = memory->length;
    file->cookie = memory;
    file->buffering = _IOFBF;
    return &file->public;
}

/* ---- fopencookie: the program's own functions ---- */

struct custom {
    void *cookie;
    cookie_io_functions_t functions;
};

static int64_t custom_read(struct __loci_file *file, void *bytes, size_t count)
{
    struct custom *custom = file->cookie;
    if (custom->functions.read == NULL) return 0;
    ssize_t got = custom->functions.read(custom->cookie, bytes, count);
    return got < 0 ? -EIO : got;
}

static int64_t custom_write(struct __loci_file *file, const void *bytes, size_t count)
{
    struct custom *custom = file->cookie;
    if (custom->functions.write == NULL) return (int64_t)count;
    ssize_t put = custom->functions.write(custom->cookie, bytes, count);
    return put <= 0 ? -EIO : put;
}

static int64_t custom_seek(struct __loci_file *file, int64_t offset, int whence)
{
    struct custom *custom = file->cookie;
    off64_t target = offset;
    if (custom->functions.seek == NULL) return -ESPIPE;
    return custom->functions.seek(custom->cookie, &target, whence) != 0 ? -EINVAL : target;
}

static int custom_close(struct __loci_file *file)
{
    struct custom *custom = file->cookie;
    int result = custom->functions.close != NULL ? custom->functions.close(custom->cookie) : 0;
    free(custom);
    return result != 0 ? -EIO : 0;
}

static const struct __loci_device custom_device = {custom_read, custom_write, custom_seek, custom_close};

FILE *fopencookie(void *restrict cookie, const char *restrict mode, cookie_io_functions_t functions)
{
    if (__loci_open_flags(mode) == -1) return NULL;
    struct custom *custom = malloc(sizeof *custom);
    if (custom == NULL) return NULL;
    struct __loci_file *file = __loci_new_file(&custom_device, mode);
    if (file == NULL) {
        free(custom);
        return NULL;
    }
    *custom = (struct custom){cookie, functions};
    file->cookie = custom;
    file->buffering = _IOFBF;
    return &file->public;
}
