// The same with a bound that is too small: the value is found.
// expect: unreach-call false(unreach-call) line 12
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.0f && x < 1.0f);
    float root = 1.0f + 0.5f * x - 0.125f * x * x + 0.0625f * x * x * x;
    float product = root * root - x;
    if (!(product < 1.0664f)) reach_error();
    return 0;
}
