// The bound of the outer loop grows, that of the inner one does not need to; the inputs are those of the run, not those of
// the ways that it did not go.
// flags: --engine=bounded
// expect: unreach-call false(unreach-call) line 17
// harness: 17
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned n = 0, noise = 0;
    while (__VERIFIER_nondet_uchar() != 7) {
        for (int i = 0; i < 3; i++)
            if (__VERIFIER_nondet_uchar() > 100) noise += __VERIFIER_nondet_uchar();
        n++;
        if (n == 12 && noise == 1234)
            reach_error();
    }
    return 0;
}
