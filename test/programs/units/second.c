#include "shared.h"

static int counter = -5;
static const char *name(void) { return "second"; }
int defined_in_second[5] = {1, 2, 3};
const char *second_name(void) { return name(); }
int second_count(void) { return --counter; }
int get_shared(void) { return shared_value; }
const struct shared *find(const struct shared *t, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (t[i].key == key)
            return &t[i];
    return 0;
}
int callback(int (*f)(int)) { return f(1000); }
