// A block seen through structs of which each begins as the one before: the same bytes are the same cells.
// expect: points got x
// expect: points kept y
#include <stdlib.h>

struct base { long tag; };
struct middle { long tag; int *first; };
struct last { long tag; int *first; int *second; };

static int x, y;

static struct base *make(void) {
    struct base *b = malloc(sizeof(struct last));
    b->tag = 3;
    return b;
}

int main(void) {
    struct base *b = make();
    struct middle *m = (struct middle *)b;
    struct last *l = (struct last *)b;
    m->first = &x;
    l->second = &y;
    int *got = l->first, *kept = ((struct last *)m)->second;
    return *got + *kept + (int)l->tag - 3;
}
