"""Small programs and what `loci run` must say of them, for test/findings.py.

Each is run in both data models: the kinds of its bugs, the status, whether the run is complete, and parts of what is said
about bugs and about what was not seen. The test of each bug must show it again in `loci exec --test`; with `native` the
native program of 64 bits must show it too.
"""

HEADERS = """#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
static volatile int seen;
static void handler(int number) { seen = number; }
#define CHECK(condition) do { if (!(condition)) abort(); } while (0)
"""


class Verdict:
    def __init__(self, name, source, bugs=(), complete=True, says=(), flags=(), exec_flags=(), native=False, status=None):
        """source: the program, or the body of its main, where x is symbolic."""
        self.name, self.bugs, self.complete, self.native = name, list(bugs), complete, native
        self.source = source if "main(" in source else HEADERS + "int main(void) { int x = klee_int(\"x\"); (void)x;\n%s\nreturn 0; }\n" % source
        self.says, self.flags, self.exec_flags = list(says), list(flags), list(exec_flags)
        self.status = status if status is not None else 1 if self.bugs else 0 if complete else 3


FIGURE_2 = """#include <assert.h>
#include <klee/klee.h>
int a, other;
int main(void) {
    int x = klee_int("x");
    int *b = x ? &a : &other;
    *b = 0xffff;
    a = 0xffff;
    char *c = (char *)(x ? b : &a);
    *c = 0x0;
    assert(a != 0xffff);
    return 0;
}
"""

GROUPS = """#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
struct __attribute__((packed)) odd { char tag; int key; short size; char *text; };
struct row { int key, cells[2]; };
static struct odd odds[3];
static struct row rows[4];
static char texts[3][4];
int main(void) {
    unsigned char i = klee_range(0, 3, "i"), k = klee_range(0, 4, "k"), c = klee_range(0, 2, "c");
    for (int n = 0; n < 3; n++) odds[n] = (struct odd){'a' + n, n, 10 * n, texts[n]};
    for (int n = 0; n < 4; n++) rows[n].key = n;
    odds[i].key = 100;
    odds[i].text[c] = 'x';
    rows[k].cells[c] = odds[k % 3].key;
    struct row copy = rows[k];
    memset(&odds[k % 3].size, 0, sizeof(short));
    if (copy.cells[c] == 100 && k == 3 && odds[0].size == 0 && odds[2].size == 20) abort();
    if (texts[1][1] == 'x' && rows[1].cells[1] == 100) abort();
    struct row *fresh[2] = {malloc(sizeof copy), calloc(1, sizeof copy)};
    *fresh[i & 1] = copy;
    fresh[c]->key += 5;
    if (fresh[1]->key == 8 && odds[i].tag == 'b') abort();
    free(fresh[0]);
    free(fresh[1]);
    return 0;
}
"""


VERDICTS = [
    # Every way to be killed by a signal is a bug, as abort is.
    Verdict("signal-fatal", """switch (x) {
        case 1: __builtin_trap();
        case 2: raise(SIGSEGV); break;
        case 3: kill(getpid(), SIGTERM); break;
        case 4: raise(SIGABRT); break;
        case 5: killpg(getpgrp(), SIGFPE); break;
        case 6: alarm(1); sleep(5); break;
        case 7: { int ends[2]; pipe(ends); close(ends[0]); write(ends[1], "x", 1); break; }
        case 8: pthread_kill(pthread_self(), 40); break; }""",
            bugs=["trap", "abort"] + ["fatal-signal"] * 6, native=True,
            says=["the program traps", "killed by SIGSEGV", "killed by SIGTERM", "killed by SIGABRT", "killed by SIGFPE", "killed by SIGALRM",
                  "killed by SIGPIPE", "killed by signal 40"]),
    Verdict("signal-handled", """signal(SIGSEGV, handler);
        raise(SIGSEGV); CHECK(seen == SIGSEGV);
        struct sigaction action = {.sa_handler = handler};
        sigaction(SIGTERM, &action, NULL);
        kill(getpid(), SIGTERM); CHECK(seen == SIGTERM);
        signal(SIGTERM, SIG_IGN);
        kill(0, SIGTERM);
        raise(SIGCHLD);
        CHECK(kill(getpid(), 0) == 0 && kill(1, SIGTERM) == -1 && errno == EPERM && kill(getpid(), 99) == -1 && errno == EINVAL);
        if (x == 7) { signal(SIGSEGV, SIG_DFL); raise(SIGSEGV); }""", bugs=["fatal-signal"], says=["SIGSEGV"]),
    Verdict("signal-blocked", """sigset_t set, none; int taken;
        sigemptyset(&set); sigemptyset(&none);
        sigaddset(&set, SIGUSR1);
        sigprocmask(SIG_BLOCK, &set, NULL);
        raise(SIGUSR1);
        CHECK(sigwait(&set, &taken) == 0 && taken == SIGUSR1);
        raise(SIGUSR1);
        if (x) sigprocmask(SIG_SETMASK, &none, NULL);""", bugs=["fatal-signal"], says=["SIGUSR1"]),
    Verdict("signal-in-handler", HEADERS + """static char order[8]; static int count;
        static void note(int number) { order[count++] = number == SIGUSR2 ? '2' : '1'; if (number == SIGUSR2) { raise(SIGUSR1); order[count++] = 'e'; } }
        int main(void) { struct sigaction action = {.sa_handler = note};
        sigaddset(&action.sa_mask, SIGUSR1);
        sigaction(SIGUSR2, &action, NULL); signal(SIGUSR1, note);
        raise(SIGUSR2);
        CHECK(strcmp(order, "2e1") == 0); return 0; }"""),
    Verdict("signal-alarm", """signal(SIGALRM, handler);
        CHECK(alarm(10) == 0 && alarm(2) == 10);
        CHECK(sleep(5) == 3 && seen == SIGALRM);
        alarm(1); CHECK(pause() == -1 && errno == EINTR);
        struct timespec wanted = {3, 0}, left;
        alarm(1); CHECK(nanosleep(&wanted, &left) == -1 && errno == EINTR && left.tv_sec <= 2);
        alarm(1); alarm(0); CHECK(sleep(3) == 0);"""),
    Verdict("signal-any", "if (x >= 9 && x <= 11) raise(x);", bugs=["fatal-signal"] * 3, says=["SIGKILL", "SIGUSR1", "SIGSEGV"]),
    Verdict("signal-nobody-sends", "if (x) pause(); else raise(SIGSTOP);", complete=False, says=["waits for a signal", "stops itself"]),

    # Nothing was run to its end: that is no proof of anything.
    Verdict("vacuous", "klee_assume(x > 5); klee_assume(x < 3); abort();", complete=False, says=["vacuous"]),
    Verdict("vacuous-on-every-path", "klee_assume(x > 5); if (x & 1) klee_assume(x < 3); else klee_assume(x < 2);", complete=False, says=["vacuous"]),
    Verdict("vacuous-constant", "klee_assume(0);", complete=False, says=["vacuous"]),
    Verdict("vacuous-in-part", "if (x & 1) klee_assume(x < 3 && x > 5);"),

    # Symbols of inputs differ whatever the inputs are called.
    Verdict("names-of-bytes", """char a[3]; unsigned char b, c[3], d[3];
        klee_make_symbolic(a, sizeof a, "a"); klee_make_symbolic(&b, 1, "a[0]"); klee_make_symbolic(c, sizeof c, "a["); klee_make_symbolic(d, sizeof d, "a|[x5b]");
        if (a[0] == 1 && b == 2 && c[0] == 3 && d[0] == 4) abort();""", bugs=["abort"], native=True),
    Verdict("names-that-are-long", """char a[3], b[3]; char name[301]; memset(name, 'n', 300); name[300] = 0;
        klee_make_symbolic(a, sizeof a, name); name[299] = 'm'; klee_make_symbolic(b, sizeof b, name);
        if (a[0] == 1 && b[0] == 2) abort();""", bugs=["abort"]),
    Verdict("names-like-undefined", """int y; klee_make_symbolic(&y, sizeof y, "undefined#0"); if (y == 3 && x == 4) abort();""", bugs=["abort"]),

    # A test has every input that is there, whether or not its bytes were read.
    Verdict("inputs-asked-about", """struct stat st;
        switch (x) {
        case 1: fstat(0, &st); if (st.st_size == 3) abort(); break;
        case 2: if (stat("A", &st) == 0 && st.st_size == 5) abort(); break;
        case 3: if (access("A", R_OK) == 0) abort(); break;
        case 4: if (lseek(0, 0, SEEK_END) == 3) abort(); break;
        case 5: if (open("A", O_WRONLY | O_TRUNC) >= 0) abort(); break;
        case 6: if (unlink("B") == 0) abort(); break;
        case 7: { FILE *f = fopen("A", "r"); if (f) abort(); break; }
        case 8: if (getchar() == 'q') abort(); break; }""", bugs=["abort"] * 8, flags=["--sym-stdin=3", "--sym-file=A=5,B=2"], native=True),

    # The library does what it says, or says that it does not.
    Verdict("unmodelled-system", "if (x == 3 && system(\"true\") != 0) return 1;", complete=False, says=["p.c:", "'system' runs no command"]),
    Verdict("unmodelled-popen", "FILE *f = x ? popen(\"true\", \"r\") : NULL; if (f) abort();", complete=False, says=["'popen' runs no command"]),
    Verdict("unmodelled-limit", "struct rlimit l = {5, 6}; CHECK(setrlimit(RLIMIT_NOFILE, &l) == 0 && getrlimit(RLIMIT_NOFILE, &l) == 0 && l.rlim_cur == 5);",
            complete=False, says=["'setrlimit'"]),
    Verdict("limit-of-core-files", "struct rlimit l = {0, 0}; CHECK(setrlimit(RLIMIT_CORE, &l) == 0 && getrlimit(RLIMIT_CORE, &l) == 0 && l.rlim_max == 0);"),
    Verdict("niceness", "CHECK(nice(3) == 3 && getpriority(PRIO_PROCESS, 0) == 3 && nice(-1) == -1 && errno == EPERM);"),
    Verdict("unmodelled-maps", """char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (x == 1) munmap(p, 4096); if (x == 2) mprotect(p, 4096, PROT_READ); if (x == 3) madvise(p, 8192, MADV_DONTNEED);
        if (x == 4) ioctl(0, FIOASYNC, &x); if (x == 5) fcntl(0, F_SETOWN, 1); munmap(p, 8192);""", complete=False, flags=["--no-leaks"],
            says=["'munmap' of a part", "'mprotect' of a part", "'madvise'", "'ioctl'", "'fcntl'"]),
    Verdict("map-is-constant", """char *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (x == 1) p[0] = 1; mprotect(p, 4096, PROT_READ | PROT_WRITE); p[5] = 2; CHECK(p[5] == 2); mprotect(p, 4096, PROT_READ);
        if (x == 2) p[x] = 1; if (x == 3) { mprotect(p, 4096, PROT_READ | PROT_WRITE); p[7] = 1; } munmap(p, 4096);""",
            bugs=["write-to-constant"] * 2),
    Verdict("waits-for-ever", """sem_t s; sem_init(&s, 0, 1); sem_wait(&s); pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);
        int ends[2]; char c; pipe(ends);
        if (x == 1) sem_wait(&s); if (x == 2) pthread_mutex_lock(&m); if (x == 3) read(ends[0], &c, 1);""", complete=False,
            says=["nobody posts", "a mutex that is locked", "nobody writes into the pipe"]),
    Verdict("log-reads-its-arguments", "char *p = malloc(2); p[0] = p[1] = 'a'; if (x == 5) syslog(LOG_ERR, \"%s\", p); free(p);", bugs=["out-of-bounds"]),

    # Figure 2 of the partitioned memory paper: a cast that matters is followed by the models that know of it; burstall says
    # that it does not know.
    *[Verdict("cast-" + name, FIGURE_2, flags=["--memory=" + name]) for name in ("partitioned", "flat", "merging")],
    Verdict("cast-burstall", FIGURE_2, complete=False, flags=["--memory=burstall"], says=["p.c:10", "a cast matters"]),
    Verdict("cast-burstall-known-place", """int a = 0xffff; char *c = (char *)&a; *c = 0; CHECK(a != 0xffff);""",
            complete=False, flags=["--memory=burstall"], says=["p.c:", "a cast matters"]),
    Verdict("cast-burstall-read", """float f = 1.5f; int i = *(int *)&f; if (i == x) return 1;""",
            complete=False, flags=["--memory=burstall"], says=["a cast matters"]),
    Verdict("cast-burstall-copied", """int *a = malloc(8); float f; a[0] = 1; a[1] = 2; a = realloc(a, 16); memmove(a + 1, a, 8);
        memcpy(&f, a + 1, sizeof f); if (x == 3 && f == 1) x = 4; free(a);""",
            complete=False, flags=["--memory=burstall"], says=["a cast matters"]),
    Verdict("cast-burstall-copied-somewhere", """int a[4]; float f[4]; for (int i = 0; i < 4; i++) a[i] = i + 1, f[i] = 0;
        memcpy(f + (x & 1), a + (x & 1), 8); if (f[1] == 3) x = 0;""",
            complete=False, flags=["--memory=burstall"], says=["a cast matters"]),
    Verdict("no-cast-burstall", """struct node { int key; struct node *next; short weight; } *t[3]; int sum = 0;
        if (x < 0 || x > 8) return 0;
        for (int i = 0; i < 3; i++) t[i] = malloc(sizeof **t), t[i]->key = i, t[i]->next = i ? t[i - 1] : NULL, t[i]->weight = i;
        int i = x & 1, k = x >> 2; t[i]->key = 7; t[k]->weight = 9; memset(&t[2]->weight, 0, sizeof(short));
        for (struct node *n = t[2]; n; n = n->next) sum += n->key + n->weight;
        if (i == 1 && k == 0 && sum == 2 + 7 + 0 + 1 + 9) abort();
        for (int i = 0; i < 3; i++) free(t[i]);""", bugs=["abort"], flags=["--memory=burstall", "--no-leaks"]),
    Verdict("no-cast-burstall-table", """static struct { int a; char b; short c; int d; } t[5]; /* 12 bytes: no power of two */
        unsigned i = (unsigned)x % 5; t[i].a = 7; t[i].d = t[2].a; t[4].c = 3; t[i].c++; t[1].b = 'b';
        if (t[4].c == 4 && t[i].d == 0 && t[1].b == 'b') abort();""", bugs=["abort"], flags=["--memory=burstall"]),

    # names follows what has a name; it finds the errors of pointers that have none.
    Verdict("names-known-places", """int a[3] = {1, 2, 3}, *p = a + 1; *p = x; p++; *p = *a; CHECK(a[2] == 1); if (a[1] == 9) abort();""",
            bugs=["abort"], flags=["--memory=names"]),
    Verdict("names-index", """int a[3] = {1, 2, 3}; if (x < 0 || x > 2) return 0; a[x] = 5; if (a[1] == 5) abort();""",
            complete=False, flags=["--memory=names"], says=["p.c:", "names no single variable"]),
    Verdict("names-faults", """int a[3] = {1, 2, 3}; if (x < 1 || x > 3) return 0; a[x] = 5;""",
            bugs=["out-of-bounds"], complete=False, flags=["--memory=names"]),

    # The groups of partitioned are pieces of objects: fields of structs of any stride, a table beside them, ranges over all.
    *[Verdict("groups-" + name, GROUPS, bugs=["abort"] * 3, flags=["--memory=partitioned", "--points-to=" + name])
      for name in ("cells", "dsa", "steensgaard", "steensgaard-fields", "andersen")],
]
