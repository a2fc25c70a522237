// Unsigned arithmetic wraps; small types are promoted; conversions do not overflow.
#include <limits.h>

int main(void)
{
    unsigned u = UINT_MAX;
    u += 2;
    signed char c = 127;
    c++;
    short s = -32768;
    s--;
    unsigned char b = 0;
    b--;
    int from = (int)4000000000u;
    unsigned shifted = 1u << 31;
    return u == 1 && c == -128 && s == 32767 && b == 255 && from < 0 && shifted ? 0 : 1;
}
/* expect:
*/
