/* So many bytes are read, as a number says: it must fit, and what was read is no longer uninitialised. */
#include "../corpus.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct arrow {
    int type;
    double thickness;
};

// run: stream_into_array("/dev/zero", 20);
int stream_into_array(const char *path, unsigned n) {
    char buffer[16];
    if (n > 20) return -1;
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    size_t got = fread(buffer, 1, n, file); // expect: out-of-bounds
    fclose(file);
    return (int)got;
}

// run: stream_into_array_repaired("/dev/zero", 16);
int stream_into_array_repaired(const char *path, unsigned n) {
    char buffer[16];
    if (n > sizeof buffer) return -1;
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    size_t got = fread(buffer, 1, n, file);
    fclose(file);
    return got == n && n && buffer[n - 1] == 'x';
}

// run: descriptor_into_array("/dev/zero", 17);
long descriptor_into_array(const char *path, size_t n) {
    char buffer[16];
    if (n > 17) return -1;
    int file = open(path, O_RDONLY);
    if (file < 0) return -1;
    long got = read(file, buffer, n); // expect: out-of-bounds
    close(file);
    return got;
}

// run: block_of_any_size("/dev/zero", 100);
int block_of_any_size(const char *path, unsigned n) {
    int is_packed = 0;
    if (n < 2 || n > 4096) return 0;
    unsigned char *block = malloc(n);
    int file = open(path, O_RDONLY);
    if (block && file >= 0 && read(file, block, n) == (long)n) is_packed = block[0] == 31 && block[1] == 139;
    if (file >= 0) close(file);
    free(block);
    if (is_packed) show(1);
    return is_packed;
}

// run: struct arrow a = {1, 2.0}; thickness_of(&a);
int thickness_of(const struct arrow *arrow) {
    if (arrow->thickness <= 0) return 0;
    return (int)(arrow->thickness + 0.5);
}
