// UTF-8 decoding and encoding by hand, byte order, hexadecimal dumps, URL escapes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int decode(const unsigned char **p)
{
    int c = *(*p)++, more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    if (more)
        c &= 0x3f >> more;
    while (more--) {
        if ((**p & 0xc0) != 0x80)
            return -1;
        c = c << 6 | (*(*p)++ & 0x3f);
    }
    return c;
}
static int encode(int c, char *to)
{
    if (c < 0x80)
        return to[0] = (char)c, 1;
    if (c < 0x800)
        return to[0] = (char)(0xc0 | c >> 6), to[1] = (char)(0x80 | (c & 63)), 2;
    if (c < 0x10000)
        return to[0] = (char)(0xe0 | c >> 12), to[1] = (char)(0x80 | (c >> 6 & 63)), to[2] = (char)(0x80 | (c & 63)), 3;
    to[0] = (char)(0xf0 | c >> 18), to[1] = (char)(0x80 | (c >> 12 & 63)), to[2] = (char)(0x80 | (c >> 6 & 63)), to[3] = (char)(0x80 | (c & 63));
    return 4;
}
static void dump(const void *data, size_t n)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < n; i += 8) {
        printf("%04x ", (unsigned)i);
        for (size_t j = i; j < i + 8; j++)
            j < n ? printf("%02x ", p[j]) : printf("   ");
        for (size_t j = i; j < i + 8 && j < n; j++)
            putchar(p[j] >= 32 && p[j] < 127 ? p[j] : '.');
        putchar('\n');
    }
}

int main(void)
{
    const char *text = "a\u00e9\u20ac\U0001f600z";
    for (const unsigned char *p = (const unsigned char *)text; *p;)
        printf("%x ", (unsigned)decode(&p));
    printf("\n");
    char out[32];
    int n = 0, points[] = {'A', 0xe9, 0x20ac, 0x1f600};
    for (int i = 0; i < 4; i++)
        n += encode(points[i], out + n);
    dump(out, (size_t)n);
    uint32_t word = 0x01020304;
    unsigned char bytes[4];
    memcpy(bytes, &word, 4);
    printf("%d %d\n", bytes[0], bytes[3]);
    dump("dump of a text with \x01\x02 control characters", 40);
    for (const char *p = "a b&c/\xff"; *p; p++)
        if ((*p >= 'a' && *p <= 'z') || *p == '/')
            putchar(*p);
        else
            printf("%%%02X", (unsigned char)*p);
    printf("\n");
    return 0;
}
