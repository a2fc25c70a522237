// A library function writes to a string literal.
#include <string.h>

int main(void)
{
    char *s = "a,b";
    return strtok(s, ",")[0];
}
/* expect:
7:12: error: write of 1 byte to a string literal, in 'strtok' [write-to-constant]
*/
