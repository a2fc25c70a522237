// expect: points p x
// expect: points q x
// expect: points q y
#include <setjmp.h>

static jmp_buf jump;
static int x, y;

int main(void) {
    int *volatile kept = &x;
    int *p = &x;
    int *q = &y;
    if (setjmp(jump)) return *q + *kept;
    q = p;
    longjmp(jump, 1);
}
