// Values cut and extended on their way through memory of other widths, arrays, structures and calls.
#include <stdint.h>
#include <stdio.h>

struct small { int8_t a; uint8_t b; int16_t c; uint16_t d; };
static int8_t through(int64_t x) { return (int8_t)x; }
static uint64_t extend(int8_t x) { return (uint64_t)x; }
static uint64_t zero_extend(uint8_t x) { return x; }

int main(void)
{
    int64_t values[] = {0, 127, 128, 255, 256, -1, -128, -129, 0x12345678, -0x12345678, 0x7fffffffffffffff};
    for (int i = 0; i < 11; i++) {
        struct small s = {(int8_t)values[i], (uint8_t)values[i], (int16_t)values[i], (uint16_t)values[i]};
        printf("%d %d %d %d | %d %llx %llx\n", s.a, s.b, s.c, s.d, through(values[i]), (unsigned long long)extend(s.a),
               (unsigned long long)zero_extend(s.b));
        uint32_t u = (uint32_t)values[i];
        int32_t t = (int32_t)u;
        printf("%u %d %lld %llu\n", u, t, (long long)t, (unsigned long long)u);
    }
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(0x0123456789abcdefull >> (8 * i));
    uint64_t back = 0;
    for (int i = 7; i >= 0; i--)
        back = back << 8 | bytes[i];
    printf("%llx\n", (unsigned long long)back);
    int16_t array[4] = {0};
    array[1] = (int16_t)40000, array[2] = (int16_t)(array[1] + array[1]), array[3] = (int16_t)(array[2] >> 1);
    printf("%d %d %d\n", array[1], array[2], array[3]);
    _Bool flag = (_Bool)(uint8_t)256, other = (_Bool)256;
    printf("%d %d\n", flag, other);
    return 0;
}
