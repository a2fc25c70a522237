// A loop that runs one element too far over an array on the stack.
#include <stdio.h>

int main(void)
{
    int a[10] = {1, 2, 3};
    int sum = 0;
    for (int i = 0; i <= 10; i++)
        sum += a[i];
    printf("%d\n", sum);
    return 0;
}
/* expect:
9:16: error: read of 4 bytes at offset 40 of 'a', which has 40 bytes [out-of-bounds]
6:9: note: 'a' is declared here
*/
