/* Blocks that are lost. The annotation stands where the block is allocated. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
    char *name;
};

static struct node *list;
static char *setting;

void lost_at_the_end(void) {
    char *p = malloc(4); // expect: leak
    if (p) p[0] = 1;
}

void freed_at_the_end(void) {
    char *p = malloc(4);
    if (p) p[0] = 1;
    free(p);
}

// run: choice = 1; lost_on_the_error_way();
int lost_on_the_error_way(void) {
    char *p = malloc(4); // expect: leak
    if (!p) return -1;
    if (choose()) return -2;
    free(p);
    return 0;
}

// run: choice = 1; lost_on_no_way(); choice = 0; lost_on_no_way();
int lost_on_no_way(void) {
    char *p = malloc(4);
    if (!p) return -1;
    if (choose()) {
        free(p);
        return -2;
    }
    free(p);
    return 0;
}

void overwritten(void) {
    char *p = malloc(4); // expect: leak
    p = malloc(8);
    free(p);
}

void handed_on(void) {
    char *p = malloc(4), *q = p;
    p = malloc(8);
    free(p);
    free(q);
}

void one_each_round(void) {
    char *p = NULL;
    for (int i = 0; i < 3; i++) p = malloc(4); // expect: leak
    free(p);
}

void one_each_round_freed(void) {
    char *p = NULL;
    for (int i = 0; i < 3; i++) {
        free(p);
        p = malloc(4);
    }
    free(p);
}

int result_ignored(void) {
    strdup("nobody takes it"); // expect: leak
    return 0;
}

// run: free(result_returned());
char *result_returned(void) { return strdup("somebody takes it"); }

void head_freed_only(void) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return;
    n->name = strdup("lost"); // expect: leak
    free(n);
}

void head_and_name_freed(void) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return;
    n->name = strdup("found");
    free(n->name);
    free(n);
}

// run: pushed_to_the_list(1); free(list);
int pushed_to_the_list(int value) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return -1;
    n->value = value;
    n->next = list;
    list = n;
    return 0;
}

// run: choice = 1; pushed_sometimes(1);
int pushed_sometimes(int value) {
    struct node *n = calloc(1, sizeof *n); // expect: leak
    if (!n) return -1;
    n->value = value;
    if (choose()) return 0;
    n->next = list;
    list = n;
    return 0;
}

// run: setting_kept("x"); free(setting);
void setting_kept(const char *text) {
    char *copy = strdup(text);
    if (!copy) return;
    free(setting);
    setting = copy;
}

// run: char *p; by_out_parameter(&p); free(p);
int by_out_parameter(char **result) {
    char *p = malloc(4);
    if (!p) return -1;
    p[0] = 0;
    *result = p;
    return 0;
}

// run: struct node n = {0}; into_the_argument(&n); free(n.name);
void into_the_argument(struct node *n) { n->name = strdup("kept"); }

void given_away(void) {
    char *p = malloc(4);
    keep(p);
}

static char *make(void) { return malloc(4); } // expect: leak
static char *make_other(void) { return malloc(4); }

void made_and_lost(void) {
    char *p = make();
    if (p) p[0] = 1;
}

void made_and_freed(void) {
    char *p = make_other();
    if (p) p[0] = 1;
    free(p);
}

static int use_and_free(char *p) {
    int value = p[0];
    free(p);
    return value;
}

int freed_by_another(void) {
    char *p = calloc(4, 1);
    if (!p) return 0;
    return use_and_free(p);
}

void exits(void) {
    char *p = malloc(4);
    if (p) p[0] = 1;
    exit(0);
}

/* A pointer into the block is enough to free it by. */
// run: char *p = interior(); if (p) free(p - 4);
char *interior(void) {
    char *p = malloc(16);
    return p ? p + 4 : NULL;
}

// run: choice = 1; lost_in_a_switch(2);
int lost_in_a_switch(int kind) {
    char *p = malloc(4); // expect: leak
    if (!p) return -1;
    switch (kind) {
    case 0: free(p); return 0;
    case 1: keep(p); return 1;
    default: return 2;
    }
}

// run: lost_in_no_case(0); lost_in_no_case(2);
int lost_in_no_case(int kind) {
    char *p = malloc(4);
    if (!p) return -1;
    switch (kind) {
    case 0: break;
    case 1: keep(p); return 1;
    default: show(2); break;
    }
    free(p);
    return kind;
}

void list_freed_but_its_head(void) {
    struct node *n = calloc(1, sizeof *n); // expect: leak
    if (!n) return;
    n->next = calloc(1, sizeof *n);
    free(n->next);
}
