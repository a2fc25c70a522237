// free of a global.
#include <stdlib.h>

static char buffer[100];

int main(void)
{
    char *p = buffer;
    free(p);
    return 0;
}
/* expect:
9:5: error: free of 'buffer', which is not a heap block [invalid-free]
? 4: note: 'buffer' is declared here
*/
