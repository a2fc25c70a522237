// The C locale: setlocale, localeconv.
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    printf("%s\n", setlocale(LC_ALL, NULL));
    printf("%s %s\n", setlocale(LC_ALL, "C"), setlocale(LC_NUMERIC, "POSIX") ? "posix" : "none");
    printf("%d\n", setlocale(LC_ALL, "no_SUCH.locale") == NULL);
    struct lconv *l = localeconv();
    printf("[%s][%s][%s][%s]\n", l->decimal_point, l->thousands_sep, l->currency_symbol, l->negative_sign);
    printf("%d %d\n", l->frac_digits == 127, (int)strlen(l->grouping));
    printf("%s\n", setlocale(LC_CTYPE, ""));
    return 0;
}
