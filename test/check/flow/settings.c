/* Settings of the program that other files hold: variables and functions whose answer does not change. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

extern int mode;                /* 1 in native runs */
extern const int CONSTANT_MODE; /* 1 in native runs */
int mode_is_on(void);           /* always 1 in native runs */
int mode_is_off(void);          /* always 0 in native runs */
void log_line(const char *text);

static int own_mode = 1;
static int own_mode_is_on(void) { return own_mode; }

int variable_twice(void) {
    static int value = 3;
    int *p = &value;
    if (mode) p = NULL;
    log_line("between");
    if (mode) return *p; // expect: null-dereference
    return 0;
}

int variable_twice_repaired(void) {
    static int value = 3;
    int *p = NULL;
    if (mode) p = &value;
    log_line("between");
    if (mode) return *p;
    return 0;
}

int variable_other_branch(void) {
    static int value = 3;
    int *p = NULL;
    if (mode == 0) log_line("never");
    else p = &value;
    if (mode == 1) return *p;
    return 0;
}

int constant_twice(void) {
    static int value = 3;
    int *p = &value;
    if (CONSTANT_MODE) p = NULL;
    if (CONSTANT_MODE) return *p; // expect: null-dereference
    return 0;
}

int constant_twice_repaired(void) {
    static int value = 3;
    int *p = NULL;
    if (CONSTANT_MODE) p = &value;
    if (CONSTANT_MODE) return *p;
    return 0;
}

int function_twice(void) {
    static int value = 3;
    int *p = &value;
    if (mode_is_on()) p = NULL;
    if (mode_is_on()) return *p; // expect: null-dereference
    return 0;
}

int function_twice_repaired(void) {
    static int value = 3;
    int *p = NULL;
    if (mode_is_on()) p = &value;
    if (mode_is_on()) return *p;
    return 0;
}

/* That both say yes is possible only for somebody who does not know them. */
int function_and_its_opposite(void) {
    static int value = 3;
    int *p = NULL;
    if (mode_is_off()) log_line("never");
    else p = &value;
    if (mode_is_on()) return *p;
    return 0;
}

void function_decides_once(void) {
    int *p = malloc(sizeof *p); // expect: leak
    if (!p) return;
    *p = 1;
    if (mode_is_on()) log_line("lost");
    else free(p);
}

void function_decides_and_everything_is_freed(void) {
    int *p = malloc(sizeof *p);
    if (!p) return;
    *p = 1;
    if (mode_is_on()) free(p);
    else free(p);
}

void freed_by_setting(void) {
    int *p = malloc(sizeof *p);
    if (!p) return;
    if (mode_is_on()) free(p);
    if (mode_is_on()) free(p); // expect: double-free
    else free(p);
}

void freed_by_setting_once(void) {
    int *p = malloc(sizeof *p);
    if (!p) return;
    if (mode_is_on()) free(p);
    if (mode_is_off()) free(p);
}

int own_function_twice(void) {
    int a[4] = {0}, i = 0;
    if (own_mode_is_on()) i = 4;
    if (own_mode_is_on()) return a[i]; // expect: out-of-bounds
    return 0;
}

int own_function_twice_repaired(void) {
    int a[4] = {0}, i = 4;
    if (own_mode_is_on()) i = 3;
    if (own_mode_is_on()) return a[i];
    return 0;
}

// run: choice = 1; either_way();
int either_way(void) {
    int a[4] = {0}, i;
    if (choose()) i = 7;
    else i = 2;
    return a[i]; // expect: out-of-bounds
}

// run: choice = 1; either_way_repaired(); choice = 0; either_way_repaired();
int either_way_repaired(void) {
    int a[4] = {0}, i;
    if (choose()) i = 3;
    else i = 2;
    return a[i];
}

/* Whoever leaves the flag as it is may never see the value that was left out. */
void set_where_it_is_on(void) {
    int *data = NULL, value = 3;
    if (mode) data = &value;
    show(*data);
}

void wrong_where_it_is_on(void) {
    int value = 3, *data = &value;
    if (mode) data = NULL;
    show(*data); // expect: null-dereference
}

void sized_where_it_is_on(void) {
    int size = -1;
    if (mode) size = 20;
    char *block = malloc((size_t)size);
    if (block) block[0] = 0;
    free(block);
}

void filled_where_it_is_on(void) {
    char line[10];
    if (mode) strcpy(line, "on");
    show_text(line);
}

double divided_where_it_is_on(void) {
    int parts = 0;
    if (mode) parts = 4;
    return 100 / parts;
}

/* Here the program itself says what it is otherwise. */
// run: mode = 0; show(divided_by_either());
int divided_by_either(void) {
    int parts;
    if (mode) parts = 4;
    else parts = 0;
    return 100 / parts; // expect: division-by-zero
}

/* One way uses it as it is, the other writes it first. */
void used_or_written(void) {
    int data[2];
    data[0] = 1;
    if (mode_is_on()) {
        if (data[1]) show(1); // expect: uninitialised
    } else {
        data[1] = 2;
        show(data[1]);
    }
}

/* Settled in a call that is over. */
static int parts_where_it_is_on(void) { return mode ? 3 : 1; }

void set_behind_a_call(void) {
    int *data = NULL, value = parts_where_it_is_on();
    if (mode) data = &value;
    show(*data);
}

void freed_where_it_is_on(void) {
    int *p = malloc(sizeof *p);
    if (mode) free(p);
}

void lost_in_any_mode(void) {
    char *p = malloc(4); // expect: leak
    if (!p) return;
    strcpy(p, "abc");
    if (mode) show_text(p);
}
