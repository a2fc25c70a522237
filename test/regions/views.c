// Paper, section 4.3: what is written through one type is read through another, and `c` is known.
#include <stdlib.h>

int main(void) {
    void *p = malloc(10);
    char *buf1 = (char *)p;
    buf1[0] = 'a';
    buf1[4] = 'b';

    int *buf2 = (int *)p;
    buf2[0] = 0;

    char c = buf1[0];
    char d = buf1[4];
    free(p);
    return c + d;
}
/* finds: nothing */
/* regions main:15
p | region 1 | region 6
buf1 | region 2 | region 6
buf2 | region 3 | region 6
c | region 4 | 0
d | region 5 | 98 'b'
MallocReg_0 | region 6 | N/A
MallocReg_0[0..3] | region 7 | 0
MallocReg_0[4] | region 8 | 98
MallocReg_0[5..9] | region 9 | undefined
*/
