"""Symbolic files as KLEE's POSIX runtime has them: what stat tells of them is symbolic too (--sym-stat)."""
import os

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


CHECKS = [symbolic_status, tests_are_usual_where_they_can_be, standard_input, tests_of_klee]


def tests(loci):
    """(name, function that returns what is wrong), for test/run.py."""
    for check in CHECKS:
        yield check.__name__.replace("_", "-"), lambda check=check: what_is_wrong(check)(loci)
