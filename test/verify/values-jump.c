// expect: unreach-call unknown may jump elsewhere
// flags: --engine=values
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf back;
static int step;
int main(void) {
    int how = setjmp(back);
    if (how && step == 1) reach_error();
    step = 1;
    longjmp(back, 1);
}
