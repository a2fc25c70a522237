// wchar.h and wctype.h in the C locale.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    wchar_t a[32] = L"wide", b[32];
    printf("%d %d\n", (int)wcslen(a), (int)wcsnlen(a, 2));
    wcscpy(b, a), wcscat(b, L" text"), wcsncat(b, L"!!!", 1);
    printf("%ls\n", b);
    printf("%d %d %d\n", sign(wcscmp(a, b)), sign(wcsncmp(a, b, 4)), sign(wcscmp(L"b", L"a")));
    printf("%d %d %d\n", (int)(wcschr(b, L't') - b), (int)(wcsrchr(b, L't') - b), (int)(wcsstr(b, L"tex") - b));
    printf("%d %d %ls\n", (int)wcsspn(b, L"wid"), (int)wcscspn(b, L" "), wcspbrk(b, L"xyz"));
    wmemset(b, L'x', 5), wmemcpy(b + 2, L"AB", 2), b[5] = 0;
    printf("%ls %d\n", b, sign(wmemcmp(b, L"xxAB", 4)));
    wmemmove(b + 1, b, 4);
    printf("%ls %d\n", b, (int)(wmemchr(b, L'A', 5) - b));
    wchar_t *state, list[] = L"a,b;c";
    for (wchar_t *t = wcstok(list, L",;", &state); t; t = wcstok(NULL, L",;", &state))
        printf("[%ls]", t);
    printf("\n");
    wchar_t *end;
    printf("%ld ", wcstol(L"123abc", &end, 10));
    printf("%ls %g %llu\n", end, wcstod(L"2.5e1", NULL), wcstoull(L"ff", NULL, 16));
    char bytes[32];
    printf("%d\n", (int)wcstombs(bytes, L"narrow", sizeof bytes));
    printf("%s ", bytes);
    printf("%d\n", (int)mbstowcs(b, "to wide", 32));
    printf("%d ", mbtowc(b, "q", 1));
    printf("%ls %d\n", b, wctomb(bytes, L'z'));
    mbstate_t shift;
    memset(&shift, 0, sizeof shift);
    wchar_t one;
    printf("%d ", (int)mbrtowc(&one, "k", 1, &shift));
    printf("%d\n", one == L'k');
    printf("%d %d %d\n", (int)mbrlen("x", 1, &shift), (int)wcrtomb(bytes, L'm', &shift), mblen("y", 1));
    printf("%d %d %d %d\n", !!iswalpha(L'a'), !!iswdigit(L'a'), !!iswspace(L' '), !!iswupper(L'A'));
    printf("%lc %lc %d\n", towupper(L'a'), towlower(L'Z'), !!iswctype(L'5', wctype("digit")));
    int n = swprintf(b, 32, L"%d-%ls-%s", 42, L"w", "n");
    printf("%d %ls\n", n, b);
    int v;
    n = swscanf(L"77 word", L"%d %ls", &v, b);
    printf("%d %d %ls\n", n, v, b);
    wchar_t *copy = wcsdup(L"copy");
    printf("%ls %d\n", copy, btowc('a') == L'a');
    free(copy);
    printf("%d %d\n", wctob(L'b'), wctob(0x20ac));
    return 0;
}
