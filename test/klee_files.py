"""Symbolic files as KLEE's POSIX runtime has them: what stat tells of them is symbolic too (--sym-stat)."""
import json
import os

import common
from klee_meaning import Folder, write_test
from klee_words import what_is_wrong

STATUS = r"""
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    struct stat status;
    if (stat("A", &status)) return 20;
    klee_assert(status.st_size == 4 && !S_ISDIR(status.st_mode) && !S_ISLNK(status.st_mode) && status.st_nlink > 0);
    klee_assert(status.st_mtim.tv_nsec < 1000000000);
    if (S_ISFIFO(status.st_mode)) {
        int fifo = open("A", O_RDONLY);
        if (fifo < 0) return 1;
        klee_assert(lseek(fifo, 0, SEEK_SET) == -1 && errno == ESPIPE);
        return 2;
    }
    if (!(status.st_mode & 0444)) {
        klee_assert(open("A", O_RDONLY) == -1 && errno == EACCES && access("A", R_OK) == -1);
        return 3;
    }
    if (status.st_mode & S_ISUID) return 4;
    if (status.st_uid == 0) return 5;
    if (status.st_mtime > status.st_atime) return 6;
    klee_assert(chmod("A", 0640) == 0 && stat("A", &status) == 0 && (status.st_mode & 07777) == 0640);
    return 0;
}
"""


def statuses(folder, out="out"):
    return sorted(folder.command("exec", "--test=" + test, "p.c").status for test in folder.tests(out))


def symbolic_status(loci):
    with Folder(loci, STATUS) as folder:
        report, _ = folder.run("--sym-stat", "--sym-files", "1", "4")
        assert report["complete"] and not report["bugs"] and report["paths"] == 7, report
        assert sorted(set(statuses(folder))) == [0, 1, 2, 3, 4, 5, 6], statuses(folder)
        assert all(len(folder.objects(test)["A_data_stat"]) == 144 for test in folder.tests())
        plain, _ = folder.run("--sym-files", "1", "4", out="plain")
        assert plain["complete"] and plain["paths"] == 1 and "A_data_stat" not in folder.objects(folder.tests("plain")[0])


def tests_are_usual_where_they_can_be(loci):
    """Preferred is what a file usually is: only the path of fifos has one, and cannot be replayed natively."""
    with Folder(loci, STATUS) as folder:
        folder.run("--sym-stat", "--sym-files", "1", "4")
        for test in folder.tests():
            mode = int.from_bytes(folder.objects(test)["A_data_stat"][24:28], "little")
            status = folder.command("exec", "--test=" + test, "p.c").status
            assert (mode & 0o170000 == 0o010000) == (status in (1, 2)), (status, oct(mode))
            refused = folder.command("replay", test, "p.c")
            assert status not in (1, 2, 3) or (refused.status == 2 and b"--sym-stat" in refused.err), (status, refused.err)


def standard_input(loci):
    source = "#include <stdio.h>\n#include <sys/stat.h>\nint main(void) { struct stat s; if (fstat(0, &s)) return 9; if (!S_ISCHR(s.st_mode)) return 0; putchar('c'); return 1; }"
    with Folder(loci, source) as folder:
        report, _ = folder.run("--sym-stat", "--sym-stdin", "2")
        assert report["complete"] and report["paths"] == 2 and statuses(folder) == [0, 1], report
        assert all("stdin_stat" in folder.objects(test) for test in folder.tests())


def tests_of_klee(loci):
    """A test that KLEE made has such objects; what they say is what stat tells, whatever the type of the file."""
    source = "#include <sys/stat.h>\nint main(void) { struct stat s; if (stat(\"A\", &s)) return 9; return S_ISDIR(s.st_mode) ? 7 : 0; }"
    with Folder(loci, source) as folder:
        status = bytearray(144)
        status[8] = 3
        status[24:28] = (0o040755).to_bytes(4, "little")
        test = os.path.join(folder.path, "klee.ktest")
        write_test(test, [("A_data", b"1234"), ("A_data_stat", bytes(status)), ("model_version", b"\1\0\0\0")])
        assert folder.command("exec", "--test=" + test, "p.c").status == 7


KIND = r"""
#include <errno.h>
#include <klee/klee.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    struct stat s;
    char b[4];
    if (fstat(0, &s)) return 9;
    int is_pipe = S_ISFIFO(s.st_mode);
    klee_assert(S_ISREG(s.st_mode) || is_pipe);
    klee_assert(s.st_size == (is_pipe ? 0 : 4));
    klee_assert((lseek(0, 0, SEEK_CUR) == -1 && errno == ESPIPE) == is_pipe);
    void *map = mmap(0, 4, PROT_READ, MAP_PRIVATE, 0, 0);
    klee_assert((map == MAP_FAILED) == is_pipe);
    if (map != MAP_FAILED) munmap(map, 4);
    klee_assert(read(0, b, 4) == 4 && read(0, b, 4) == 0);
    if (memcmp(b, "pipe", 4) == 0) return is_pipe ? 3 : 2;
    return is_pipe;
}
"""


def kind_of_standard_input(loci):
    """A file or a pipe, where the program looks; tests replay as what they say, natively too."""
    with Folder(loci, KIND) as folder:
        report, _ = folder.run("--sym-stdin", "4")
        assert report["complete"] and not report["bugs"] and set(statuses(folder)) == {0, 1, 2, 3}, report
        one_a_status = {folder.command("exec", "--test=" + test, "p.c").status: test for test in folder.tests()}
        for status, test in one_a_status.items():
            assert folder.command("replay", test, "p.c").status == status, test
        report, _ = folder.run("--sym-stdin", "4", "--stdin-kind=file", out="file")
        assert set(statuses(folder, "file")) == {0, 2}, report
        assert "'--stdin-kind=tape': any or file" in folder.fails("p.c", "--stdin-kind=tape")
    with Folder(loci, "#include <unistd.h>\nint main(void) { char c; return read(0, &c, 1) == 1 && c == 'x'; }") as folder:
        report, _ = folder.run("--sym-stdin", "1")
        assert report["complete"] and all("stdin_pipe" not in folder.objects(test) for test in folder.tests()), report


def a_name_may_be_a_folder(loci):
    source = """#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
int main(int argc, char **argv) {
    char c;
    int fd = open(argv[1], O_RDONLY);
    return fd < 0 ? 1 : read(fd, &c, 1) < 0 && errno == EISDIR ? 2 : 0;
}
"""
    with Folder(loci, source) as folder:
        report, _ = folder.run("--sym-args", "1", "1", "2")
        assert 2 in statuses(folder) and 1 in statuses(folder) and not report["complete"], report


WATCH = r"""
#include <errno.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>
int main(void) {
    char buffer[512];
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    int a = inotify_add_watch(fd, "/", IN_CREATE), b = inotify_add_watch(fd, "/usr", IN_MODIFY);
    printf("%d %d %d\n", a, b, inotify_add_watch(fd, "/", IN_MODIFY));
    int missing = inotify_add_watch(fd, "/nowhere/at/all", IN_MODIFY);
    printf("%d %d\n", missing, errno == ENOENT);
    int empty = inotify_add_watch(fd, "/", 0);
    printf("%d %d\n", empty, errno == EINVAL);
    printf("%d %d\n", inotify_rm_watch(fd, b), inotify_rm_watch(fd, 77));
    printf("%ld\n", (long)read(fd, buffer, sizeof buffer));
    printf("%d\n", close(fd));
    return 0;
}
"""


def watching_files(loci):
    """inotify answers as natively; that nothing changes meanwhile is said, and a run is not complete."""
    with Folder(loci, WATCH) as folder:
        native = common.run(["sh", "-c", "clang-19 -w p.c -o p && ./p"], cwd=folder.path)
        assert folder.command("exec", "p.c").out == native.out and native.out.startswith(b"1 2 1"), native.out
        report, said = folder.run()
        assert not report["complete"] and "'inotify' tells of no changes" in json.dumps(report) + said, report


KIND_OF_DISK = r"""
#include <linux/magic.h>
#include <stdio.h>
#include <sys/vfs.h>
#include <unistd.h>
int main(void) {
    struct statfs disk, pipes;
    int ends[2];
    pipe(ends);
    printf("%d %d %d\n", statfs("p.c", &disk), disk.f_type != 0, disk.f_type != PIPEFS_MAGIC);
    printf("%d %d\n", fstatfs(ends[0], &pipes), pipes.f_type == PIPEFS_MAGIC);
    return 0;
}
"""


def files_are_on_a_disk(loci):
    """What statfs tells is the type of a file system that programs know as one of this machine, for files and for pipes."""
    with Folder(loci, KIND_OF_DISK) as folder:
        native = common.run(["sh", "-c", "clang-19 -w p.c -o p && ./p"], cwd=folder.path)
        assert folder.command("exec", "p.c").out == native.out == b"0 1 1\n0 1\n", native.out


CHECKS = [files_are_on_a_disk, kind_of_standard_input, a_name_may_be_a_folder, watching_files, symbolic_status, tests_are_usual_where_they_can_be, standard_input, tests_of_klee]


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for check in CHECKS:
        yield check.__name__.replace("_", "-"), lambda check=check: what_is_wrong(check)(loci)
