// Output through stdout and stderr in different buffering modes; order is kept within each.
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (int i = 0; i < 1000; i++)
        printf("%d ", i);
    printf("\n");
    fprintf(stderr, "error %d\n", 1);
    fputs("error 2\n", stderr);
    putc('3', stderr), putc('\n', stderr);
    fflush(NULL);
    char line[2000];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = 0;
    for (int i = 0; i < 10; i++)
        puts(line);
    printf("%d %d\n", fflush(stdout), ferror(stdout));
    fwrite(line, 10, 3, stdout);
    putchar_unlocked('\n');
    return 0;
}
