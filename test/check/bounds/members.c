/* Arrays inside of objects: past the member is out of bounds even if the object goes on. */
#include "../corpus.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char name[8];
    int values[4];
    int sum;
};

struct header {
    unsigned length;
    unsigned char data[];
};

struct old_header {
    unsigned length;
    unsigned char data[1];
};

static struct record global_record;

void name_too_long(void) {
    struct record r = {0};
    strcpy(r.name, "eight ch"); // expect: member-overflow
    show_text(r.name);
}

void name_just_fits(void) {
    struct record r = {0};
    strcpy(r.name, "seven c");
    show_text(r.name);
}

int past_a_member(void) {
    struct record r = {"", {1, 2, 3, 4}, 10};
    return r.values[4]; // expect: member-overflow
}

int past_a_member_in_a_loop(void) {
    struct record *r = &global_record;
    for (int i = 0; i <= 4; i++) r->values[i] = i; // expect: member-overflow
    return r->sum;
}

int whole_member_in_a_loop(void) {
    struct record *r = &global_record;
    for (int i = 0; i < 4; i++) r->values[i] = i;
    return r->sum;
}

// run: struct record r = {0}; member_of_an_argument(&r, 4);
int member_of_an_argument(struct record *r, unsigned i) {
    if (i > 4) return 0;
    return r->values[i]; // expect: member-overflow
}

/* The whole object may be copied, printed or cleared byte by byte. */
// run: struct record r = {0}; all_bytes(&r);
unsigned all_bytes(const struct record *r) {
    unsigned sum = 0;
    const unsigned char *at = (const unsigned char *)r;
    for (size_t i = 0; i < sizeof *r; i++) sum += at[i];
    return sum;
}

void clear_from_member_on(void) {
    struct record r;
    r.name[0] = 0;
    memset(&r.values, 0, sizeof r - offsetof(struct record, values));
    show(r.sum);
}

void clear_too_much(void) {
    struct record r;
    memset(&r.values, 0, sizeof r); // expect: out-of-bounds
    show(r.sum);
}

int flexible_member(void) {
    struct header *h = malloc(sizeof *h + 4);
    if (!h) return 0;
    h->length = 4;
    for (unsigned i = 0; i < h->length; i++) h->data[i] = (unsigned char)i;
    int last = h->data[3];
    free(h);
    return last;
}

int flexible_member_too_short(void) {
    struct header *h = malloc(sizeof *h + 4);
    if (!h) return 0;
    h->length = 5;
    for (unsigned i = 0; i < h->length; i++) h->data[i] = (unsigned char)i; // expect: out-of-bounds
    int last = h->data[3];
    free(h);
    return last;
}

/* Before C99 a member [1] at the end stood for "as many as were allocated". */
int trailing_array_of_one(void) {
    struct old_header *h = malloc(sizeof *h + 3);
    if (!h) return 0;
    h->length = 4;
    for (unsigned i = 0; i < h->length; i++) h->data[i] = (unsigned char)i;
    int last = h->data[3];
    free(h);
    return last;
}

/* More than the type says was allocated: the extent is that of the allocation (llvm#102908). */
int oversized_allocation(void) {
    struct header *h = malloc(64);
    if (!h) return 0;
    memset(h, 0, 64);
    int last = h->data[59];
    free(h);
    return last;
}

// run: struct header *h = calloc(1, 64); h->length = 8; argument_with_flexible_member(h); free(h);
int argument_with_flexible_member(const struct header *h) {
    int sum = 0;
    for (unsigned i = 0; i < h->length; i++) sum += h->data[i];
    return sum;
}

struct wide { int head; short cells[3]; long tail; };

int wrong_element_size(void) {
    struct wide w = {1, {2, 3, 4}, 5};
    int *as_ints = (int *)w.cells;
    return as_ints[8]; // expect: out-of-bounds
}

struct message {
    char from[8];
    char to[8];
    int length;
};

void sender_overwrites_receiver(void) {
    struct message m = {.to = "b"};
    memcpy(m.from, "0123456789ab", 12); // expect: member-overflow
    show_text(m.to);
}

void sender_fits(void) {
    struct message m = {.to = "b"};
    memcpy(m.from, "0123456", 8);
    show_text(m.to);
}

// run: struct message m; prints_too_much(&m, 12345678);
void prints_too_much(struct message *m, int number) {
    if (number < 12345678 || number > 12345679) return;
    sprintf(m->from, "%d", number); // expect: member-overflow
}

void appends_too_much(void) {
    struct message m = {"abc", "", 0};
    strcat(m.from, "defgh"); // expect: member-overflow
    show_text(m.to);
}

void appends_what_fits(void) {
    struct message m = {"abc", "", 0};
    strcat(m.from, "defg");
    show_text(m.from);
}

void copies_from_member_on(void) {
    struct message a = {"a", "b", 1}, b = {"c", "d", 2};
    memcpy(&b.to, &a.to, sizeof a - offsetof(struct message, to));
    show_text(b.from);
}
