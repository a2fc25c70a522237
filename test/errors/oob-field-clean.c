// An index beyond a field but inside the same object is no error.
#include <stdio.h>

struct record { int head[4]; int tail[4]; };

int main(void)
{
    struct record r = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    int *p = r.head;
    int i = 5;
    p[i] = 60;
    printf("%d\n", r.tail[1]);
    return 0;
}
/* expect:
*/
