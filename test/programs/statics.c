// Static locals, tentative definitions, shadowing, extern declarations in blocks.
#include <stdio.h>

int tentative;
int tentative;
static int hidden;
static int hidden = 4;
int tentative;
static int table[4];
int defined_later(void);

static int counter(void)
{
    static int n = 10;
    static int *pointer = &n;
    static char text[] = "abc";
    text[0]++;
    ++*pointer;
    return n * 1000 + text[0];
}

static int other(void)
{
    static int n;
    return ++n;
}

static int recursive(int depth)
{
    static int calls;
    calls++;
    if (depth)
        recursive(depth - 1);
    return calls;
}

int x = 1;

int main(void)
{
    printf("%d %d %d\n", tentative, hidden, table[3]);
    int a = counter(), b = counter(), c = counter();
    printf("%d %d %d\n", a, b, c);
    other(), other();
    printf("%d %d\n", other(), recursive(4));
    int x = 2;
    {
        int x = 3;
        {
            extern int x;
            printf("%d ", x);
            x = 10;
        }
        printf("%d ", x);
    }
    printf("%d %d\n", x, defined_later());
    for (int i = 0; i < 3; i++) {
        static int kept = 5;
        int fresh = 5;
        printf("%d %d ", kept++, fresh++);
    }
    printf("\n");
    return 0;
}

int defined_later(void) { return x + 100; }
