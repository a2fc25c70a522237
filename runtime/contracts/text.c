/* Copies of texts: they must not overlap, nor leave the member that they are made to. */
#include <string.h>
#include "loci_contract.h"

/* Both in one object is what can overlap. */
static int overlaps(const char *target, const char *source, size_t size)
{
    return (source > target ? (size_t)(source - target) : (size_t)(target - source)) < size;
}

/* The end of what was copied: the zero. */
static char *copy(char *restrict target, const char *restrict source, size_t room, const char *complaint)
{
    size_t i = 0, length = __loci_index_before(source, 0, 0, SIZE_MAX);
    if (length != LOCI_NOT_KNOWN && length < __loci_room_for(target, source)) {
        if (length >= room) __loci_misuse(complaint);
        memcpy(target, source, length + 1);
        return target + length;
    }
    do {
        if (i == room) __loci_misuse(complaint);
        target[i] = source[i];
    } while (source[i++] != 0);
    if (overlaps(target, source, i)) __loci_misuse("overlap: a copy between overlapping texts");
    return target + i - 1;
}

char *strcpy(char *restrict target, const char *restrict source)
{
    copy(target, source, __loci_room(0), "member-overflow: strcpy writes past the end of a member");
    return target;
}

char *stpcpy(char *restrict target, const char *restrict source)
{
    return copy(target, source, __loci_room(0), "member-overflow: stpcpy writes past the end of a member");
}

char *strcat(char *restrict target, const char *restrict source)
{
    size_t room = __loci_room(0), length = strlen(target);
    if (room != SIZE_MAX) room = room > length ? room - length : 0;
    copy(target + length, source, room, "member-overflow: strcat writes past the end of a member");
    return target;
}

char *strncpy(char *restrict target, const char *restrict source, size_t count)
{
    size_t i = 0, length = __loci_index_before(source, 0, 0, SIZE_MAX);
    __loci_check_room(0, count, "strncpy");
    if (length != LOCI_NOT_KNOWN && count <= __loci_room_for(target, source)) {
        size_t copied = count < length ? count : length;
        memcpy(target, source, copied);
        memset(target + copied, 0, count - copied);
        return target;
    }
    for (; i < count && source[i] != '\0'; i++) target[i] = source[i];
    for (; i < count; i++) target[i] = '\0';
    return target;
}

char *strncat(char *restrict target, const char *restrict source, size_t count)
{
    size_t room = __loci_room(0), length = strlen(target), i = 0;
    do {
        if (length + i == room) __loci_misuse("member-overflow: strncat writes past the end of a member");
        target[length + i] = i < count ? source[i] : 0;
    } while (target[length + i++] != 0);
    return target;
}
