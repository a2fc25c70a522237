// printf of strings and characters, positional arguments, snprintf truncation, other members of the family.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int wrap(char *to, size_t n, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int r = vsnprintf(to, n, format, list);
    va_end(list);
    return r;
}

int main(void)
{
    printf("[%s][%10s][%-10s][%.3s][%10.3s][%-10.3s][%.0s]\n", "string", "right", "left", "truncate", "both", "both", "none");
    char raw[3] = {'a', 'b', 'c'};
    printf("[%.3s][%.2s][%.*s]\n", raw, raw, 1, raw);
    printf("%s\n", (char *)NULL ? "" : "(no null)");
    printf("%2$s %1$s %2$s|%3$*4$d|%5$.*6$f\n", "one", "two", 3, 6, 2.5, 2);
    printf("%2$d %1$d\n", 1, 2);
    printf("%1$s %1$s\n", "again");
    char buffer[10];
    for (size_t n = 0; n <= 8; n += 2) {
        memset(buffer, '#', 9);
        buffer[9] = 0;
        int r = snprintf(buffer, n, "%d", 123456);
        printf("%d [%s]\n", r, buffer);
    }
    printf("%d\n", snprintf(NULL, 0, "%s %d", "measure", 42));
    printf("%d ", wrap(buffer, sizeof buffer, "%c-%c", 'x', 'y'));
    printf("[%s]\n", buffer);
    char *made;
    int length = asprintf(&made, "%s/%d", "allocated", 99);
    printf("%d %s\n", length, made);
    free(made);
    printf("%d\n", sprintf(buffer, "%5.1f", 3.14159));
    puts(buffer);
    fputs("no newline", stdout);
    putchar('\n');
    fprintf(stdout, "%ls %lc\n", L"wide", (wint_t)L'w');
    errno = ENOENT;
    printf("%m\n");
    char zero[4] = {'a', 0, 'b', 0};
    fwrite(zero, 1, 3, stdout);
    printf("\n%c|%c\n", 'z', 0);
    printf("");
    printf("%%d 5%%|\n");
    return 0;
}
