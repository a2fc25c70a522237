/* What raises false alarms elsewhere: static functions that are looked at alone, as those in a ring of calls are, although
 * all that call them are there; and tables of which the program writes a part only. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

static const char digits[8] = "1234567";

/* ---- What all calls give ---- */

int walk(int depth, const int *limit, int width);

static int turn(int depth, const int *limit, int width) {
    int sum = limit ? *limit : 0;
    if (depth > 100) return walk(depth - 1, limit, 4);
    return sum + digits[width] + *limit;
}

// run: walk(60, 0, 3); walk(30, 0, 3);
int walk(int depth, const int *limit, int width) {
    int bound = 9;
    if (depth > 50) return turn(depth - 1, &bound, 4);
    if (depth > 20) return turn(depth - 1, &bound, 7);
    return width;
}

int walk_wide(int depth, const int *limit, int width);

static int turn_wide(int depth, const int *limit, int width) {
    int sum = limit ? *limit : 0;
    if (depth > 100) return walk_wide(depth - 1, limit, 4);
    return sum + digits[width] + *limit; // expect: out-of-bounds, null-dereference
}

// run: walk_wide(60, 0, 3); walk_wide(10, 0, 8);
int walk_wide(int depth, const int *limit, int width) {
    int bound = 9;
    if (depth > 50) return turn_wide(depth - 1, &bound, 8);
    if (depth > 30) return turn_wide(depth - 1, 0, 7);
    return depth;
}

/* ---- A table that is written in part ---- */

typedef int (*Operation)(int);

static int increase(int x) { return x + 1; }
static int decrease(int x) { return x - 1; }

static struct {
    const char *name;
    Operation current, original;
} operations[] = {{"increase", increase, 0}, {"decrease", decrease, 0}};

// run: replace_operation(1, increase); operation_letter(1);
void replace_operation(int which, Operation operation) {
    if (which < 0 || which > 1) return;
    if (!operations[which].original) operations[which].original = operations[which].current;
    operations[which].current = operation;
}

// run: operation_letter(1);
int operation_letter(int which) { return operations[which & 1].name[8]; }

// run: operation_letter_beyond(1);
int operation_letter_beyond(int which) {
    return operations[which & 1].name[9]; // expect: out-of-bounds
}
