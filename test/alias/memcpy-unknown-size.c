// expect: points c x
// expect: points d y
// expect: disjoint c d
#include <stdlib.h>
#include <string.h>

struct pair { int *first, *second; };
static int x, y;

int main(int argc, char **argv) {
    struct pair *from = malloc(argc * sizeof *from), *to = malloc(argc * sizeof *to);
    from->first = &x;
    from->second = &y;
    memcpy(to, from, argc * sizeof *to);
    int *c = to->first, *d = to->second;
    return *c + *d;
}
