// errno and strerror, perror.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    int numbers[] = {0, EPERM, ENOENT, EINTR, EIO, EBADF, ENOMEM, EACCES, EEXIST, ENOTDIR, EISDIR, EINVAL, EMFILE, ENOSPC, ESPIPE, EPIPE, EDOM, ERANGE, EILSEQ, EOVERFLOW, ENOSYS, ENOTEMPTY, ELOOP, 9999};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        printf("%d %s\n", numbers[i], strerror(numbers[i]));
    errno = 0;
    printf("%d ", open("/nonexistent/file", O_RDONLY));
    printf("%d\n", errno == ENOENT);
    printf("%d ", close(-1));
    printf("%d\n", errno == EBADF);
    printf("%d ", chdir("/nonexistent"));
    printf("%d\n", errno == ENOENT);
    errno = 0;
    printf("%d ", fopen("/", "w") == NULL);
    printf("%d\n", errno == EISDIR);
    errno = EDOM;
    perror("prefix");
    perror("");
    fprintf(stderr, "to stderr\n");
    int *e = &errno;
    *e = 5;
    printf("%d\n", errno);
    char buffer[64];
    printf("%s\n", strerror_r(ENOENT, buffer, sizeof buffer) ? "text" : buffer);
    return 0;
}
