// Floating point environment in the default mode: rounding to nearest even, flags are not looked at.
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", fegetround() == FE_TONEAREST, FLT_ROUNDS);
    volatile double one = 1, tiny = DBL_EPSILON / 2, three_halves = DBL_EPSILON * 0.75;
    printf("%a %a %a\n", one + tiny, one + three_halves, one + tiny * 3);
    volatile float f = 16777216;
    printf("%a %a %a\n", f + 1, f + 3, f + 2);
    volatile double big = 9007199254740992.0;
    printf("%a %a\n", big + 1, big + 3);
    printf("%a %a %a\n", rint(0.5), rint(1.5), nearbyint(-2.5));
    printf("%d %d\n", DECIMAL_DIG >= 17, FLT_EVAL_METHOD);
    return 0;
}
