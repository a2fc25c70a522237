/* Null pointers whose possibility the code itself admits. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

// run: checked_then_used(0);
int checked_then_used(struct node *n) {
    if (!n) show(0);
    return n->value; // expect: null-dereference
}

// run: struct node n = {1, 0}; checked_and_left(&n); checked_and_left(0);
int checked_and_left(struct node *n) {
    if (!n) return 0;
    return n->value;
}

// run: struct node n = {1, 0}; never_checked(&n);
int never_checked(struct node *n) {
    return n->value;
}

// run: wrong_operator(0);
int wrong_operator(struct node *n) {
    if (n || n->value == 3) return 1; // expect: null-dereference
    return 0;
}

// run: struct node n = {3, 0}; right_operator(&n); right_operator(0);
int right_operator(struct node *n) {
    if (n && n->value == 3) return 1;
    return 0;
}

// run: struct node n = {1, 0}; second_of_list(&n);
int second_of_list(struct node *n) {
    struct node *second = n->next;
    if (second == NULL) show(1);
    return second->value; // expect: null-dereference
}

// run: struct node n = {1, 0}; last_of_list(&n); last_of_list(0);
int last_of_list(struct node *n) {
    if (!n) return -1;
    while (n->next) n = n->next;
    return n->value;
}

// run: struct node n = {1, 0}; after_the_list(&n);
int after_the_list(struct node *n) {
    while (n) n = n->next;
    return n->value; // expect: null-dereference
}

// run: struct node n = {5, 0}; find(&n, 4);
int find(struct node *n, int value) {
    while (n && n->value != value) n = n->next;
    return n->next != 0; // expect: null-dereference
}

// run: struct node n = {5, 0}; find_checked(&n, 4); find_checked(&n, 5);
int find_checked(struct node *n, int value) {
    while (n && n->value != value) n = n->next;
    return n ? n->next != 0 : 0;
}

// run: length_or(0);
size_t length_or(const char *text) {
    size_t length = text ? strlen(text) : 0;
    if (length > 3) return length;
    return length + (text[0] == 'x'); // expect: null-dereference
}

// run: length_guarded(0); length_guarded("abcd");
size_t length_guarded(const char *text) {
    size_t length = text ? strlen(text) : 0;
    if (length > 3) return length + (text[0] == 'x');
    return length;
}

// run: used_in_the_message("x", 0);
int used_in_the_message(const char *name, struct node *n) {
    if (n == NULL) {
        show_text(name);
        show(n->value); // expect: null-dereference
        return -1;
    }
    return n->value;
}

// run: int v = 0; out_parameter(&v); out_parameter(0);
void out_parameter(int *result) {
    if (result) *result = 0;
    show(1);
    if (result) *result = choose();
}

// run: out_parameter_once(0);
void out_parameter_once(int *result) {
    if (result) *result = 0;
    show(1);
    *result = choose(); // expect: null-dereference
}

struct tally {
    int total, hits[4];
};

// run: bump_null(2);
int bump_null(unsigned day) {
    struct tally *t = NULL;
    if (day > 3) return 0;
    t->hits[day]++; // expect: null-dereference
    return t->hits[day];
}

// run: struct tally t = {0}; bump_clean(&t, 2);
int bump_clean(struct tally *t, unsigned day) {
    if (day > 3) return 0;
    return ++t->hits[day];
}
