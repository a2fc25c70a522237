#include "shared.h"

static int counter;
static const char *name(void) { return "first"; }
static struct local { char text[4]; double d; } state = {"abc", 1.5};
extern inline int square(int x);
const char *first_name(void) { return name(); }
int first_count(void) { return ++counter; }
void set_shared(int x) { shared_value = x; }
int total(const struct shared *t, int n)
{
    int sum = state.text[0] - 'a';
    while (n--)
        sum += t[n].key;
    return sum;
}
int first_square(int x) { return square(x); }
int (*first_square_pointer(void))(int) { return square; }
