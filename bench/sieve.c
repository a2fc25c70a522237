// The sieve of Eratosthenes on a global array of bytes.
#include <stdio.h>

#define LIMIT 1600000
static char composite[LIMIT + 1];

int main(void)
{
    int count = 0;
    for (int i = 2; i <= LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i + i; j <= LIMIT; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    return 0;
}
