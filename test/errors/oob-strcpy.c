// strcpy into an array that is too small.
#include <string.h>

int main(void)
{
    char b[4];
    strcpy(b, "abcd");
    return b[0] - 'a';
}
/* expect:
7:5: error: write of 1 byte at offset 4 of 'b', which has 4 bytes, in 'strcpy' [out-of-bounds]
6:10: note: 'b' is declared here
*/
