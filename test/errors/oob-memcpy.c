// memcpy that writes more than the target holds.
#include <string.h>

int main(void)
{
    char small[8], large[16] = {0};
    memcpy(small, large, sizeof large);
    return small[0];
}
/* expect:
7:5: error: write of 16 bytes at offset 0 of 'small', which has 8 bytes [out-of-bounds]
6:10: note: 'small' is declared here
*/
