// Clang's vector builtins: shuffle, convert, reductions, odd sizes.
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef short v4hi __attribute__((vector_size(8)));
typedef double v4df __attribute__((vector_size(32)));
typedef unsigned char v8uc __attribute__((vector_size(8)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef int int4 __attribute__((ext_vector_type(4)));

int main(void)
{
    v4si a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
    v4si r = __builtin_shufflevector(a, b, 3, 2, 5, 4);
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    v4hi half = {100, -200, 300, -400};
    v4si wide = __builtin_convertvector(half, v4si);
    v4sf f = __builtin_convertvector(wide, v4sf) / 3;
    v4si back = __builtin_convertvector(f, v4si);
    v4hi narrow = __builtin_convertvector(wide * 200, v4hi);
    printf("%d %d %d %d\n", wide[0], wide[1], wide[2], wide[3]);
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    printf("%d %d %d %d\n", back[0], back[1], back[2], back[3]);
    printf("%d %d %d %d\n", narrow[0], narrow[1], narrow[2], narrow[3]);
    v4df d = __builtin_convertvector(f, v4df);
    d = d * d;
    printf("%.6f %.6f %.6f %.6f\n", d[0], d[1], d[2], d[3]);
    v8uc bytes = {255, 1, 2, 3, 4, 5, 6, 250};
    bytes += (v8uc){1, 1, 1, 1, 1, 1, 1, 10};
    for (int i = 0; i < 8; i++)
        printf("%d ", bytes[i]);
    printf("\n");
    float3 p = {1, 2, 3}, q = p.zyx * 2.0f;
    printf("%g %g %g %d\n", q.x, q.y, q.z, (int)sizeof p);
    int4 s = {10, 20, 30, 40};
    s.xw = s.yz;
    printf("%d %d %d %d\n", s.x, s.y, s.z, s.w);
    printf("%d %d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(b), __builtin_reduce_xor(a));
    v4si m = __builtin_elementwise_max(a, (v4si){2, 2, 2, 2}), n = __builtin_elementwise_abs(-a);
    printf("%d %d %d %d\n", m[0], m[3], n[0], n[3]);
    int4 x = {1, 2, 3, 4}, y = {5, 6, 7, 8}, c = x > 2 ? x : y;
    printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
    return 0;
}
