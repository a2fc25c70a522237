/* strcpy and strcat: their texts must not overlap. */
#include <string.h>
#include "loci_contract.h"

/* Both in one object is what can overlap. */
static int overlaps(const char *target, const char *source, size_t size)
{
    return (source > target ? (size_t)(source - target) : (size_t)(target - source)) < size;
}

char *strcpy(char *restrict target, const char *restrict source)
{
    size_t i = 0;
    do target[i] = source[i];
    while (source[i++] != 0);
    if (overlaps(target, source, i)) __loci_misuse("overlap: strcpy between overlapping texts");
    return target;
}

char *strcat(char *restrict target, const char *restrict source)
{
    char *end = target;
    while (*end != 0) end++;
    strcpy(end, source);
    return target;
}
