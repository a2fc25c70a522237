/* n bytes of a large buffer are written: what is defined is known without a solver. */
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>

static void out(const char *buffer, unsigned n) { write(1, buffer, n); }

int main(void) {
    char buffer[40000];
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < sizeof buffer);
    memset(buffer, 'x', n);
    if (n > 100) out(buffer, n);
    else out(buffer, n / 2);
    return 0;
}
