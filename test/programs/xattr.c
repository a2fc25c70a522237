// Extended attributes where there are none; futimesat.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>

static void show(const char *what, long answer)
{
    printf("%s %ld %d\n", what, answer, answer < 0 ? errno : 0);
}

int main(void)
{
    static const char *const paths[] = {"/proc/self/status", "/proc/nothing"};
    char value[10];
    for (int i = 0; i < 2; i++) {
        show("get", getxattr(paths[i], "user.a", value, sizeof value));
        show("lget", lgetxattr(paths[i], "user.a", value, sizeof value));
        show("list", listxattr(paths[i], value, sizeof value));
        show("llist", llistxattr(paths[i], NULL, 0));
    }
    show("fget", fgetxattr(-1, "user.a", value, sizeof value));
    show("flist", flistxattr(-1, value, sizeof value));
    show("fset", fsetxattr(-1, "user.a", "x", 1, 0));
    show("remove", removexattr("/proc/nothing", "user.a"));
    int fd = open("file", O_CREAT | O_RDWR, 0600);
    struct timeval times[2] = {{1000, 2000}, {3000, 4000}};
    struct stat status;
    show("at", futimesat(AT_FDCWD, "file", times));
    stat("file", &status);
    printf("%ld %ld\n", (long)status.st_atime, (long)status.st_mtime);
    times[1].tv_usec = 1000000;
    show("wrong", futimesat(AT_FDCWD, "file", times));
    times[1].tv_usec = 0;
    times[1].tv_sec = 77;
    show("open", futimesat(fd, NULL, times));
    stat("file", &status);
    printf("%ld\n", (long)status.st_mtime);
    show("now", futimesat(AT_FDCWD, "file", NULL));
    show("none", futimesat(AT_FDCWD, "nothing", times));
    close(fd);
    unlink("file");
    return 0;
}
