// Checksums: CRC-32, Adler-32, Fletcher-16, base64, run-length coding.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];
static uint32_t crc(const void *data, size_t n)
{
    uint32_t c = ~0u;
    for (const uint8_t *p = data; n--; p++)
        c = table[(c ^ *p) & 0xff] ^ c >> 8;
    return ~c;
}
static uint32_t adler(const void *data, size_t n)
{
    uint32_t a = 1, b = 0;
    for (const uint8_t *p = data; n--; p++)
        a = (a + *p) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}
static uint16_t fletcher(const void *data, size_t n)
{
    uint16_t a = 0, b = 0;
    for (const uint8_t *p = data; n--; p++)
        a = (uint16_t)((a + *p) % 255), b = (uint16_t)((b + a) % 255);
    return (uint16_t)(b << 8 | a);
}
static void base64(const char *s)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = strlen(s);
    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = (uint32_t)(uint8_t)s[i] << 16 | (i + 1 < n ? (uint32_t)(uint8_t)s[i + 1] << 8 : 0) | (i + 2 < n ? (uint8_t)s[i + 2] : 0);
        putchar(digits[v >> 18]), putchar(digits[v >> 12 & 63]);
        putchar(i + 1 < n ? digits[v >> 6 & 63] : '='), putchar(i + 2 < n ? digits[v & 63] : '=');
    }
    putchar('\n');
}
static void runs(const char *s)
{
    while (*s) {
        int n = 1;
        while (s[n] == *s)
            n++;
        printf("%d%c", n, *s);
        s += n;
    }
    printf("\n");
}

int main(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int j = 0; j < 8; j++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
    const char *texts[] = {"", "a", "123456789", "The quick brown fox"};
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(texts[i]);
        printf("%08x %08x %04x\n", crc(texts[i], n), adler(texts[i], n), fletcher(texts[i], n));
        base64(texts[i]);
    }
    runs("aaabccdddd");
    return 0;
}
