// Structures seen as bytes: memcmp of filled ones, memset, copies of arrays of them, zeroing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
struct box { struct point low, high; };
struct entry { char key[8]; struct box box; struct entry *next; };

int main(void)
{
    struct point a = {1, 2}, b = {1, 2}, c = {2, 1};
    printf("%d %d\n", memcmp(&a, &b, sizeof a), memcmp(&a, &c, sizeof a) != 0);
    struct box boxes[4];
    memset(boxes, 0, sizeof boxes);
    boxes[1].high = (struct point){5, 6};
    boxes[2] = boxes[1];
    memmove(&boxes[0], &boxes[1], 3 * sizeof *boxes);
    printf("%d %d %d %d\n", boxes[0].high.x, boxes[1].high.y, boxes[2].high.x, boxes[3].low.x);
    int *ints = (int *)boxes;
    printf("%d %d %d\n", ints[2], ints[3], (int)(sizeof boxes / (sizeof(int))));
    struct entry *e = calloc(3, sizeof *e);
    printf("%d %d %d\n", e[0].next == NULL, e[2].key[7], e[1].box.high.y);
    for (int i = 0; i < 3; i++) {
        snprintf(e[i].key, sizeof e[i].key, "k%d", i);
        e[i].next = i ? &e[i - 1] : NULL;
    }
    struct entry copies[3];
    memcpy(copies, e, sizeof copies);
    for (struct entry *at = &copies[2]; at; at = at->next)
        printf("%s ", at->key);
    strcpy(e[0].key, "new");
    printf("%s %s\n", copies[1].next->key, copies[0].key);
    struct entry *grown = realloc(e, 6 * sizeof *e);
    for (int i = 1; i < 3; i++)
        grown[i].next = &grown[i - 1];
    printf("%s\n", grown[2].next->next->key);
    free(grown);
    struct { unsigned char bytes[12]; } raw;
    for (int i = 0; i < 12; i++)
        raw.bytes[i] = (unsigned char)i;
    struct { short a; short b; int c; int d; } view;
    memcpy(&view, &raw, sizeof raw);
    printf("%x %x %x %x\n", view.a, view.b, view.c, view.d);
    return 0;
}
