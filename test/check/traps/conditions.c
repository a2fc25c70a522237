/* What raises false alarms elsewhere: conditions that belong together. Pairs with a real bug of the same look. */
#include "../corpus.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int verbosity;
extern void log_line(const char *text);

struct reply {
    int status;
    char *body;
};

// run: choice = 1; same_condition_twice(); choice = 0; same_condition_twice();
void same_condition_twice(void) {
    int c = choose();
    char *p = NULL;
    if (c > 0) p = malloc(4);
    show(c);
    if (c > 0) free(p);
}

// run: choice = 1; different_conditions();
void different_conditions(void) {
    int c = choose();
    char *p = NULL;
    if (c > 0) p = malloc(4); // expect: leak
    show(c);
    if (c > 1) free(p);
}

/* An unknown function is called in between; that it changes the variable of another file is far-fetched (llvm#222102). */
// run: verbosity = 0; flag_over_a_call(); verbosity = 2; flag_over_a_call();
void flag_over_a_call(void) {
    static char storage[8] = "text";
    char *p = NULL;
    if (verbosity > 1) p = storage;
    log_line("between");
    if (verbosity > 1) show(p[0]);
}

// run: verbosity = 1; flag_over_a_call_mistaken();
void flag_over_a_call_mistaken(void) {
    static char storage[8] = "text";
    char *p = NULL;
    if (verbosity > 1) p = storage;
    log_line("between");
    if (verbosity >= 1) show(p[0]); // expect: null-dereference
}

// run: arithmetic_correlation(3); arithmetic_correlation(4);
int arithmetic_correlation(unsigned n) {
    static int value = 1;
    int *p = NULL;
    if (n % 2 == 0) p = &value;
    if ((n & 1) == 0) return *p;
    return 0;
}

// run: arithmetic_correlation_mistaken(3);
int arithmetic_correlation_mistaken(unsigned n) {
    static int value = 1;
    int *p = NULL;
    if (n % 2 == 0) p = &value;
    if ((n & 1) == 1) return *p; // expect: null-dereference
    return 0;
}

// run: mask_correlation(6); mask_correlation(2);
int mask_correlation(unsigned flags) {
    int buffer[2] = {0, 1}, index = 5;
    if (flags & 4) index = 1;
    if ((flags & 6) == 6) return buffer[index];
    return 0;
}

// run: mask_correlation_mistaken(2);
int mask_correlation_mistaken(unsigned flags) {
    int buffer[2] = {0, 1}, index = 5;
    if (flags & 4) index = 1;
    if ((flags & 6) == 2) return buffer[index]; // expect: out-of-bounds
    return 0;
}

// run: squares(7); squares(-3);
int squares(int n) {
    static int value = 1;
    int *p = NULL;
    if (n > 40000 || n < -40000) return 0;
    if (n * n >= 0) p = &value;
    return *p;
}

/* A count of bits that is at most eight. */
// run: count_of_bits(255); count_of_bits(0);
int count_of_bits(unsigned char byte) {
    static const char names[9] = {0};
    int count = 0;
    for (unsigned b = byte; b; b &= b - 1) count++;
    return names[count];
}

// run: count_of_bits_mistaken(255);
int count_of_bits_mistaken(unsigned char byte) {
    static const char names[8] = {0};
    int count = 0;
    for (unsigned b = byte; b; b &= b - 1) count++;
    return names[count]; // expect: out-of-bounds
}

static int load(struct reply *r, int how) {
    r->body = NULL;
    if (how < 0) return -1;
    r->body = malloc(8);
    if (!r->body) return -1;
    strcpy(r->body, "ok");
    r->status = how;
    return 0;
}

/* The status says whether the body is there. */
// run: status_and_result(-1); status_and_result(1);
int status_and_result(int how) {
    struct reply r;
    int status = load(&r, how);
    if (status < 0) return 0;
    int first = r.body[0] + r.status;
    free(r.body);
    return first;
}

// run: status_misread(-1);
int status_misread(int how) {
    struct reply r;
    int status = load(&r, how);
    if (status > 0) return 0;
    int first = r.body[0]; // expect: null-dereference
    free(r.body);
    return first;
}

// run: choice = 7; cleanup_by_levels(); choice = 1; cleanup_by_levels(); choice = 0; cleanup_by_levels();
int cleanup_by_levels(void) {
    int result = -1;
    char *a = NULL, *b = NULL;
    int c = choose();
    a = malloc(4);
    if (!a) goto none;
    if (c == 0) goto only_a;
    b = malloc(4);
    if (!b) goto only_a;
    if (c == 1) goto both;
    result = 0;
both:
    free(b);
only_a:
    free(a);
none:
    return result;
}

// run: choice = 1; cleanup_by_wrong_level();
int cleanup_by_wrong_level(void) {
    int result = -1;
    char *a = NULL, *b = NULL;
    int c = choose();
    a = malloc(4);
    if (!a) goto none;
    if (c == 0) goto only_a;
    b = malloc(4); // expect: leak
    if (!b) goto only_a;
    if (c == 1) goto only_a;
    result = 0;
    free(b);
only_a:
    free(a);
none:
    return result;
}

// run: asserted(3);
int asserted(unsigned i) {
    static int table[4];
    assert(i < 4);
    return table[i];
}

static void die(const char *why) __attribute__((noreturn));
static void die(const char *why) {
    show_text(why);
    exit(1);
}

static void complain(const char *why) { show_text(why); }

// run: dies(0);
int dies(const int *p) {
    if (!p) die("no pointer");
    return *p;
}

// run: complains(0);
int complains(const int *p) {
    if (!p) complain("no pointer");
    return *p; // expect: null-dereference
}

// run: aborts(0, 0);
int aborts(int n, int d) {
    if (n < 0 || d == 0) exit(2);
    return n / d;
}

/* The lazy way to remember that something was done. */
// run: choice = 3; done_once();
void done_once(void) {
    bool done = false;
    int value;
    for (int i = 0; i < 3; i++) {
        if (i == 0) {
            value = choose();
            done = true;
        }
        if (done && value == 3) show(value);
    }
}

// run: both_null_or_none(0, 0);
int both_null_or_none(const int *a, const int *b) {
    if (!a != !b) return -1;
    if (!a) return 0;
    return *a + *b;
}

// run: sum_is_zero(0, 0); int v = 1; sum_is_zero(&v, 1);
int sum_is_zero(const int *items, int count) {
    int sum = 0;
    if (!items && count) return -1;
    for (int i = 0; i < count; i++) sum += items[i];
    return sum;
}

// run: min_of_sizes("abcdefghijklmnop"); min_of_sizes("");
void min_of_sizes(const char *text) {
    char buffer[8];
    size_t length = strlen(text);
    if (length >= sizeof buffer) length = sizeof buffer - 1;
    memcpy(buffer, text, length);
    buffer[length] = 0;
    show_text(buffer);
}

// run: max_of_sizes("abcdefghijklmnop");
void max_of_sizes(const char *text) {
    char buffer[8];
    size_t length = strlen(text);
    if (length < sizeof buffer) length = sizeof buffer - 1;
    memcpy(buffer, text, length); // expect: out-of-bounds
    buffer[7] = 0;
    show_text(buffer);
}
