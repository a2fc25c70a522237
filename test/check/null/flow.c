/* Null pointers that travel: globals, arrays, members, pointers to pointers, functions, unions. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct box {
    int *content;
    int size;
};

union either {
    int *pointer;
    const int *same;
    unsigned long number;
};

static int store = 7;
static int *shared;
static int *(*maker)(int);

static int *null_or_store(int which) { return which ? &store : NULL; }
static int read_it(int *p) { return *p; } // expect: null-dereference
static int read_it_safely(int *p) { return p ? *p : 0; }
static int read_other(int *p) { return *p; }

int into_a_function(void) { return read_it(NULL); }

int into_a_careful_function(void) { return read_it_safely(NULL); }

int into_a_trusting_function(void) { return read_other(&store); }

int out_of_a_function(void) {
    return *null_or_store(0); // expect: null-dereference
}

int out_of_a_function_repaired(void) { return *null_or_store(1); }

int through_a_global(void) {
    shared = NULL;
    int *p = shared;
    return *p; // expect: null-dereference
}

int through_a_global_repaired(void) {
    shared = NULL;
    shared = &store;
    int *p = shared;
    return *p;
}

int through_an_array(void) {
    int *all[4] = {&store, &store, NULL, &store};
    return *all[2]; // expect: null-dereference
}

int through_an_array_repaired(void) {
    int *all[4] = {&store, &store, NULL, &store};
    return *all[3];
}

int beyond_the_initialiser(void) {
    int *all[4] = {&store};
    return *all[1]; // expect: null-dereference
}

int through_a_member(void) {
    struct box b = {NULL, 4}, copy = b;
    return *copy.content; // expect: null-dereference
}

int through_a_member_repaired(void) {
    struct box b = {NULL, 4};
    b.content = &b.size;
    struct box copy = b;
    return *copy.content;
}

int through_memset(void) {
    struct box b = {&store, 4};
    memset(&b, 0, sizeof b);
    return *b.content; // expect: null-dereference
}

int through_memcpy(void) {
    struct box b = {&store, 4}, other = {NULL, 0};
    memcpy(&other, &b, sizeof b);
    return *other.content;
}

int through_calloc(void) {
    struct box *b = calloc(1, sizeof *b);
    if (!b) return 0;
    int value = *b->content; // expect: null-dereference
    free(b);
    return value;
}

int through_calloc_repaired(void) {
    struct box *b = calloc(1, sizeof *b);
    if (!b) return 0;
    b->content = &b->size;
    int value = *b->content;
    free(b);
    return value;
}

int through_a_pointer(void) {
    int *p = &store, **pp = &p;
    *pp = NULL;
    return *p; // expect: null-dereference
}

int through_a_pointer_repaired(void) {
    int *p = NULL, **pp = &p;
    *pp = &store;
    return *p;
}

int through_a_union(void) {
    union either e = {.number = 0};
    return *e.pointer; // expect: null-dereference
}

int through_a_union_repaired(void) {
    union either e = {.number = 0};
    e.same = &store;
    return *e.pointer;
}

int through_a_function_pointer(void) {
    maker = null_or_store;
    return *maker(0); // expect: null-dereference
}

int through_a_function_pointer_repaired(void) {
    int *(*make)(int) = null_or_store;
    return *make(1);
}

int call_of_null(void) {
    int (*function)(int *) = NULL;
    return function(&store); // expect: null-dereference
}

int member_of_null(void) {
    struct box *b = NULL;
    return b->size; // expect: null-dereference
}

/* Taking the address of a member reads nothing: this is what offsetof does. */
unsigned long address_of_member_of_null(void) {
    struct box *b = NULL;
    return (unsigned long)((char *)&b->size - (char *)b);
}
