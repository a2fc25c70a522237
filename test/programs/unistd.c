// unistd.h and friends: working directory, process facts, sysconf, uname, sleep of zero.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void)
{
    char before[4096], after[4096];
    printf("%d\n", getcwd(before, sizeof before) == before);
    mkdir("sub", 0755);
    printf("%d ", chdir("sub"));
    getcwd(after, sizeof after);
    printf("%s %d\n", strrchr(after, '/'), strncmp(before, after, strlen(before)));
    printf("%d ", chdir(".."));
    printf("%d\n", rmdir("sub"));
    printf("%d %d %d\n", getpid() > 0, getppid() > 0, getpid() == getpid());
    printf("%d %d\n", (int)getuid() >= 0, geteuid() == getuid());
    printf("%d %d\n", sysconf(_SC_PAGESIZE) >= 4096, (int)usleep(0));
    struct utsname name;
    printf("%d %s\n", uname(&name), name.sysname);
    printf("%d %d\n", isatty(0), (int)sleep(0));
    struct timeval tv;
    printf("%d %d\n", gettimeofday(&tv, NULL), tv.tv_usec < 1000000);
    printf("%d\n", symlink("target", "link.tmp"));
    char target[16] = "";
    printf("%d ", (int)readlink("link.tmp", target, sizeof target));
    printf("%s %d\n", target, unlink("link.tmp"));
    char *full = realpath(".", NULL);
    printf("%d\n", strcmp(full, before));
    free(full);
    char host[256];
    printf("%d\n", gethostname(host, sizeof host));
    return 0;
}
