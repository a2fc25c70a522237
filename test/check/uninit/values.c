/* Values that nobody has set. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct point {
    int x, y;
};

struct packet {
    char kind;
    int length;
    char data[4];
};

union word {
    unsigned whole;
    unsigned char bytes[4];
};

int never_set(void) {
    int x;
    if (x > 3) return 1; // expect: uninitialised
    return 0;
}

int set_before_use(void) {
    int x;
    x = choose();
    if (x > 3) return 1;
    return 0;
}

// run: choice = 0; set_on_one_way();
int set_on_one_way(void) {
    int x;
    if (choose()) x = 1;
    if (x) show(1); // expect: uninitialised
    return 0;
}

// run: choice = 0; set_when_it_matters(); choice = 5; set_when_it_matters();
int set_when_it_matters(void) {
    int x, is_set = 0;
    if (choose()) {
        x = 1;
        is_set = 1;
    }
    if (is_set && x) show(1);
    return 0;
}

// run: in_a_switch(3);
int in_a_switch(int kind) {
    int size;
    switch (kind) {
    case 1: size = 4; break;
    case 2: size = 8; break;
    }
    if (size == 4) show(4); // expect: uninitialised
    return 0;
}

// run: in_a_switch_with_default(3);
int in_a_switch_with_default(int kind) {
    int size;
    switch (kind) {
    case 1: size = 4; break;
    case 2: size = 8; break;
    default: size = 0;
    }
    if (size == 4) show(4);
    return 0;
}

// run: loop_without_rounds(0);
int loop_without_rounds(int n) {
    int last;
    for (int i = 0; i < n; i++) last = i;
    if (last == 7) show(7); // expect: uninitialised
    return 0;
}

// run: loop_with_a_round(0); loop_with_a_round(9);
int loop_with_a_round(int n) {
    int last;
    for (int i = 0; i == 0 || i < n; i++) last = i;
    if (last == 7) show(7);
    return 0;
}

int member_never_set(void) {
    struct point p;
    p.x = 1;
    if (p.y == 1) show(1); // expect: uninitialised
    return 0;
}

int member_set_by_initialiser(void) {
    struct point p = {.x = 1};
    if (p.y == 1) show(1);
    return 0;
}

/* A copy of a struct that is set in part is no use of the rest. */
int copied_in_part(void) {
    struct point p, q;
    p.x = 1;
    q = p;
    if (q.x == 1) show(1);
    return 0;
}

int copied_and_used(void) {
    struct point p, q;
    p.x = 1;
    q = p;
    if (q.y == 1) show(1); // expect: uninitialised
    return 0;
}

int element_never_set(void) {
    int a[8];
    for (int i = 0; i < 7; i++) a[i] = 0;
    if (a[7]) show(1); // expect: uninitialised
    return 0;
}

int all_elements_set(void) {
    int a[8];
    for (int i = 0; i < 8; i++) a[i] = 0;
    if (a[7]) show(1);
    return 0;
}

int from_malloc(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    p[0] = 0;
    if (p[1] == 0) show(1); // expect: uninitialised
    free(p);
    return 0;
}

int from_calloc(void) {
    int *p = calloc(4, sizeof *p);
    if (!p) return 0;
    if (p[1] == 0) show(1);
    free(p);
    return 0;
}

int after_realloc(void) {
    int *p = calloc(1, sizeof *p), *q, value;
    if (!p) return 0;
    q = realloc(p, 2 * sizeof *p);
    if (!q) {
        free(p);
        return 0;
    }
    value = q[0] == 0 ? 1 : 2;
    if (q[1] == 1) show(1); // expect: uninitialised
    free(q);
    return value;
}

static void fill(int *place, int value) {
    if (value > 0) *place = value;
}

static int get(int *place, int value) {
    if (value <= 0) return -1;
    *place = value;
    return 0;
}

// run: filled_sometimes(0);
int filled_sometimes(int value) {
    int x;
    fill(&x, value);
    if (x == 4) show(4); // expect: uninitialised
    return 0;
}

// run: status_checked(0); status_checked(4);
int status_checked(int value) {
    int x;
    if (get(&x, value) != 0) return -1;
    if (x == 4) show(4);
    return 0;
}

// run: status_forgotten(0);
int status_forgotten(int value) {
    int x;
    get(&x, value);
    if (x == 4) show(4); // expect: uninitialised
    return 0;
}

/* Bytes between members are nobody's; comparing them is a mistake, copying is none. */
int whole_packet_copied(void) {
    struct packet a = {1, 2, "abc"}, b;
    memcpy(&b, &a, sizeof b);
    if (b.length == 2) show(2);
    return 0;
}

int bytes_of_a_union(void) {
    union word w;
    w.whole = 0x01020304;
    if (w.bytes[0] == 4) show(4);
    return 0;
}

int part_of_a_union(void) {
    union word w;
    w.bytes[0] = 4;
    if (w.whole == 4) show(4); // expect: uninitialised
    return 0;
}

int low_bits_only(void) {
    unsigned char flags;
    flags = 0;
    flags |= 4;
    if (flags & 4) show(4);
    return 0;
}

int pointer_never_set(void) {
    int *p;
    *p = 3; // expect: uninitialised
    return 0;
}

int as_an_index(void) {
    int i, a[4] = {0};
    return a[i]; // expect: uninitialised
}

/* Self-assignment to quiet the compiler, then a real one. */
int quieted(void) {
    int x = x;
    x = choose();
    if (x) show(1);
    return 0;
}

int variable_of_static_storage(void) {
    static int x;
    if (x) show(1);
    return x++;
}

int string_never_filled(void) {
    char buffer[16];
    buffer[8] = 0;
    if (strcmp(buffer, "x") == 0) show(1); // expect: uninitialised
    return 0;
}

/* A parameter that is written before it is read: what was given does not matter. */
static int sets_its_parameter(int x) {
    x = 5;
    return x;
}

// run: show(gives_what_is_not_used());
int gives_what_is_not_used(void) {
    int x;
    return sets_its_parameter(x);
}

static int asks_its_parameter(int x) {
    if (x > 3) return 1; // expect: uninitialised
    return 0;
}

// run: show(gives_what_is_used());
int gives_what_is_used(void) {
    int x;
    return asks_its_parameter(x);
}
