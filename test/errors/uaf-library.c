// A freed string is handed to a library function.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *s = malloc(4);
    strcpy(s, "abc");
    free(s);
    return (int)strlen(s);
}
/* expect:
10:17: error: read of 1 byte at offset 0 of a freed heap block, in 'strlen' [use-after-free]
7:15: note: the block is allocated here
9:5: note: the block is freed here
*/
