#include "base/resident.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

u64 resident_bytes(void) {
    char text[128];
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0) close(fd);
    if (length <= 0) return 0;
    text[length] = 0;
    char *at;
    strtoull(text, &at, 10); /* its whole size */
    u64 resident = strtoull(at, &at, 10), of_files = strtoull(at, NULL, 10);
    return (resident - MIN(of_files, resident)) * (u64)sysconf(_SC_PAGESIZE);
}
