// Compound assignment and increment with every mixture of types; the left side is evaluated once.
#include <stdio.h>

static int calls;
static int *once(int *p) { calls++; return p; }

#define ALL(type, format)                                                                                              \
    do {                                                                                                               \
        type x = 40;                                                                                                   \
        x += 7, printf(format " ", x);                                                                                 \
        x -= 30u, printf(format " ", x);                                                                               \
        x *= (short)2, printf(format " ", x);                                                                          \
        x /= (type)3, printf(format " ", x);                                                                           \
        x %= 20, printf(format " ", x);                                                                                \
        x <<= 2, printf(format " ", x);                                                                                \
        x >>= (char)1, printf(format " ", x);                                                                          \
        x |= 64, x &= 0x7e, x ^= 0x11, printf(format " ", x);                                                          \
        x += 1.75, printf(format " ", x);                                                                              \
        x *= 1.5f, printf(format " ", x);                                                                              \
        printf(format " ", x++);                                                                                       \
        printf(format " ", --x);                                                                                       \
        printf(format "\n", x--);                                                                                      \
    } while (0)

int main(void)
{
    ALL(signed char, "%d");
    ALL(unsigned char, "%d");
    ALL(short, "%d");
    ALL(unsigned short, "%d");
    ALL(int, "%d");
    ALL(unsigned, "%u");
    ALL(long, "%ld");
    ALL(unsigned long, "%lu");
    ALL(long long, "%lld");
    ALL(unsigned long long, "%llu");
    int v[3] = {1, 2, 3}, i = 0;
    *once(&v[0]) += 10;
    ++*once(&v[1]);
    (*once(&v[2]))--;
    v[i++] *= 2;
    v[i++] += v[0];
    printf("%d %d %d %d %d\n", v[0], v[1], v[2], i, calls);
    float f = 1;
    f += 0.1, f *= 3, f -= 1u, f /= 7ll;
    double d = f;
    d += 1, d *= d;
    printf("%.6f %.6f\n", f, d);
    int *p = v;
    p += 2, p -= 1;
    *p++ = 50;
    printf("%d %d\n", v[1], (int)(p - v));
    int a, b, c;
    a = b = c = 7;
    a += b += c += 1;
    printf("%d %d %d\n", a, b, c);
    char text[] = "abc", *q = text;
    *q++ += 1, ++*q, *++q = 'z';
    printf("%s\n", text);
    return 0;
}
