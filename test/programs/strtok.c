// strtok, strtok_r, strsep.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[] = "  one, two;three ,,four  ";
    for (char *p = strtok(text, " ,;"); p; p = strtok(0, " ,;"))
        printf("[%s]", p);
    printf("\n");
    char lines[] = "a=1 b=2\nc=3 d=4\n", *outer, *inner;
    for (char *line = strtok_r(lines, "\n", &outer); line; line = strtok_r(0, "\n", &outer))
        for (char *pair = strtok_r(line, " ", &inner); pair; pair = strtok_r(0, " ", &inner))
            printf("<%s>", pair);
    printf("\n");
    char fields[] = "x::y:z:", *rest = fields, *field;
    while ((field = strsep(&rest, ":")))
        printf("(%s)", field);
    printf("%d\n", rest == 0);
    char empty[] = ",,,";
    printf("%d\n", strtok(empty, ",") == 0);
    char mixed[] = "a b,c";
    printf("%s ", strtok(mixed, " "));
    printf("%s\n", strtok(0, ","));
    return 0;
}
