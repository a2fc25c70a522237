// An uninitialised value is printed.
#include <stdio.h>

int main(void)
{
    int x;
    int *p = &x;
    printf("%d\n", *p);
    return 0;
}
/* expect:
8:5: error: {output|branch|address} depends on an uninitialised value, in 'printf' [uninitialised]
6:9: note: the value comes from 'x', declared here
*/
