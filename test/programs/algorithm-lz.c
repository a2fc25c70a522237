// Compression with a sliding window, and back; bit streams; Huffman codes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stream { uint8_t *data; size_t bits, capacity; };
static void put(struct stream *s, unsigned value, int n)
{
    while (n--) {
        if (s->bits / 8 >= s->capacity) {
            size_t old = s->capacity;
            s->capacity = old ? old * 2 : 8;
            s->data = realloc(s->data, s->capacity);
            memset(s->data + old, 0, s->capacity - old);
        }
        s->data[s->bits / 8] |= (uint8_t)((value >> n & 1) << (7 - s->bits % 8));
        s->bits++;
    }
}
static unsigned get(struct stream *s, int n)
{
    unsigned v = 0;
    while (n--) {
        v = v << 1 | (s->data[s->bits / 8] >> (7 - s->bits % 8) & 1);
        s->bits++;
    }
    return v;
}
static void compress(struct stream *s, const char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t best = 0, distance = 0;
        for (size_t d = 1; d <= i && d < 256; d++) {
            size_t l = 0;
            while (l < 18 && i + l < n && text[i + l] == text[i + l - d])
                l++;
            if (l > best)
                best = l, distance = d;
        }
        if (best >= 3)
            put(s, 1, 1), put(s, (unsigned)distance, 8), put(s, (unsigned)best - 3, 4), i += best;
        else
            put(s, 0, 1), put(s, (uint8_t)text[i++], 8);
    }
}
static size_t expand(struct stream *s, char *to, size_t n)
{
    size_t i = 0;
    while (i < n)
        if (get(s, 1)) {
            unsigned d = get(s, 8), l = get(s, 4) + 3;
            while (l--)
                to[i] = to[i - d], i++;
        } else
            to[i++] = (char)get(s, 8);
    return i;
}

struct node { int weight, symbol; struct node *left, *right; };
static void codes(const struct node *t, char *path, int depth)
{
    if (!t->left) {
        path[depth] = 0;
        printf("%c=%s ", t->symbol, path);
        return;
    }
    path[depth] = '0', codes(t->left, path, depth + 1);
    path[depth] = '1', codes(t->right, path, depth + 1);
}

int main(void)
{
    const char *text = "abracadabra abracadabra alakazam, abracadabra alakazam; the end of the abracadabra.";
    size_t n = strlen(text);
    struct stream s = {0};
    compress(&s, text, n);
    printf("%d -> %d bits\n", (int)n * 8, (int)s.bits);
    char *back = calloc(n + 1, 1);
    s.bits = 0;
    printf("%d ", (int)expand(&s, back, n));
    printf("%d\n", strcmp(back, text));
    free(s.data), free(back);
    int counts[128] = {0}, used = 0;
    struct node pool[64], *queue[64];
    for (const char *p = "mississippi river"; *p; p++)
        counts[(int)*p]++;
    for (int c = 0; c < 128; c++)
        if (counts[c])
            pool[used] = (struct node){counts[c], c == ' ' ? '_' : c, 0, 0}, queue[used] = &pool[used], used++;
    for (int left = used; left > 1; left--) {
        for (int i = 0; i < left; i++)
            for (int j = i + 1; j < left; j++)
                if (queue[j]->weight > queue[i]->weight) {
                    struct node *t = queue[i];
                    queue[i] = queue[j], queue[j] = t;
                }
        pool[used] = (struct node){queue[left - 1]->weight + queue[left - 2]->weight, 0, queue[left - 1], queue[left - 2]};
        queue[left - 2] = &pool[used++];
    }
    char path[64];
    codes(queue[0], path, 0);
    printf("\n");
    return 0;
}
