/* Values that nobody has set, returned to whoever calls. */
#include "../corpus.h"

struct pair {
    int first, second;
};

// run: set_when_large(0);
int set_when_large(int n) {
    int result;
    if (n > 3) result = 1;
    return result; // expect: uninitialised
}

// run: set_on_both_ways(0); set_on_both_ways(4);
int set_on_both_ways(int n) {
    int result;
    if (n > 3) result = 1;
    else result = 2;
    return result;
}

static int found_by(int n) {
    int result;
    if (n == 1) result = 7;
    return result;
}

// run: pass_on(0);
int pass_on(int n) {
    return found_by(n); // expect: uninitialised
}

// run: pass_on_what_is_set(0); pass_on_what_is_set(1);
int pass_on_what_is_set(int n) {
    return n == 1 ? found_by(n) : 0;
}

// run: letter_of(3);
char letter_of(int kind) {
    char letter;
    switch (kind) {
    case 0: letter = 'a'; break;
    case 1: letter = 'b'; break;
    }
    return letter; // expect: uninitialised
}

// run: letter_or_none(3); letter_or_none(0);
char letter_or_none(int kind) {
    char letter;
    switch (kind) {
    case 0: letter = 'a'; break;
    case 1: letter = 'b'; break;
    default: return 0;
    }
    return letter;
}

// run: one_of_several(3);
int one_of_several(int n) {
    int result;
    if (n < 0) return -1;
    if (n == 7) result = 3;
    else if (n > 9) result = 4;
    return result; // expect: uninitialised
}

// run: pointer_to_nothing(0);
int *pointer_to_nothing(int n) {
    static int number;
    int *result;
    if (n) result = &number;
    return result; // expect: uninitialised
}

// run: fraction_of(0);
double fraction_of(int n) {
    double result;
    if (n) result = 0.5;
    return result; // expect: uninitialised
}

// run: second_of(1);
int second_of(int n) {
    struct pair pair;
    pair.first = n;
    return pair.second; // expect: uninitialised
}

// run: first_of(1);
int first_of(int n) {
    struct pair pair;
    pair.first = n;
    return pair.first;
}

/* A struct of which one member counts. */
// run: half_a_pair(1);
struct pair half_a_pair(int n) {
    struct pair pair;
    pair.first = n;
    return pair;
}

/* Old code, whose callers know that there is no result. */
// run: without_result(0); without_result(1);
int without_result(int n) {
    if (n) show(n);
}
