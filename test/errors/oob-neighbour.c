// The index reaches far into another array; the pointer still belongs to the first one.
#include <stdio.h>

int main(void)
{
    int first[4] = {1, 2, 3, 4};
    int second[4] = {5, 6, 7, 8};
    volatile int distance = (int)(((char *)second - (char *)first) / (int)sizeof(int));
    if (distance < 0)
        distance = 4;
    printf("%d\n", second[0]);
    return first[4];
}
/* expect:
12:12: error: read of 4 bytes at offset 16 of 'first', which has 16 bytes [out-of-bounds]
6:9: note: 'first' is declared here
*/
