// switch: dense, sparse, ranges, negative, 64 bits, chars, fallthrough, nested, Duff's device.
#include <limits.h>
#include <stdio.h>

static int dense(int x)
{
    switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2: case 3: return 12;
    case 4: x = 100; /* falls through */
    case 5: return x + 1;
    case 6: break;
    default: return -1;
    }
    return 60;
}

static int sparse(int x)
{
    switch (x) {
    case INT_MIN: return 1;
    case -1000: return 2;
    case -1: return 3;
    case 77777: return 4;
    case INT_MAX: return 5;
    }
    return 0;
}

static const char *range(int x)
{
    switch (x) {
    case -10 ... -1: return "negative";
    case 0: return "zero";
    case 1 ... 1000000: return "positive";
    default: return "far";
    }
}

static int wide(long long x)
{
    switch (x) {
    case 0x100000000ll: return 1;
    case 0: return 2;
    case -0x100000000ll: return 3;
    case LLONG_MAX: return 4;
    default: return 5;
    }
}

static int letter(unsigned char c)
{
    switch (c) {
    case 'a' ... 'z': return 1;
    case 'A' ... 'Z': return 2;
    case 0xff: return 3;
    default: return 0;
    }
}

static void copy(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++; /* falls through */
    case 7: *to++ = *from++; /* falls through */
    case 6: *to++ = *from++; /* falls through */
    case 5: *to++ = *from++; /* falls through */
    case 4: *to++ = *from++; /* falls through */
    case 3: *to++ = *from++; /* falls through */
    case 2: *to++ = *from++; /* falls through */
    case 1: *to++ = *from++;
            } while (--n > 0);
    }
}

static int nested(int a, int b)
{
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        default: break;
        }
        /* falls through */
    case 2:
        for (int i = 0;; i++)
            switch (i) {
            case 0: continue;
            case 3: return i + b;
            default: if (b) break; else return 99;
            }
    }
    return -1;
}

int main(void)
{
    for (int i = -1; i < 8; i++)
        printf("%d ", dense(i));
    printf("\n%d %d %d %d %d %d\n", sparse(INT_MIN), sparse(-1000), sparse(-1), sparse(77777), sparse(INT_MAX), sparse(3));
    printf("%s %s %s %s\n", range(-5), range(0), range(999999), range(-11));
    printf("%d %d %d %d %d\n", wide(0x100000000ll), wide(0), wide(-0x100000000ll), wide(LLONG_MAX), wide(1));
    printf("%d %d %d %d\n", letter('q'), letter('Q'), letter(0xff), letter('0'));
    char buffer[32] = "";
    copy(buffer, "Duff's device works", 20);
    printf("%s\n", buffer);
    printf("%d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 0), nested(2, 5), nested(3, 0));
    switch (3) {
        int hidden;
    case 3:
        hidden = 4;
        printf("%d\n", hidden);
    }
    switch (1) default: printf("default\n");
    unsigned u = 4000000000u;
    switch (u) {
    case 4000000000u: printf("unsigned\n");
    }
    return 0;
}
