// Strings built, hashed and looked up in a table with chains.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 1024
struct entry { struct entry *next; unsigned hash; int count; char text[16]; };
static struct entry *table[BUCKETS];

static unsigned hash(const char *s)
{
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static struct entry *find(const char *text)
{
    unsigned h = hash(text);
    struct entry **at = &table[h % BUCKETS];
    for (struct entry *e = *at; e; e = e->next)
        if (e->hash == h && strcmp(e->text, text) == 0)
            return e;
    struct entry *e = malloc(sizeof *e);
    e->next = *at, e->hash = h, e->count = 0;
    strcpy(e->text, text);
    return *at = e;
}

static void number(char *to, unsigned n)
{
    char digits[12];
    int length = 0;
    do
        digits[length++] = (char)('a' + n % 26);
    while (n /= 26);
    while (length)
        *to++ = digits[--length];
    *to = 0;
}

int main(void)
{
    unsigned seed = 1, check = 0;
    for (int i = 0; i < 220000; i++) {
        char text[16] = "key";
        seed = seed * 1103515245u + 12345u;
        number(text + 3, (seed >> 16) % 5000);
        find(text)->count++;
    }
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *e = table[i]; e; e = e->next)
            check = check * 31 + (unsigned)e->count * e->hash;
    printf("%u\n", check);
    for (int i = 0; i < BUCKETS; i++)
        while (table[i]) {
            struct entry *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
    return 0;
}
