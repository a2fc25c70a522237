/* The recorder of `loci check -- COMMAND`: a library that is loaded into every process of a build (LD_PRELOAD). A process
 * that is a compiler or an archiver leaves its folder and command line in the file that LOCI_RECORD names; nothing else
 * changes. It knows what a program is called, and not who called it: absolute paths, wrappers and shells are all the same.
 *
 * A record: two numbers of 32 bits, the bytes that follow and how many words they are; then the folder and the words,
 * each with a terminator. One write appends it, so that processes do not disturb each other. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int has_end(const char *name, size_t length, const char *end) {
    size_t wanted = strlen(end);
    if (length < wanted || memcmp(name + length - wanted, end, wanted) != 0) return 0;
    return length == wanted || name[length - wanted - 1] == '-';
}

static int is_wanted(const char *program) {
    static const char *const names[] = {"cc", "gcc", "clang", "tcc", "icc", "icx", "ar", "ccache", "sccache", "distcc"};
    const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;
    size_t length = strlen(name);
    if (!strcmp(name, "c89") || !strcmp(name, "c99")) return 1;
    while (length && strchr("0123456789.", name[length - 1])) length--;
    if (length < strlen(name) && length && name[length - 1] == '-') length--;
    else length = strlen(name);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (has_end(name, length, names[i])) return 1;
    return 0;
}

static void write_all(int file, const char *bytes, size_t size) {
    while (size) {
        ssize_t written = write(file, bytes, size);
        if (written <= 0) return;
        bytes += written;
        size -= (size_t)written;
    }
}

static void record(const char *path, int argc, char **argv) {
    char *folder = getcwd(NULL, 0);
    if (!folder) return;
    size_t size = strlen(folder) + 1;
    for (int i = 0; i < argc; i++) size += strlen(argv[i]) + 1;
    char *bytes = malloc(size + 8), *at = bytes + 8;
    int file = bytes ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (file >= 0) {
        uint32_t head[2] = {(uint32_t)size, (uint32_t)argc + 1};
        memcpy(bytes, head, sizeof head);
        at = stpcpy(at, folder) + 1;
        for (int i = 0; i < argc; i++) at = stpcpy(at, argv[i]) + 1;
        write_all(file, bytes, size + 8);
        close(file);
    }
    free(bytes);
    free(folder);
}

__attribute__((constructor)) static void begin(int argc, char **argv) {
    int before = errno;
    const char *path = getenv("LOCI_RECORD");
    if (path && argc > 1 && argv[0] && is_wanted(argv[0])) record(path, argc, argv);
    errno = before;
}
