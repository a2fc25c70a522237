// free of an array on the stack.
#include <stdlib.h>

int main(void)
{
    int a[4] = {0};
    int *p = a;
    free(p);
    return a[0];
}
/* expect:
8:5: error: free of 'a', which is not a heap block [invalid-free]
? 6:9: note: 'a' is declared here
*/
