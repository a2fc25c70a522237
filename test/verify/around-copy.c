// expect: unreach-call true
#include <string.h>
extern unsigned short size(void);
extern void *buffer(void);
extern void reach_error(void);
char target[8];
int after = 3;
/* A copy that may be larger than what it copies to: what it writes there may be anything. */
int main(void) {
    unsigned short n = size();
    char *from = buffer();
    if (!from) return 0;
    target[0] = 1;
    memcpy(target + 1, from, n);
    if (target[0] != 1 || after != 3) reach_error();
    return 0;
}
