// Pointers that are copied with their struct, in pieces, through bytes, through memory that nothing else looks at.
// expect: points a x
// expect: points b y
// expect: points c x
#include <string.h>

struct pair { int *first, *second; };
struct outer { long n; struct pair pair; };

static int x, y;

int main(void) {
    struct outer from = {1, {&x, &y}}, to;
    struct pair inner, again;
    unsigned char bytes[sizeof(struct pair)];
    unsigned halves[sizeof(int *) / 4], copies[sizeof(int *) / 4];
    memcpy(&to, &from, sizeof to);
    inner = to.pair;
    memcpy(bytes, &inner, sizeof bytes);
    memcpy(&again, bytes, sizeof again);
    int *a = again.first, *b = again.second, *c;
    memcpy(halves, &from.pair.first, sizeof halves);
    for (unsigned i = 0; i < sizeof(int *) / 4; i++) copies[i] = halves[i];
    memcpy(&c, copies, sizeof c);
    return *a + *b + *c;
}
