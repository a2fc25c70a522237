#include "base/resident.h"

#include <fcntl.h>
#ifdef LOCI_TCMALLOC
#include <gperftools/malloc_extension_c.h>
#else
#include <malloc.h>
#endif
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

#ifdef LOCI_TCMALLOC
u64 resident_heap_bytes(void) {
    size_t bytes = 0;
    MallocExtension_GetNumericProperty("generic.current_allocated_bytes", &bytes);
    return bytes;
}

void resident_give_back(void) { MallocExtension_ReleaseFreeMemory(); }
#else
u64 resident_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void resident_give_back(void) { malloc_trim(0); }
#endif
