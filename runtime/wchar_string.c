/* Wide strings: the functions of string.c on wchar_t. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] != L'\0') length++;
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t most)
{
    size_t length = 0;
    while (length < most && text[length] != L'\0') length++;
    return length;
}

wchar_t *wcscpy(wchar_t *restrict target, const wchar_t *restrict source)
{
    size_t i = 0;
    while ((target[i] = source[i]) != L'\0') i++;
    return target;
}

wchar_t *wcsncpy(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    size_t i = 0;
    for (; i < count && source[i] != L'\0'; i++) target[i] = source[i];
    for (; i < count; i++) target[i] = L'\0';
    return target;
}

wchar_t *wcpcpy(wchar_t *restrict target, const wchar_t *restrict source)
{
    while ((*target = *source++) != L'\0') target++;
    return target;
}

wchar_t *wcscat(wchar_t *restrict target, const wchar_t *restrict source)
{
    wcscpy(target + wcslen(target), source);
    return target;
}

wchar_t *wcsncat(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    wchar_t *end = target + wcslen(target);
    size_t i = 0;
    for (; i < count && source[i] != L'\0'; i++) end[i] = source[i];
    end[i] = L'\0';
    return target;
}

static int order(wchar_t left, wchar_t right)
{
    return (left > right) - (left < right);
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    size_t i = 0;
    while (left[i] != L'\0' && left[i] == right[i]) i++;
    return order(left[i], right[i]);
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i] || left[i] == L'\0') return order(left[i], right[i]);
    return 0;
}

static wchar_t lower(wchar_t c)
{
    return c >= L'A' && c <= L'Z' ? c - L'A' + L'a' : c;
}

int wcscasecmp(const wchar_t *left, const wchar_t *right)
{
    size_t i = 0;
    while (left[i] != L'\0' && lower(left[i]) == lower(right[i])) i++;
    return order(lower(left[i]), lower(right[i]));
}

int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lower(left[i]) != lower(right[i]) || left[i] == L'\0') return order(lower(left[i]), lower(right[i]));
    return 0;
}

int wcscoll(const wchar_t *left, const wchar_t *right)
{
    return wcscmp(left, right);
}

size_t wcsxfrm(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    size_t length = wcslen(source);
    for (size_t i = 0; i < count && i <= length; i++) target[i] = source[i];
    return length;
}

wchar_t *wcschr(const wchar_t *text, wchar_t wanted)
{
    for (;; text++) {
        if (*text == wanted) return (wchar_t *)text;
        if (*text == L'\0') return NULL;
    }
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted)
{
    const wchar_t *last = NULL;
    for (;; text++) {
        if (*text == wanted) last = text;
        if (*text == L'\0') return (wchar_t *)last;
    }
}

wchar_t *wcschrnul(const wchar_t *text, wchar_t wanted)
{
    while (*text != L'\0' && *text != wanted) text++;
    return (wchar_t *)text;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part)
{
    for (;; text++) {
        size_t i = 0;
        while (part[i] != L'\0' && text[i] == part[i]) i++;
        if (part[i] == L'\0') return (wchar_t *)text;
        if (text[i] == L'\0') return NULL;
    }
}

size_t wcsspn(const wchar_t *text, const wchar_t *accepted)
{
    size_t i = 0;
    while (text[i] != L'\0' && wcschr(accepted, text[i]) != NULL) i++;
    return i;
}

size_t wcscspn(const wchar_t *text, const wchar_t *rejected)
{
    size_t i = 0;
    while (text[i] != L'\0' && wcschr(rejected, text[i]) == NULL) i++;
    return i;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *accepted)
{
    text += wcscspn(text, accepted);
    return *text != L'\0' ? (wchar_t *)text : NULL;
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict rest)
{
    if (text == NULL) text = *rest;
    if (text == NULL) return NULL;
    text += wcsspn(text, separators);
    if (*text == L'\0') {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = text + wcscspn(text, separators);
    *rest = *end != L'\0' ? end + 1 : NULL;
    *end = L'\0';
    return text;
}

wchar_t *wcsdup(const wchar_t *text)
{
    size_t size = (wcslen(text) + 1) * sizeof *text;
    wchar_t *copy = malloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

wchar_t *wmemcpy(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    return memcpy(target, source, count * sizeof *target);
}

wchar_t *wmemmove(wchar_t *target, const wchar_t *source, size_t count)
{
    return memmove(target, source, count * sizeof *target);
}

wchar_t *wmempcpy(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    memcpy(target, source, count * sizeof *target);
    return target + count;
}

wchar_t *wmemset(wchar_t *target, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) target[i] = value;
    return target;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i]) return order(left[i], right[i]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (block[i] == wanted) return (wchar_t *)block + i;
    return NULL;
}
