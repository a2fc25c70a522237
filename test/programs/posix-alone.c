/* What a process that is alone, and nobody's superuser, can ask for and do: groups, waiting for descriptors, other ends of
 * sockets, the end of its data, the entries of the user database. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

static void groups(void)
{
    printf("%d %d\n", getpgid(0) == getpgrp(), getpgid(getpid()) == getpgid(0));
    int pipes[2];
    if (pipe(pipes) != 0) return;
    printf("%d %d\n", tcgetpgrp(pipes[0]), errno == ENOTTY);
    printf("%d\n", setresuid((uid_t)-1, (uid_t)-1, (uid_t)-1));
    printf("%d %d\n", (int)recv(pipes[0], &pipes, 1, 0), errno == ENOTSOCK);
    close(pipes[0]);
    close(pipes[1]);
}

static void waiting(void)
{
    int file = open("/dev/null", O_RDWR);
    fd_set readable, writable, bad;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_ZERO(&bad);
    FD_SET(file, &readable);
    FD_SET(file, &writable);
    printf("%d\n", select(file + 1, &readable, &writable, NULL, NULL));
    FD_SET(file + 1, &bad);
    printf("%d %d\n", select(file + 2, &bad, NULL, NULL, NULL), errno == EBADF);
    struct pollfd ones[] = {{.fd = file, .events = POLLIN | POLLOUT}, {.fd = -1, .events = POLLIN}, {.fd = file + 1, .events = POLLIN}};
    printf("%d %d %d %d\n", poll(ones, 3, 0), ones[0].revents == (POLLIN | POLLOUT), ones[1].revents, ones[2].revents == POLLNVAL);
    close(file);
}

static void end_of_data(void)
{
    char *begin = sbrk(0);
    printf("%d\n", sbrk(4096) == begin);
    begin[0] = 1, begin[4095] = 2;
    printf("%d %d\n", sbrk(100) == begin + 4096, brk(begin + 8192));
    printf("%d %d\n", begin[8191], sbrk(-4096) == begin + 8192);
}

int main(void)
{
    char path[64];
    struct statvfs system;
    posix_spawn_file_actions_t actions;
    groups();
    waiting();
    end_of_data();
    printf("%d %s\n", (int)confstr(_CS_PATH, path, sizeof path), path);
    printf("%d %d\n", statvfs("/", &system), system.f_bsize > 0);
    printf("%d %d\n", posix_spawn_file_actions_init(&actions), posix_spawn_file_actions_destroy(&actions));
    setpwent();
    struct passwd *first = getpwent();
    printf("%s %d\n", first == NULL ? "nobody" : first->pw_name, first != NULL && first->pw_uid == 0);
    endpwent();
    return 0;
}
