// Flexible array members and the older [1] and [0] idioms.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct string { size_t length; char text[]; };
struct table { int n; struct { int key; double value; } row[]; };
struct zero { short n; int data[0]; };
struct fixed { int n; char tail[4]; };
static struct { int n; int v[]; } constant = {3, {10, 20, 30}};

static struct string *make(const char *s)
{
    size_t n = strlen(s);
    struct string *r = malloc(sizeof *r + n + 1);
    r->length = n;
    memcpy(r->text, s, n + 1);
    return r;
}

static struct string *append(struct string *s, const char *more)
{
    size_t n = strlen(more);
    s = realloc(s, sizeof *s + s->length + n + 1);
    memcpy(s->text + s->length, more, n + 1);
    s->length += n;
    return s;
}

int main(void)
{
    struct string *s = make("flexible");
    s = append(append(s, " array"), " member");
    printf("%s %d %d\n", s->text, (int)s->length, (int)(sizeof *s == offsetof(struct string, text)));
    free(s);
    struct table *t = malloc(sizeof *t + 5 * sizeof t->row[0]);
    t->n = 5;
    for (int i = 0; i < t->n; i++)
        t->row[i].key = i, t->row[i].value = i / 4.0;
    double sum = 0;
    for (int i = 0; i < t->n; i++)
        sum += t->row[i].value * t->row[i].key;
    printf("%g\n", sum);
    free(t);
    struct zero *z = calloc(1, sizeof *z + 3 * sizeof(int));
    z->data[2] = 9;
    printf("%d %d %d\n", z->data[0], z->data[2], (int)sizeof *z);
    free(z);
    struct fixed *f = malloc(offsetof(struct fixed, tail) + 4);
    memcpy(f->tail, "end", 4);
    printf("%s\n", f->tail);
    free(f);
    for (int i = 0; i < constant.n; i++)
        printf("%d ", constant.v[i]++);
    printf("%d\n", constant.v[2]);
    return 0;
}
