// open, read, write, lseek, close, unlink, stat, access, dup, pipe, ftruncate, directories.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    int fd = open("posix.tmp", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%d\n", fd >= 3);
    printf("%d\n", (int)write(fd, "0123456789", 10));
    printf("%d ", (int)lseek(fd, 3, SEEK_SET));
    char buffer[32] = "";
    printf("%d ", (int)read(fd, buffer, 4));
    printf("%s\n", buffer);
    printf("%d ", (int)lseek(fd, -2, SEEK_END));
    printf("%d ", (int)read(fd, buffer, 10));
    printf("%.2s ", buffer);
    printf("%d\n", (int)read(fd, buffer, 10));
    printf("%d ", (int)lseek(fd, 100, SEEK_SET));
    printf("%d\n", (int)write(fd, "end", 3));
    struct stat st;
    printf("%d ", fstat(fd, &st));
    printf("%d %d %o\n", (int)st.st_size, S_ISREG(st.st_mode), st.st_mode & 0600);
    printf("%d ", ftruncate(fd, 5));
    printf("%d\n", (int)lseek(fd, 0, SEEK_END));
    int copy = dup(fd);
    printf("%d ", (int)write(copy, "XY", 2));
    close(copy);
    printf("%d\n", (int)lseek(fd, 0, SEEK_CUR));
    close(fd);
    printf("%d ", (int)read(fd, buffer, 1));
    printf("%d\n", errno == EBADF);
    fd = open("posix.tmp", O_WRONLY | O_APPEND);
    write(fd, "!", 1);
    close(fd);
    fd = open("posix.tmp", O_RDONLY);
    printf("%d ", (int)pread(fd, buffer, 3, 4));
    buffer[3] = 0;
    printf("%s\n", buffer);
    close(fd);
    printf("%d %d\n", access("posix.tmp", F_OK), access("nothing.tmp", F_OK));
    printf("%d ", open("posix.tmp", O_CREAT | O_EXCL, 0600));
    printf("%d\n", errno == EEXIST);
    printf("%d ", mkdir("folder.tmp", 0755));
    printf("%d ", stat("folder.tmp", &st));
    printf("%d\n", S_ISDIR(st.st_mode));
    printf("%d\n", rename("posix.tmp", "folder.tmp/inside"));
    DIR *d = opendir("folder.tmp");
    int entries = 0, found = 0;
    for (struct dirent *e; (e = readdir(d));)
        entries++, found |= strcmp(e->d_name, "inside") == 0;
    closedir(d);
    printf("%d %d\n", entries, found);
    printf("%d ", rmdir("folder.tmp"));
    printf("%d\n", errno == ENOTEMPTY);
    printf("%d ", unlink("folder.tmp/inside"));
    printf("%d\n", rmdir("folder.tmp"));
    int ends[2];
    printf("%d ", pipe(ends));
    write(ends[1], "through", 7);
    close(ends[1]);
    int n = (int)read(ends[0], buffer, sizeof buffer);
    printf("%d %.*s ", n, n, buffer);
    printf("%d\n", (int)read(ends[0], buffer, sizeof buffer));
    close(ends[0]);
    fflush(stdout);
    write(STDOUT_FILENO, "direct\n", 7);
    printf("%d %d\n", isatty(0), getpid() > 0);
    return 0;
}
