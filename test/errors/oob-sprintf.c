// sprintf into an array that is too small.
#include <stdio.h>

int main(void)
{
    char text[4];
    sprintf(text, "%d", 123456);
    return text[0];
}
/* expect:
7:5: error: write of 6 bytes at offset 0 of 'text', which has 4 bytes, in 'sprintf' [out-of-bounds]
6:10: note: 'text' is declared here
*/
