// Pointers moved along after realloc: by offset, by difference of integers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; };

int main(void)
{
    char *old = malloc(16);
    strcpy(old, "key=value");
    char *p = strchr(old, '=');
    ptrdiff_t offset = p - old;
    char *new = realloc(old, 100000);
    p = new + offset;
    printf("%s\n", p);
    uintptr_t before = (uintptr_t)new, inside = (uintptr_t)p;
    char *newer = realloc(new, 200000);
    p = newer + (inside - before);
    printf("%s\n", p);
    uintptr_t base = (uintptr_t)newer;
    char *moved = malloc(32);
    memcpy(moved, newer, 32);
    uintptr_t address = (uintptr_t)p;
    address += (uintptr_t)moved - base;
    printf("%s\n", (char *)address);
    *(char *)address = ':';
    printf("%s %s\n", moved, newer);
    free(newer);
    free(moved);

    int capacity = 2, n = 0;
    struct node *pool = malloc(sizeof *pool * (size_t)capacity);
    for (int i = 0; i < 20; i++) {
        if (n == capacity) {
            uintptr_t was = (uintptr_t)pool;
            capacity *= 2;
            struct node *grown = realloc(pool, sizeof *pool * (size_t)capacity);
            for (int j = 0; j < n; j++)
                if (grown[j].next)
                    grown[j].next = (struct node *)((uintptr_t)grown + ((uintptr_t)grown[j].next - was));
            pool = grown;
        }
        pool[n].value = i;
        pool[n].next = n ? &pool[n - 1] : 0;
        n++;
    }
    int sum = 0;
    for (struct node *at = &pool[n - 1]; at; at = at->next)
        sum = sum * 2 % 9973 + at->value;
    printf("%d\n", sum);
    free(pool);
    return 0;
}
