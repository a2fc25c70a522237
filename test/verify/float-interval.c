// Bounds of polynomials and quotients over an interval: intervals of floats, cut in two until they decide.
// expect: unreach-call true
extern void reach_error(void);
extern void __VERIFIER_assume(int);

static float sine(float x) { return x - (x * x * x) / 6.0f + (x * x * x * x * x) / 120.0f; }
static float slope(float x) { return 1 - (x * x) / 2.0f + (x * x * x * x) / 24.0f; }

int main(void) {
    float x; /* any value */
    __VERIFIER_assume(x > -0.5f && x < 0.5f);
    x = x - sine(x) / slope(x);
    if (!(x < 0.1f && x > -0.1f)) reach_error();
    return 0;
}
