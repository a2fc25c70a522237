// goto: into and out of blocks, backwards, over declarations; cleanup chains.
#include <stdio.h>

static int loops(int limit)
{
    int i = 0, j, sum = 0;
outer:
    for (j = 0; j < 10; j++) {
        if (j == i)
            goto next;
        sum += j;
    }
next:
    if (++i < limit)
        goto outer;
    return sum;
}

static int into(int x)
{
    int r = 0;
    if (x)
        goto inside;
    while (r < 3) {
        r += 10;
    inside:
        r++;
    }
    return r;
}

static int cleanup(int fail)
{
    int stage = 0;
    if (fail == 1)
        goto out;
    stage = 1;
    {
        int inner = 5;
        if (fail == 2)
            goto undo_one;
        stage += inner;
    }
    if (fail == 3)
        goto undo_two;
    return stage;
undo_two:
    stage += 100;
undo_one:
    stage += 10;
out:
    return -stage;
}

static int scopes(void)
{
    int n = 0, sum = 0;
again: {
    int fresh = n * 2;
    sum += fresh;
    n++;
    if (n < 5)
        goto again;
}
    return sum;
}

int main(void)
{
    printf("%d %d %d\n", loops(3), loops(8), loops(1));
    printf("%d %d\n", into(0), into(1));
    for (int i = 0; i < 4; i++)
        printf("%d ", cleanup(i));
    printf("%d\n", scopes());
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                if (i + j + k == 4) {
                    printf("%d%d%d\n", i, j, k);
                    goto done;
                }
done:
    return 0;
}
