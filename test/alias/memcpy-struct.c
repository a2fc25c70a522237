// expect: points c x
// expect: points d y
// expect: disjoint c d
#include <string.h>

struct pair { int *first, *second; };
static int x, y;

int main(void) {
    struct pair from = {&x, &y}, to;
    memcpy(&to, &from, sizeof to);
    int *c = to.first, *d = to.second;
    return *c + *d;
}
