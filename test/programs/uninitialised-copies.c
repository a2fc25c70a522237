// Uninitialised bytes that are only copied, never decided upon: clean. Padding and partly filled structures.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded { char c; int i; char d; };
struct partial { int used; int unused; char text[16]; };
union either { int i; char c[8]; };

static struct partial make(int x)
{
    struct partial p;
    p.used = x;
    strcpy(p.text, "filled");
    return p;
}
static int ignore(int unused, int used) { (void)unused; return used; }

int main(void)
{
    struct padded a, b;
    a.c = 'a', a.i = 1, a.d = 'd';
    b = a;
    memcpy(&a, &b, sizeof a);
    printf("%c %d %c\n", b.c, a.i, a.d);
    struct partial p = make(5), q = p, array[3];
    array[1] = q;
    printf("%d %s\n", array[1].used, array[1].text);
    int *v = malloc(10 * sizeof *v), *w = malloc(10 * sizeof *w);
    v[3] = 33;
    memcpy(w, v, 10 * sizeof *v);
    w = realloc(w, 20 * sizeof *w);
    printf("%d\n", w[3]);
    free(v), free(w);
    union either e, f;
    e.i = 65;
    f = e;
    printf("%c\n", f.c[0]);
    int x, y = 2;
    x = y;
    char buffer[100];
    snprintf(buffer, sizeof buffer, "%d", x);
    printf("%s %d\n", buffer, ignore(y, x));
    unsigned bits;
    memset(&bits, 0xff, 2);
    printf("%x\n", *(unsigned short *)&bits);
    return 0;
}
