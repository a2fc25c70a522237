// only: 64
// Half precision: conversions round, arithmetic goes through float.
#include <stdio.h>
#include <string.h>

int main(void)
{
    volatile float values[] = {0, 1, 0.1f, -2.5f, 65504, 65520, 1e-7f, 6e-8f, 1.0f / 3, 2049, 1e10f};
    for (int i = 0; i < 11; i++) {
        _Float16 h = (_Float16)values[i];
        unsigned short bits;
        memcpy(&bits, &h, 2);
        printf("%04x %g\n", bits, (double)h);
    }
    volatile _Float16 a = 1.5f, b = 0.1f;
    printf("%g %g %g %g\n", (double)(_Float16)(a + b), (double)(_Float16)(a * b), (double)(_Float16)(a / b), (double)(_Float16)(a - b));
    printf("%d %d %d\n", a > b, a == b, (int)(a * 10));
    _Float16 array[3] = {1, 2, 3}, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += array[i];
    printf("%g %d\n", (double)sum, (int)sizeof sum);
    return 0;
}
