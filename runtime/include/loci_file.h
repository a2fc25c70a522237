/* A stream, as this library sees it.
 *
 * To programs, FILE is the GNU C library's struct, whose fields only optimised bitcode touches (the
 * inlined getc_unlocked and feof_unlocked). The struct is kept as the first member with its buffer
 * pointers null, so that such code always falls into __uflow and __overflow; of its fields only the
 * end-of-file and error bits of _flags are used.
 *
 * A stream is idle, reading or writing:
 *   reading   data[position..limit) are bytes read from below and not yet taken;
 *   writing   data[0..position) are bytes not yet written below; bytes may be put without a look at
 *             the rules of buffering while position < limit;
 *   idle      position = limit = 0.
 * So `position < limit` is the only test on the fast path of getc and putc, after the state. */
#ifndef LOCI_FILE_H
#define LOCI_FILE_H

#include <stdint.h>
#include <stdio.h>

#define LOCI_EOF 0x10   /* bits of _flags, where the GNU C library has them */
#define LOCI_ERROR 0x20

enum { LOCI_PUSHBACK = 8, LOCI_BUFFER = 4096 };

struct __loci_file;

/* What is below a stream. Counts and offsets, or minus an error number. */
struct __loci_device {
    int64_t (*read)(struct __loci_file *file, void *buffer, size_t count);
    int64_t (*write)(struct __loci_file *file, const void *buffer, size_t count);
    int64_t (*seek)(struct __loci_file *file, int64_t offset, int whence);
    int (*close)(struct __loci_file *file);
};

struct __loci_file {
    FILE public;                        /* what programs point to */
    const struct __loci_device *device;
    int fd;                             /* -1 if there is none */
    enum { LOCI_IDLE, LOCI_READING, LOCI_WRITING } state;
    int buffering;                      /* _IOFBF, _IOLBF, _IONBF, or -1: decided at first use */
    _Bool readable, writable, appending;
    _Bool own_buffer;                   /* the buffer is to be freed with the stream */
    _Bool heap;                         /* and so is the stream itself */
    unsigned char *buffer;              /* null until needed */
    size_t capacity;
    unsigned char *data;                /* the buffer, the single byte or the pushed back bytes */
    size_t position, limit;
    size_t saved_limit;                 /* of the buffer, while data is the pushed back bytes */
    unsigned char single[1];            /* the buffer of an unbuffered stream */
    unsigned char pushback[LOCI_PUSHBACK];
    void *cookie;                       /* for the device */
    struct __loci_file *next, *previous; /* in the list of open streams */
};

static inline struct __loci_file *__loci_file(FILE *stream)
{
    return (struct __loci_file *)stream;
}

extern const struct __loci_device __loci_fd_device;
extern struct __loci_file *__loci_open_files;

/* Opening and closing. `mode` as for fopen; a null answer means errno is set. */
struct __loci_file *__loci_new_file(const struct __loci_device *device, const char *mode);
int __loci_open_flags(const char *mode); /* O_ flags, or -1 for a bad mode */
int __loci_close_file(struct __loci_file *file); /* 0 or EOF; the stream is gone either way */

/* Moving bytes. Errors set the stream's error bit and errno. */
int __loci_get_byte(struct __loci_file *file);                    /* EOF at the end */
size_t __loci_read_bytes(struct __loci_file *file, void *bytes, size_t count);
int __loci_put_byte(struct __loci_file *file, unsigned char byte);
size_t __loci_write_bytes(struct __loci_file *file, const void *bytes, size_t count);
int __loci_unget_byte(struct __loci_file *file, int byte);
_Bool __loci_refill(struct __loci_file *file);                    /* afterwards position < limit, or false */
int __loci_flush(struct __loci_file *file);                       /* pending output goes down: 0 or EOF */
int __loci_synchronise(struct __loci_file *file);                 /* and unread input goes back */
int __loci_flush_all(void);
int64_t __loci_seek(struct __loci_file *file, int64_t offset, int whence); /* -1 and errno */
int64_t __loci_tell(struct __loci_file *file);

#endif
