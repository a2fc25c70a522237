// expect: points p x
// expect: points p y
#include <stdarg.h>

static int x, y;

static int sum(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n--) {
        int *p = va_arg(list, int *);
        total += *p;
    }
    va_end(list);
    return total;
}

int main(void) { return sum(2, &x, &y); }
