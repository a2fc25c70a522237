/* Null pointers made in the function itself: the ways that data and control take. */
#include "../corpus.h"

#include <stdbool.h>
#include <stdlib.h>

static const bool ALWAYS = true;
static const bool NEVER = false;
static int five = 5;
static int twin;
int anybody_may_change_me = 5;

static bool says_yes(void) { return true; }
static bool says_no(void) { return false; }

int plain(void) {
    int *p = NULL;
    return *p; // expect: null-dereference
}

int plain_repaired(void) {
    int value = 3, *p = NULL;
    p = &value;
    return *p;
}

int constant_flag(void) {
    int value = 3, *p = NULL;
    if (NEVER) p = &value;
    return *p; // expect: null-dereference
}

int constant_flag_repaired(void) {
    int value = 3, *p = NULL;
    if (ALWAYS) p = &value;
    return *p;
}

int static_flag(void) {
    int value = 3, *p = NULL;
    if (five != 5) p = &value;
    return *p; // expect: null-dereference
}

int static_flag_repaired(void) {
    int value = 3, *p = NULL;
    if (five == 5) p = &value;
    return *p;
}

/* Nobody that is seen changes it: that somebody does, and p stays null for it, is nothing the program shows. */
int open_flag(void) {
    int value = 3, *p = NULL;
    if (anybody_may_change_me == 5) p = &value;
    return *p;
}

// run: anybody_may_change_me = 4; open_flag_thought_of();
int open_flag_thought_of(void) {
    int value = 3, *p = &value;
    if (anybody_may_change_me != 5) p = NULL;
    return *p; // expect: null-dereference
}

int open_flag_read_twice(void) {
    int value = 3, *p = NULL;
    if (anybody_may_change_me == 5) p = &value;
    if (anybody_may_change_me == 5) return *p;
    return 0;
}

int function_flag(void) {
    int value = 3, *p = NULL;
    if (says_no()) p = &value;
    return *p; // expect: null-dereference
}

int function_flag_repaired(void) {
    int value = 3, *p = NULL;
    if (says_yes()) p = &value;
    return *p;
}

// run: choice = 0; chosen();
int chosen(void) {
    int value = 3, *p = NULL;
    if (choose()) p = &value;
    return *p; // expect: null-dereference
}

// run: choice = 0; chosen_once(); choice = 1; chosen_once();
int chosen_once(void) {
    int value = 3, *p = NULL, c = choose();
    if (c) p = &value;
    if (c) return *p;
    return 0;
}

int in_a_switch(void) {
    int value = 3, *p = NULL;
    switch (5) {
    case 6: p = &value; break;
    default: break;
    }
    return *p; // expect: null-dereference
}

// run: in_a_switch_repaired(1); in_a_switch_repaired(7);
int in_a_switch_repaired(int kind) {
    static int value = 3;
    int *p = NULL;
    switch (kind) {
    case 1:
    case 2: p = &value; break;
    case 3: return 0;
    default: break;
    }
    if (kind == 1 || kind == 2) return *p;
    return -1;
}

int by_goto(void) {
    int value = 3, *p = NULL;
    goto there;
    p = &value;
there:
    return *p; // expect: null-dereference
}

int by_goto_repaired(void) {
    int value = 3, *p = NULL;
    goto here;
there:
    return *p;
here:
    p = &value;
    goto there;
}

int loop_of_six(void) {
    int value = 3, *p = &value;
    for (int i = 0; i < 6; i++)
        if (i == 5) p = NULL;
    return *p; // expect: null-dereference
}

int loop_of_six_repaired(void) {
    int value = 3, *p = NULL;
    for (int i = 0; i < 6; i++)
        if (i == 5) p = &value;
    return *p;
}

int endless_until_break(void) {
    int value = 3, *p = NULL;
    while (1) {
        if (twin) break;
        p = &value;
        break;
    }
    return *p;
}
