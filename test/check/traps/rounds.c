// flags: --function-time=4
/* Loops that nobody follows to their end: what is behind them is reached after any number of rounds, and what is wrong
 * there must happen on a path that can be followed. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link {
    struct link *next;
    int value;
};

// run: setenv("LOCI_CORPUS", "60000", 1); freed_after_many_rounds();
void freed_after_many_rounds(void) {
    const char *value = getenv("LOCI_CORPUS");
    int n = value ? atoi(value) : 0, sum = 0;
    for (int i = 0; i < n; i++) sum += i & 3;
    int *p = malloc(sizeof *p);
    if (!p) return;
    *p = sum;
    if (n > 50000) free(p);
    show(*p); // expect: use-after-free
    if (n <= 50000) free(p);
}

// run: setenv("LOCI_CORPUS", "60000", 1); not_freed_after_many_rounds();
void not_freed_after_many_rounds(void) {
    const char *value = getenv("LOCI_CORPUS");
    int n = value ? atoi(value) : 0, sum = 0;
    for (int i = 0; i < n; i++) sum += i & 3;
    int *p = malloc(sizeof *p);
    if (!p) return;
    *p = sum;
    if (n > 50000 && n < 0) free(p);
    show(*p);
    free(p);
}

/* What the loop leaves is never out of bounds, which only all of its rounds together show. */
// run: setenv("LOCI_CORPUS", "60000", 1); wraps_in_time();
void wraps_in_time(void) {
    const char *value = getenv("LOCI_CORPUS");
    int n = value ? atoi(value) : 0, k = 0;
    int buffer[100] = {0};
    for (int i = 0; i < n; i++) {
        k++;
        if (k == 90) k = 0;
    }
    show(buffer[k]);
}

/* The way through the loop branches in every round: one after another, nobody gets through. */
// run: setenv("LOCI_CORPUS", "ab", 1); counts_and_forgets();
void counts_and_forgets(void) {
    const char *value = getenv("LOCI_CORPUS");
    int counts[3] = {0, 0, 0};
    if (!value) return;
    for (int i = 0; i < 40 && value[i]; i++) {
        if (value[i] == 'a') counts[0]++;
        else if (value[i] == 'b') counts[1]++;
        else counts[2]++;
    }
    char *text = malloc(16);
    if (!text) return;
    free(text);
    text[0] = (char)counts[0]; // expect: use-after-free
}

/* The pointer that the loop moves is given: nothing is known of it behind the loop that was not known before. */
// run: struct link b = {0, 2}, a = {&b, 1}; show(sum_of_links(&a)); show(sum_of_links(0));
int sum_of_links(const struct link *l) {
    int count = 0, sum = 0;
    for (; l; l = l->next) {
        count++;
        sum += l->value;
    }
    return count ? sum / count : 0;
}

// run: setenv("LOCI_CORPUS", "5000", 1); divides_by_what_is_left();
void divides_by_what_is_left(void) {
    const char *value = getenv("LOCI_CORPUS");
    int n = value ? atoi(value) : 0, left = 5000;
    for (int i = 0; i < n; i++) left--;
    show(100 / left); // expect: division-by-zero
}
