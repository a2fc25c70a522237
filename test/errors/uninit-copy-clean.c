// Uninitialised values that are only copied and masked away are no error.
#include <string.h>

struct record { char kind; int value; char rest[20]; };

int main(void)
{
    struct record a, b, c[2];
    a.kind = 'k';
    a.value = 3;
    b = a;
    c[1] = b;
    memcpy(&a, &c[1], sizeof a);
    int x, y = 5;
    int *p = &x, *q = &y;
    int zero = *p & 0;
    *q += zero;
    return a.value == 3 && y == 5 ? 0 : 1;
}
/* expect:
*/
