// A branch on a local that no path has set.
#include <stdio.h>

static int choose(int known)
{
    int flag;
    if (known)
        flag = 1;
    if (flag)
        return 10;
    return 20;
}

int main(void)
{
    printf("%d\n", choose(1));
    printf("%d\n", choose(0));
    return 0;
}
/* expect:
9:9: error: branch depends on an uninitialised value [uninitialised]
6:9: note: the value comes from 'flag', declared here
17:20: note: in the call of 'choose' from 'main'
*/
