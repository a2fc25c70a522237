// Vector extensions: element-wise arithmetic, comparison, subscripts, casts.
#include <stdio.h>
#include <string.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef signed char v16qi __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));

static void ints(const char *what, v4si v) { printf("%s %d %d %d %d\n", what, v[0], v[1], v[2], v[3]); }
static void floats(const char *what, v4sf v) { printf("%s %g %g %g %g\n", what, v[0], v[1], v[2], v[3]); }
static v4si add(v4si a, v4si b) { return a + b; }

int main(void)
{
    v4si a = {1, -2, 300, -40000}, b = {7, 3, -11, 13};
    ints("add", a + b), ints("sub", a - b), ints("mul", a * b), ints("div", a / b), ints("rem", a % b);
    ints("and", a & b), ints("or", a | b), ints("xor", a ^ b), ints("not", ~a), ints("neg", -a);
    ints("lt", a < b), ints("ge", a >= b), ints("eq", a == a), ints("ne", a != a);
    ints("scalar", a * 3 + 1);
    v4su u = {0x80000000u, 0xffffffffu, 1, 0x12345678}, n = {1, 4, 31, 8};
    v4su l = u << n, r = u >> n;
    ints("shl", (v4si)l), ints("shr", (v4si)r), ints("sar", (v4si)u >> (v4si)n);
    ints("call", add(a, b));
    a[2] = 99;
    a += b;
    a[0]++;
    ints("set", a);
    v4sf f = {1.5f, -2.25f, 1e10f, 0}, g = {2, 2, 3, 4};
    floats("fadd", f + g), floats("fmul", f * g), floats("fdiv", f / g), floats("fneg", -f);
    ints("flt", f < g);
    v2df d = {0.1, 3};
    d = d * d - 1.0;
    printf("%.17g %.17g\n", d[0], d[1]);
    v16qi q;
    for (int i = 0; i < 16; i++)
        q[i] = (signed char)(i * 17);
    q = q + q;
    for (int i = 0; i < 16; i++)
        printf("%d ", q[i]);
    printf("\n");
    v8hi h = (v8hi)q;
    v2di w = (v2di)q;
    printf("%d %d %llx %llx\n", h[0], h[7], (long long)w[0], (long long)w[1]);
    int memory[4];
    memcpy(memory, &a, sizeof a);
    printf("%d %d %d %d %d\n", memory[0], memory[1], memory[2], memory[3], (int)sizeof a);
    v4si array[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, sum = {0};
    for (int i = 0; i < 3; i++)
        sum += array[i];
    ints("sum", sum);
    v4si mask = a > b;
    ints("blend", (a & mask) | (b & ~mask));
    v4si *p = &array[1];
    (*p)[3] = -1;
    ints("pointer", *p);
    int i = 2;
    printf("%d\n", array[1][i + 1]);
    return 0;
}
