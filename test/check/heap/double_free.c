/* Blocks that are freed twice, and pointers that free does not take. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct pair {
    char *first, *second;
};

static char *slot;

void twice(void) {
    char *p = malloc(4);
    free(p);
    free(p); // expect: double-free
}

void twice_after_null(void) {
    char *p = malloc(4);
    free(p);
    p = NULL;
    free(p);
}

void two_names(void) {
    char *p = malloc(4), *q = p;
    free(p);
    free(q); // expect: double-free
}

void two_blocks(void) {
    char *p = malloc(4), *q = malloc(4);
    free(p);
    free(q);
}

// run: choice = 1; error_way();
int error_way(void) {
    char *p = malloc(4);
    if (!p) return -1;
    int failed = choose();
    if (failed) {
        free(p);
        goto out;
    }
    show(1);
out:
    free(p); // expect: double-free
    return failed;
}

// run: choice = 1; error_way_repaired(); choice = 0; error_way_repaired();
int error_way_repaired(void) {
    char *p = malloc(4);
    if (!p) return -1;
    int failed = choose();
    if (failed) goto out;
    show(1);
out:
    free(p);
    return failed;
}

void in_a_loop(void) {
    char *p = malloc(4);
    for (int i = 0; i < 2; i++) free(p); // expect: double-free
}

void new_one_each_round(void) {
    for (int i = 0; i < 2; i++) {
        char *p = malloc(4);
        free(p);
    }
}

static void free_pair(struct pair *pair) {
    free(pair->first);
    free(pair->second); // expect: double-free
}

void both_are_one(void) {
    struct pair pair;
    pair.first = pair.second = malloc(4);
    free_pair(&pair);
}

static void free_halves(struct pair *pair) {
    free(pair->first);
    free(pair->second);
}

void both_are_two(void) {
    struct pair pair = {malloc(4), malloc(4)};
    free_halves(&pair);
}

/* A struct is copied, its blocks are not. */
void shallow_copy(void) {
    struct pair pair = {malloc(4), NULL}, copy = pair;
    free(pair.first);
    free(copy.first); // expect: double-free
}

void deep_copy(void) {
    struct pair pair = {malloc(4), NULL}, copy = pair;
    copy.first = malloc(4);
    free(pair.first);
    free(copy.first);
}

void through_a_global(void) {
    slot = malloc(4);
    char *p = slot;
    free(slot);
    free(p); // expect: double-free
    slot = NULL;
}

// run: set_slot("a"); set_slot("b"); free(slot);
void set_slot(const char *text) {
    free(slot);
    slot = strdup(text);
}

void realloc_freed_it(void) {
    char *p = malloc(4), *q;
    if (!p) return;
    q = realloc(p, 8);
    if (q) {
        free(q);
        free(p); // expect: double-free
    } else {
        free(p);
    }
}

void of_a_local(void) {
    char buffer[8] = "local", *p = buffer;
    free(p); // expect: bad-free
}

void of_a_literal(void) {
    char *p = "text";
    free(p); // expect: bad-free
}

void of_a_global(void) {
    static char buffer[8];
    free(buffer); // expect: bad-free
}

void of_the_middle(void) {
    char *p = malloc(8);
    if (!p) return;
    p++;
    free(p); // expect: bad-free
}

void moved_back(void) {
    char *p = malloc(8);
    if (!p) return;
    p++;
    p--;
    free(p);
}

// run: choice = 0; heap_or_local();
void heap_or_local(void) {
    char buffer[16], *p = buffer;
    int size = choose();
    if (size > 16) p = malloc((size_t)size);
    if (p) p[0] = 0;
    free(p); // expect: bad-free
}

// run: choice = 0; heap_or_local_repaired(); choice = 20; heap_or_local_repaired();
void heap_or_local_repaired(void) {
    char buffer[16], *p = buffer;
    int size = choose();
    if (size > 16) p = malloc((size_t)size);
    if (p) p[0] = 0;
    if (p != buffer) free(p);
}

void of_a_member(void) {
    struct pair *pair = calloc(1, sizeof *pair);
    if (!pair) return;
    free(&pair->second); // expect: bad-free
}

/* The first member stands where the block begins. */
void of_the_first_member(void) {
    struct pair *pair = calloc(1, sizeof *pair);
    if (!pair) return;
    free(&pair->first);
}

void realloc_of_a_local(void) {
    char buffer[8], *p;
    p = realloc(buffer, 16); // expect: bad-free
    free(p);
}
