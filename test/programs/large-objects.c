// only: 64
/* Objects of more than 4 GiB: made, read and written at any offset, moved, compared; only what is written costs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define GIB ((size_t)1 << 30)

/* Values in all its parts, read through pointers that were made in several ways. */
static unsigned spread(unsigned char *block, size_t size)
{
    unsigned sum = 0;
    unsigned char *end = block + size;
    for (size_t i = 0; i < size; i += GIB / 2 + 12345)
        block[i] = (unsigned char)(i >> 27);
    for (size_t i = 0; i < size; i += GIB / 2 + 12345)
        sum = sum * 31 + *(end - (size - i));
    end[-1] = 77;
    return sum + block[size - 1];
}

static void words(char *block)
{
    static const size_t places[] = {3 * GIB, 4 * GIB, 5 * GIB - 100, 7};
    for (int k = 0; k < 4; k++) {
        char *place = block + places[k];
        for (int i = -9; i <= 1; i++) { /* across all that may be a border */
            uint64_t value = 0x0102030405060708 * (unsigned)(k + 1), back;
            if (places[k] < 9 && i < 0)
                continue;
            memcpy(place + i, &value, sizeof value);
            back = *(uint64_t *)(place + i);
            printf("%d", back == value && *(uint32_t *)(place + i + 4) == (uint32_t)(value >> 32));
        }
    }
    putchar('\n');
}

static void pointers(char *block)
{
    char *far = block + 5 * GIB - 1, *middle = block + 2 * GIB;
    intptr_t apart = far - block;
    printf("%td %td %td\n", far - block, block - far, (long *)(block + 4 * GIB) - (long *)block);
    printf("%d%d%d%d\n", far > block, middle < far, block + apart == far, far - apart < middle);
    uintptr_t number = (uintptr_t)far;
    printf("%d %d\n", (char *)(number - 5 * GIB + 1) == block, number - (uintptr_t)block == 5 * GIB - 1);
    number ^= 0x5555555555555555;
    *(char *)(number ^ 0x5555555555555555) = 'x';
    printf("%c %td\n", *far, ((char *)(number ^ 0x5555555555555555) - middle));
    char *stray = block - GIB / 2; /* comes back */
    printf("%c\n", stray[5 * GIB - 1 + GIB / 2]);
    char **kept = (char **)(block + 4 * GIB + 8);
    *kept = far;
    printf("%c\n", **kept);
}

static void ranges(char *block)
{
    memset(block + 3 * GIB - 50, 'a', 100);
    memcpy(block + 4 * GIB - 30, block + 3 * GIB - 10, 60);
    memmove(block + 4 * GIB - 20, block + 4 * GIB - 30, 60);
    block[4 * GIB + 40] = 0;
    printf("%s %zu %d\n", block + 4 * GIB, strlen(block + 4 * GIB - 30), memcmp(block + 4 * GIB - 30, block + 3 * GIB - 50, 50));
    strcpy(block + 3 * GIB - 3, "border");
    printf("%s %s\n", block + 3 * GIB - 3, strchr(block + 3 * GIB - 3, 'd'));
    fwrite(block + 3 * GIB - 3, 1, 6, stdout);
    putchar('\n');
}

static void moves(void)
{
    char *block = calloc(5, GIB), *other = malloc(5 * GIB);
    block[4 * GIB] = 'c';
    block = realloc(block, 6 * GIB);
    block[6 * GIB - 1] = 'd';
    printf("%c%c%d\n", block[4 * GIB], block[6 * GIB - 1], block[3 * GIB]);
    char *before = block + 4 * GIB;
    intptr_t apart = other - block;
    before += apart; /* from object to object */
    *before = 'o';
    printf("%c\n", other[4 * GIB]);
    block[10] = 'e';
    block = realloc(block, 100);
    printf("%c%d\n", block[10], block[11]);
    block = realloc(block, 5 * GIB + 3);
    block[5 * GIB + 2] = 'f';
    printf("%c%c\n", block[10], block[5 * GIB + 2]);
    free(block);
    free(other);
}

int main(void)
{
    char *block = malloc(5 * GIB);
    printf("%u\n", spread((unsigned char *)block, 5 * GIB));
    words(block);
    pointers(block);
    ranges(block);
    free(block);
    moves();
    char *map = mmap(NULL, 5 * GIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    map[5 * GIB - 1] = 3;
    printf("%d %d\n", map[5 * GIB - 1], map[2 * GIB]);
    munmap(map, 5 * GIB);
    return 0;
}
