// files relative to a folder, maps of files, copies between descriptors, limits, byte order
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static void folder(void)
{
    struct stat status;
    struct statx more;
    char target[32] = "";
    printf("%d ", mkdirat(AT_FDCWD, "box", 0755));
    int box = open("box", O_RDONLY | O_DIRECTORY);
    int file = openat(box, "file", O_CREAT | O_RDWR, 0644);
    printf("%d ", (int)write(file, "hello, box\n", 11));
    printf("%d %d ", fchmod(file, 0600), fstatat(box, "file", &status, 0));
    printf("%o %d ", status.st_mode & 0777u, (int)status.st_size);
    printf("%d %d ", statx(box, "file", 0, STATX_SIZE, &more), (int)more.stx_size);
    printf("%d ", symlinkat("file", box, "link"));
    printf("%d %s ", (int)readlinkat(box, "link", target, sizeof target - 1), target);
    printf("%d ", fstatat(box, "link", &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode));
    printf("%d %d ", linkat(box, "file", box, "twin", 0), faccessat(box, "twin", R_OK, 0));
    printf("%d %d ", renameat(box, "twin", AT_FDCWD, "out"), access("out", F_OK));
    int refused = renameat2(AT_FDCWD, "out", box, "file", RENAME_NOREPLACE);
    printf("%d %d ", refused, refused < 0 && errno == EEXIST);
    printf("%d %d\n", openat(box, "none", O_RDONLY), errno == ENOENT);
    printf("%d %d ", fchdir(box), access("file", F_OK));
    printf("%d ", chdir(".."));
    printf("%d %d %d ", unlinkat(box, "link", 0), unlinkat(box, "file", 0), unlinkat(AT_FDCWD, "box", AT_REMOVEDIR));
    printf("%d %d %d\n", fchown(file, (uid_t)-1, (gid_t)-1), posix_fadvise(file, 0, 0, POSIX_FADV_NORMAL), posix_fadvise(99, 0, 0, 0));
    close(file);
    close(box);
}

static void maps(void)
{
    int file = open("out", O_RDWR);
    char *bytes = mmap(NULL, 11, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    printf("%.11s", bytes);
    bytes[0] = 'J';
    printf("%.11s%d ", bytes, bytes[11]);
    printf("%d ", munmap(bytes, 11));
    int *numbers = mmap(NULL, 10000 * sizeof(int), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 10000; i++) numbers[i] += i;
    printf("%d %d ", numbers[9999], munmap(numbers, 10000 * sizeof(int)));
    int bad = mmap(NULL, 0, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED && errno == EINVAL;
    printf("%d\n", bad);
    int copy = open("copy", O_CREAT | O_RDWR, 0644);
    off_t from = 7;
    loff_t first = 0, second = 1;
    printf("%d %d ", (int)sendfile(copy, file, &from, 100), (int)from);
    printf("%d %d %d ", (int)copy_file_range(file, &first, copy, &second, 3, 0), (int)first, (int)second);
    char text[32] = "";
    int count = (int)pread(copy, text, sizeof text - 1, 0);
    printf("%d %s", count, text);
    close(copy);
    close(file);
    unlink("copy");
    unlink("out");
}

int main(void)
{
    struct termios settings;
    unsigned char random[16];
    folder();
    maps();
    printf("%ld %ld %ld\n", pathconf("/", _PC_NAME_MAX), pathconf("/", _PC_PATH_MAX), fpathconf(0, _PC_PIPE_BUF));
    printf("%x %x %x %x\n", htonl(0x12345678), ntohl(0x12345678), htons(0x1234), ntohs(0xff));
    volatile uint32_t number = 0xa0b0c0d0;
    volatile uint16_t half = 0xa0b0;
    printf("%x %x\n", htonl(number), htons(half));
    printf("%s ", getgrgid(0)->gr_name);
    printf("%d\n", getgrnam("no such group") == NULL);
    printf("%d %d\n", tcgetattr(0, &settings), errno == ENOTTY);
    printf("%d %d\n", (int)getrandom(random, sizeof random, 0), getentropy(random, 8));
    return 0;
}
