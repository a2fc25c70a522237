/* String and memory functions on plain bytes. */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char from[64] = "a line of text that is neither long nor short", to[64], block[4096], copy[4096];
    unsigned long sum = 0;
    for (int i = 0; i < 200000; i++) {
        from[i % 8] = (char)('a' + i % 23);
        strcpy(to, from);
        sum += strcmp(to, from) == 0;
        sum += strlen(to);
        sum += (unsigned long)(strchr(to, 't') - to);
    }
    for (int i = 0; i < 2000; i++) {
        memset(block, i & 127, sizeof block);
        memcpy(copy, block, sizeof block);
        sum += memcmp(copy, block, sizeof block) == 0;
        sum += memchr(copy, 200, sizeof copy) == NULL;
    }
    printf("%lu\n", sum);
    return 0;
}
