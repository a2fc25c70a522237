// The cleanup attribute: at the end of scopes, at return, break, goto; in reverse order.
#include <stdio.h>
#include <stdlib.h>

static void report(int *p) { printf("cleanup %d\n", *p); }
static void release(char **p) { printf("free %s\n", *p ? *p : "null"); free(*p); }
#define WATCHED __attribute__((cleanup(report)))

static int early(int x)
{
    WATCHED int a = x;
    if (x == 1)
        return a * 10;
    WATCHED int b = x + 100;
    a++;
    return a + b;
}

int main(void)
{
    printf("%d\n", early(1));
    printf("%d\n", early(2));
    for (int i = 0; i < 3; i++) {
        WATCHED int inside = i * 7;
        if (i == 0)
            continue;
        if (i == 2)
            break;
        inside++;
    }
    {
        __attribute__((cleanup(release))) char *text = malloc(4);
        snprintf(text, 4, "abc");
    }
    {
        WATCHED int skipped = 5;
        goto out;
    }
out:
    printf("end\n");
    return 0;
}
