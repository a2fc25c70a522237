// Paper, section 7: a large buffer in a loop costs what is done to it, whatever its size.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#ifndef COUNT
#define COUNT 8096
#endif
#ifndef ROUNDS
#define ROUNDS 4
#endif
static int table[COUNT];

int main(void) {
    unsigned char flags, sum = 0;
    klee_make_symbolic(&flags, sizeof flags, "flags");
    for (int i = 0; i < ROUNDS; i++) {
        if (flags >> i & 1) {
            int buf[COUNT];
            int *p = buf;
            int *cleared = calloc(COUNT, sizeof *cleared);
            p[COUNT - 1] = i;
            sum += p[COUNT - 1] + cleared[i] + table[COUNT - 2];
            memset(buf, 1, sizeof buf);
            memcpy(cleared, buf, sizeof buf);
            sum += cleared[COUNT - 1] == 0x01010101;
            table[i] = i;
            free(cleared);
        }
    }
    return sum;
}
/* finds: nothing */
/* stats: 0 got bytes */
/* same-cost: -DCOUNT=809600 */
/* regions main:20
flags | region 1 | $1
sum | region 2 | 0
i | region 3 | 3
buf | region 4 | N/A
buf[0..8095] | region 5 | undefined
p | region 6 | region 5
cleared | region 7 | undefined
table | region 8 | N/A
table[0..8095] | region 9 | 0
...
*/
