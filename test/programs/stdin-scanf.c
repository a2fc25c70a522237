// stdin: 3\n10 20 30\nhello 2.5 x\n 7 bad
// Standard input read by scanf and getchar.
#include <stdio.h>

int main(void)
{
    int n, v, sum = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &v) == 1)
            sum += v;
    char word[16], c;
    double d;
    int r = scanf("%15s %lf %c", word, &d, &c);
    printf("%d %d %s %g %c\n", sum, r, word, d, c);
    printf("%d ", getchar());
    r = scanf("%d %d", &v, &n);
    printf("%d %d\n", r, v);
    while ((r = getchar()) != EOF)
        putchar(r);
    printf("\n%d %d\n", scanf("%d", &v), feof(stdin) != 0);
    return 0;
}
