// A hash table keyed by addresses; only facts that do not depend on the numbers are printed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 64
static struct slot { const void *key; int value; } table[SIZE];

static unsigned hash(const void *p)
{
    uintptr_t n = (uintptr_t)p;
    return (unsigned)((n >> 4 ^ n >> 9 ^ n) * 2654435761u >> 7) % SIZE;
}
static struct slot *find(const void *key)
{
    unsigned i = hash(key);
    while (table[i].key && table[i].key != key)
        i = (i + 1) % SIZE;
    return &table[i];
}

int main(void)
{
    int numbers[20];
    char *blocks[10];
    for (int i = 0; i < 20; i++)
        *find(&numbers[i]) = (struct slot){&numbers[i], i};
    for (int i = 0; i < 10; i++) {
        blocks[i] = malloc((size_t)i + 1);
        *find(blocks[i]) = (struct slot){blocks[i], 100 + i};
    }
    int sum = 0, used = 0;
    for (int i = 0; i < 20; i++)
        sum += find(&numbers[i])->value;
    for (int i = 0; i < 10; i++)
        sum += find(blocks[i])->value;
    for (int i = 0; i < SIZE; i++)
        used += table[i].key != 0;
    printf("%d %d %d\n", sum, used, find("absent")->key == 0);
    printf("%d %d\n", hash(numbers) == hash(&numbers[0]), find(main)->key == 0);
    for (int i = 0; i < 10; i++)
        free(blocks[i]);
    return 0;
}
