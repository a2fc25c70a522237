// Less common parts of stdlib.h and friends.
#define _GNU_SOURCE
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    printf("%d %d\n", abs(-3), atoi("12"));
    printf("%s %ld\n", l64a(123456789), a64l("abc"));
    char name[] = "tmpXXXXXX";
    int fd = mkstemp(name);
    printf("%d %d\n", fd >= 0, strncmp(name, "tmp", 3));
    close(fd);
    printf("%d\n", unlink(name));
    char options[] = "size=10,fast,unknown=x", *rest = options, *value;
    char *const tokens[] = {"size", "fast", NULL};
    while (*rest) {
        int which = getsubopt(&rest, tokens, &value);
        printf("%d %s ", which, value ? value : "-");
    }
    printf("\n");
    char path1[] = "/usr/lib/x.so", path2[] = "/usr/lib/x.so", path3[] = "plain";
    printf("%s %s %s\n", dirname(path1), (basename)(path2), dirname(path3));
    char *text = secure_getenv("SURELY_NOT_SET");
    printf("%d\n", text == NULL);
    printf("%d %d %d\n", MB_CUR_MAX >= 1, EXIT_FAILURE, EXIT_SUCCESS);
    char digits[40];
    printf("%s\n", gcvt(3.25, 6, digits));
    int decimal, sign;
    printf("%s ", ecvt(-1234.5, 6, &decimal, &sign));
    printf("%d %d\n", decimal, sign);
    return 0;
}
