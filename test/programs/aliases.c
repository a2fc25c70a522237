// files: aliases/other.c
/* An alias has the address of what it stands for, unless a stronger definition elsewhere takes its name. */
#include <stdio.h>

int target(int x) { return x + 1; }
int other(int x) __attribute__((alias("target")));
static int hidden(int x) { return x * 2; }
int shown(int x) __attribute__((alias("hidden")));
int weakly(int x) __attribute__((weak, alias("target")));
int replaced(int x) __attribute__((weak, alias("target")));
int data = 5;
extern int data_alias __attribute__((alias("data")));
extern int data_replaced __attribute__((weak, alias("data")));
static int array[4] = {1, 2, 3, 4};
extern int array_alias[4] __attribute__((alias("array")));
typedef int F(int);
F *table[] = {target, other, hidden, shown, weakly};
int *places[] = {&data, &data_alias, array, array_alias};
static int reference(int) __attribute__((weakref("target")));
static int nowhere(int) __attribute__((weakref("nothing_of_this_name")));
int elsewhere(F *f, int *d);
F *other_there(void);

int main(void)
{
    F *volatile a = target, *volatile b = other;
    printf("%d %d %d %d\n", a == b, target == other, hidden == shown, weakly == target);
    printf("%d %d %d\n", replaced(10), replaced == target, data_replaced);
    data_alias = 9;
    array_alias[1] = 7;
    printf("%d %d %d %d\n", data, &data == &data_alias, array[1], array == array_alias);
    for (int i = 0; i < 5; i++) printf("%d ", table[i](10));
    printf("%d %d %d\n", table[0] == table[1], table[2] == table[3], table[0] == table[4]);
    printf("%d %d\n", places[0] == places[1], places[2] == places[3]);
    printf("%d %d\n", reference(3), reference == target);
    if (nowhere) nowhere(1);
    printf("%d %d\n", elsewhere(other, &data_alias), other_there() == target);
    return 0;
}
