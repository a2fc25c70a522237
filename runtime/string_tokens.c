/* Splitting a string in place: strtok, strtok_r, strsep. */
#define _GNU_SOURCE
#include <string.h>

static char *next_token(char *text, const char *separators, char **rest)
{
    if (text == NULL) text = *rest;
    if (text == NULL) return NULL;
    text += strspn(text, separators);
    if (*text == '\0') {
        *rest = text;
        return NULL;
    }
    char *end = text + strcspn(text, separators);
    if (*end != '\0') *end++ = '\0';
    *rest = end;
    return text;
}

char *strtok(char *restrict text, const char *restrict separators)
{
    static char *rest;
    return next_token(text, separators, &rest);
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest)
{
    return next_token(text, separators, rest);
}

char *__strtok_r(char *restrict text, const char *restrict separators, char **restrict rest)
{
    return next_token(text, separators, rest);
}

/* Unlike strtok, adjacent separators delimit empty fields. */
static char *next_field(char **text, const char *separators)
{
    char *start = *text;
    if (start == NULL) return NULL;
    char *end = start + strcspn(start, separators);
    if (*end != '\0') {
        *end = '\0';
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return start;
}

char *strsep(char **restrict text, const char *restrict separators)
{
    return next_field(text, separators);
}

char *__strsep(char **restrict text, const char *restrict separators);
char *__strsep(char **restrict text, const char *restrict separators)
{
    return next_field(text, separators);
}
