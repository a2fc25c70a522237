// files: units/first.c units/second.c
// Several translation units: static names that clash, extern data, inline functions, common arrays.
#include <stdio.h>
#include "units/shared.h"

static int counter = 100;
static const char *name(void) { return "main"; }
static struct local { int a; } state = {7};
int shared_value = 5;
struct shared table[3] = {{1, "one"}, {2, "two"}, {3, "three"}};

int main(void)
{
    counter++;
    printf("%s %s %s\n", name(), first_name(), second_name());
    int a = first_count(), b = first_count(), c = second_count();
    printf("%d %d %d %d\n", counter, a, b, c);
    set_shared(50);
    printf("%d %d\n", shared_value, get_shared());
    printf("%d %s\n", total(table, 3), find(table, 3, 2)->name);
    printf("%d %d\n", square(9), first_square(9));
    printf("%d %d\n", state.a, callback(counter_of));
    printf("%d %d\n", square == first_square_pointer(), defined_in_second[2]);
    return 0;
}

int counter_of(int x) { return x + counter; }
