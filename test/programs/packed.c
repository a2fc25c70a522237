// Packed structures: unaligned fields read, written, addressed, copied; byte order by hand.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record { uint8_t kind; uint32_t length; uint16_t flags; double value; uint64_t id; const char *name; };
struct __attribute__((packed, aligned(4))) mixed { char c; int i; short s; };
#pragma pack(push, 2)
struct two { char c; int i; double d; };
#pragma pack(pop)

static uint32_t read32(const void *p) { uint32_t v; memcpy(&v, p, 4); return v; }
static uint32_t big(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }

int main(void)
{
    printf("%d %d %d\n", (int)(sizeof(struct record) - sizeof(char *)), (int)sizeof(struct mixed), (int)sizeof(struct two));
    struct record r = {1, 0x01020304, 0xbeef, 2.5, 0x1122334455667788ull, "name"}, list[3], *p = &list[1];
    r.length++, r.value *= 2, r.id >>= 8, r.flags ^= 0xff;
    printf("%x %g %llx %x %s\n", r.length, r.value, (unsigned long long)r.id, r.flags, r.name);
    for (int i = 0; i < 3; i++)
        list[i] = r, list[i].length += (uint32_t)i;
    p->value++;
    printf("%x %g %g %s\n", list[2].length, list[1].value, list[0].value, p->name);
    const uint8_t *bytes = (const uint8_t *)&r;
    printf("%d %x %x %x\n", bytes[0], bytes[1], read32(bytes + 1), big(bytes + 1));
    printf("%d %d\n", (int)offsetof(struct record, value), (int)offsetof(struct two, d));
    struct mixed m[2] = {{'a', -1, 2}, {'b', 1 << 20, -3}};
    printf("%d %d %c\n", m[1].i, m[0].s, m[1].c);
    struct two t = {'x', 7, 0.25};
    printf("%c %d %g\n", t.c, t.i, t.d);
    uint8_t wire[16];
    size_t n = 0;
    for (uint32_t v = 300000; v; v >>= 7)
        wire[n++] = (uint8_t)(v & 127) | (v > 127 ? 128 : 0);
    uint32_t back = 0;
    for (size_t i = n; i-- > 0;)
        back = back << 7 | (wire[i] & 127);
    printf("%d %u\n", (int)n, back);
    return 0;
}
