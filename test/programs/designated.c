// Designated initialisers, nested, overriding, with ranges; partly initialised objects are zero elsewhere.
#include <stdio.h>

struct inner { int a, b[3]; };
struct outer { char c; struct inner i[2]; const char *s; union { int n; float f; } u; double d; };

static struct outer global = {.i[1].b[2] = 7, .s = "global", .u.f = 1.5f, .i[0] = {1, {2, 3}}};
static int sparse[] = {[5] = 1, 2, [2] = 9, [9] = 4};
static int ranges[10] = {[1 ... 4] = 3, [7 ... 8] = 5};
static const char *names[] = {[2] = "two", [0] = "zero"};
static char matrix[3][4] = {[1] = "abc", [2][1] = 'x'};

int main(void)
{
    printf("%d %d %d %d %s %g %g\n", global.i[0].a, global.i[0].b[1], global.i[0].b[2], global.i[1].b[2], global.s, global.u.f,
           global.d);
    for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++)
        printf("%d ", sparse[i]);
    for (int i = 0; i < 10; i++)
        printf("%d ", ranges[i]);
    printf("\n%s %d %s %d\n", names[0], names[1] == 0, names[2], (int)(sizeof names / sizeof *names));
    printf("%s %d %c %d\n", matrix[1], matrix[2][0], matrix[2][1], matrix[0][3]);
    int n = 3;
    struct outer local = {.d = n * 1.5, .c = 'x', .i = {{n}, {.b = {[1] = n + 1}}}};
    printf("%c %d %d %d %d %g %d\n", local.c, local.i[0].a, local.i[0].b[0], local.i[1].b[1], local.i[1].b[2], local.d, local.s == 0);
    struct outer array[2] = {[1].i[0].b[1] = 42, [1].c = 'q', [0] = {.d = 2}};
    printf("%d %c %g %d\n", array[1].i[0].b[1], array[1].c, array[0].d, array[0].i[1].a);
    int grid[2][3] = {{1}, {[2] = 6}}, flat[2][2] = {{1, 2}, 3};
    printf("%d %d %d %d %d\n", grid[0][0], grid[0][2], grid[1][2], flat[1][0], flat[1][1]);
    char text[8] = "hi", exact[2] = "no";
    printf("%s %d %c%c\n", text, text[7], exact[0], exact[1]);
    struct inner same = {.a = 1, .b = {4, 5, 6}};
    printf("%d %d\n", same.a, same.b[2]);
    return 0;
}
