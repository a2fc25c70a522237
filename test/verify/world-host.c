// What the host answers by itself: the machine, its limits, the locale, other processes.
// expect: unreach-call unknown .* not known
#define _GNU_SOURCE
#include <locale.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    struct rlimit limit;
    struct utsname machine;
    if (getppid() == 77 || sysconf(_SC_NPROCESSORS_ONLN) == 78 || nice(1) == 79) reach_error();
    if (setsid() == 80 || getrlimit(RLIMIT_CORE, &limit) == 1 || uname(&machine) == 1) reach_error();
    if (!setlocale(LC_ALL, "")) reach_error();
    return 0;
}
