/* Flags of descriptors, times and modes of files, and how many names a file has: what was set is what is told. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static int flags_of(int fd)
{
    return fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK);
}

static void descriptors(void)
{
    int fd = open("file", O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    printf("opened: %d, %d %d\n", fcntl(fd, F_GETFD), flags_of(fd) == O_RDWR, flags_of(0) == O_RDONLY || flags_of(0) == O_RDWR);
    printf("cleared: %d, %d\n", fcntl(fd, F_SETFD, 0), fcntl(fd, F_GETFD));
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 100), plain = fcntl(fd, F_DUPFD, 100), third = dup(copy);
    printf("copies: %d %d, %d %d %d\n", copy, plain, fcntl(copy, F_GETFD), fcntl(plain, F_GETFD), fcntl(third, F_GETFD));
    printf("append: %d", fcntl(fd, F_SETFL, O_APPEND));
    printf(" %d %d\n", flags_of(fd) == (O_RDWR | O_APPEND), flags_of(copy) == (O_RDWR | O_APPEND));
    write(fd, "one", 3);
    lseek(fd, 0, SEEK_SET);
    write(copy, "two", 3);
    printf("size: %d\n", (int)lseek(fd, 0, SEEK_END));
    printf("set: %d %d\n", fcntl(plain, F_SETFD, FD_CLOEXEC), fcntl(plain, F_GETFD));
    printf("dup3: %d %d, %d %d\n", dup3(fd, 50, O_CLOEXEC), fcntl(50, F_GETFD), dup3(fd, fd, 0), errno == EINVAL);
    printf("bad: %d %d, %d\n", fcntl(77, F_GETFD), errno == EBADF, fcntl(fd, F_DUPFD, -1));
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    printf("lock: %d", fcntl(fd, F_SETLK, &lock));
    printf(" %d %d\n", fcntl(fd, F_GETLK, &lock), lock.l_type == F_UNLCK);
}

static void pipes(void)
{
    int ends[2];
    char byte;
    printf("pipe2: %d", pipe2(ends, O_NONBLOCK | O_CLOEXEC));
    printf(" %d %d %d\n", fcntl(ends[0], F_GETFD), flags_of(ends[0]) == O_NONBLOCK, flags_of(ends[1]) == (O_WRONLY | O_NONBLOCK));
    int got = (int)read(ends[0], &byte, 1);
    printf("empty: %d %s\n", got, strerror(errno));
}

static void show_times(const char *what, const char *path)
{
    struct stat st;
    stat(path, &st);
    printf("%s: %ld.%09ld %ld.%09ld\n", what, (long)st.st_atim.tv_sec, st.st_atim.tv_nsec, (long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

static void times(void)
{
    struct timeval pair[2] = {{1000, 5}, {2000, 6}}, wrong[2] = {{1, 1000000}, {1, 0}};
    struct timespec exact[2] = {{3000, 7}, {4000, UTIME_OMIT}};
    struct stat st;
    int fd = open("file", O_RDWR);
    printf("%d ", utimes("file", pair)), show_times("utimes", "file");
    printf("%d ", utime("file", &(struct utimbuf){11, 12})), show_times("utime", "file");
    printf("%d ", futimens(fd, exact)), show_times("futimens", "file");
    printf("%d ", futimes(fd, pair)), show_times("futimes", "file");
    printf("%d ", utimensat(AT_FDCWD, "file", exact, 0)), show_times("utimensat", "file");
    printf("%d %d ", utimes("file", wrong), errno == EINVAL), printf("%d %d\n", utimes("none", pair), errno == ENOENT);
    write(fd, "x", 1);
    fstat(fd, &st);
    printf("written: %d\n", st.st_mtim.tv_sec > 100000);
    utimes("file", pair);
    utimes("file", NULL);
    stat("file", &st);
    printf("now: %d %d\n", st.st_mtim.tv_sec > 100000, st.st_atim.tv_sec > 100000);
    close(fd);
}

static void modes(void)
{
    struct stat st;
    mode_t before = umask(027);
    int fd = open("masked", O_CREAT | O_RDWR, 0777);
    fstat(fd, &st);
    printf("mask: %o\n", (unsigned)st.st_mode & 07777);
    printf("fchmod: %d", fchmod(fd, 0600));
    fstat(fd, &st);
    printf(" %o\n", (unsigned)st.st_mode & 07777);
    mkdir("folder", 0777);
    stat("folder", &st);
    printf("folder: %o, %o\n", (unsigned)st.st_mode & 0777, (unsigned)umask(before));
    link("masked", "second");
    stat("masked", &st);
    printf("names: %d", (int)st.st_nlink);
    unlink("masked");
    fstat(fd, &st);
    printf(" %d", (int)st.st_nlink);
    rename("second", "third");
    unlink("third");
    fstat(fd, &st);
    printf(" %d\n", (int)st.st_nlink);
    close(fd);
}

static void bytes_left(void)
{
    int fd = open("left", O_RDWR | O_CREAT | O_TRUNC, 0600), left = -1;
    if (write(fd, "hello", 5) != 5) return;
    for (int at = 0; at < 9; at += 4) {
        lseek(fd, at, SEEK_SET);
        int answer = ioctl(fd, FIONREAD, &left);
        printf("left: %d %d\n", answer, left);
    }
    close(fd);
    unlink("left");
}

int main(void)
{
    bytes_left();
    descriptors();
    pipes();
    times();
    modes();
    unlink("file");
    rmdir("folder");
    return 0;
}
