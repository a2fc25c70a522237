// Much output and long lines: buffers are filled several times, in pieces of all sizes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *line = malloc(10001);
    for (int n = 1; n <= 10000; n = n * 3 + 1) {
        memset(line, 'a' + n % 26, (size_t)n);
        line[n] = 0;
        printf("%d:%s\n", n, line);
    }
    free(line);
    unsigned hash = 1;
    for (int i = 0; i < 3000; i++) {
        hash = hash * 1103515245u + 12345u;
        printf("%u%c", hash >> 16, i % 10 == 9 ? '\n' : ' ');
    }
    for (int i = 0; i < 2000; i++)
        putchar('0' + i % 10);
    printf("\n%200d|%-200d|%.200d\n", 1, 2, 3);
    return 0;
}
