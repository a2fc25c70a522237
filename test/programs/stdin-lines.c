// stdin: first line\nsecond line which is longer\n\nlast without newline
// Standard input read by lines: fgets and getline.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char buffer[8];
    if (fgets(buffer, sizeof buffer, stdin))
        printf("[%s]\n", buffer);
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    while ((n = getline(&line, &size, stdin)) != -1) {
        printf("%d [%.*s]%d\n", (int)n, (int)strcspn(line, "\n"), line, line[n - 1] == '\n');
    }
    printf("%d %d %d\n", feof(stdin) != 0, getchar(), size > 0);
    free(line);
    return 0;
}
