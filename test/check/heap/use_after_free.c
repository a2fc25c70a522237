/* Blocks that are used after free. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

struct owner {
    char *text;
    int *count;
};

static int *kept;

int read_after_free(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 3;
    free(p);
    return *p; // expect: use-after-free
}

int read_before_free(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 3;
    int value = *p;
    free(p);
    return value;
}

void write_after_free(void) {
    char *p = malloc(8);
    if (!p) return;
    free(p);
    strcpy(p, "late"); // expect: use-after-free
}

// run: choice = 1; freed_on_one_way();
int freed_on_one_way(void) {
    int *p = calloc(1, sizeof *p), is_done = choose() > 0;
    if (!p) return 0;
    if (is_done) free(p);
    show(*p); // expect: use-after-free
    if (!is_done) free(p);
    return 0;
}

// run: choice = 1; freed_and_left(); choice = 0; freed_and_left();
int freed_and_left(void) {
    int *p = calloc(1, sizeof *p), value;
    if (!p) return 0;
    if (choose() > 0) {
        free(p);
        return 1;
    }
    value = *p;
    free(p);
    return value;
}

// run: struct node *n = calloc(1, sizeof *n); free_list(n);
void free_list(struct node *list) {
    while (list) {
        free(list);
        list = list->next; // expect: use-after-free
    }
}

// run: struct node *n = calloc(1, sizeof *n); free_list_repaired(n);
void free_list_repaired(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

void free_two_nodes(void) {
    struct node *a = calloc(1, sizeof *a);
    if (!a) return;
    a->next = calloc(1, sizeof *a);
    free(a);
    free(a->next); // expect: use-after-free
}

void free_two_nodes_repaired(void) {
    struct node *a = calloc(1, sizeof *a);
    if (!a) return;
    a->next = calloc(1, sizeof *a);
    free(a->next);
    free(a);
}

/* realloc may move the block: the old pointer is gone. */
int old_pointer_after_realloc(void) {
    int *a = malloc(4 * sizeof *a), *first = a, *b;
    if (!a) return 0;
    a[0] = 1;
    b = realloc(a, 400 * sizeof *a);
    if (!b) {
        free(a);
        return 0;
    }
    int value = *first; // expect: use-after-free
    free(b);
    return value;
}

int new_pointer_after_realloc(void) {
    int *a = malloc(4 * sizeof *a), *first, *b;
    if (!a) return 0;
    a[0] = 1;
    b = realloc(a, 400 * sizeof *a);
    if (!b) {
        free(a);
        return 0;
    }
    first = b;
    int value = *first;
    free(b);
    return value;
}

/* Pointers into a vector die when it grows. */
int element_over_growth(void) {
    struct node *all = calloc(2, sizeof *all), *element, *more;
    if (!all) return 0;
    element = &all[1];
    more = realloc(all, 64 * sizeof *all);
    if (!more) {
        free(all);
        return 0;
    }
    element->value = 1; // expect: use-after-free
    free(more);
    return 0;
}

static void destroy(struct owner *o) {
    free(o->text);
    free(o->count);
}

int member_after_destroy(void) {
    struct owner o = {malloc(4), calloc(1, sizeof(int))};
    if (!o.text || !o.count) {
        destroy(&o);
        return 0;
    }
    destroy(&o);
    return *o.count; // expect: use-after-free
}

int member_before_destroy(void) {
    struct owner o = {malloc(4), calloc(1, sizeof(int))};
    if (!o.text || !o.count) {
        destroy(&o);
        return 0;
    }
    int count = *o.count;
    destroy(&o);
    return count;
}

static void release(int **place) {
    free(*place);
    *place = NULL;
}

int released_and_checked(void) {
    int *p = calloc(1, sizeof *p);
    if (!p) return 0;
    release(&p);
    return p ? *p : 0;
}

int alias_of_released(void) {
    int *p = calloc(1, sizeof *p), *alias = p;
    if (!p) return 0;
    release(&p);
    return alias ? *alias : 0; // expect: use-after-free
}

/* What the global points to is gone when the next call comes. */
int global_left_behind(void) {
    kept = calloc(1, sizeof *kept);
    if (!kept) return 0;
    free(kept);
    return kept[0]; // expect: use-after-free
}

int global_renewed(void) {
    kept = calloc(1, sizeof *kept);
    if (!kept) return 0;
    free(kept);
    static int constant = 4;
    kept = &constant;
    return kept[0];
}

/* The value of the pointer is looked at, not what it points to. */
int compared_after_free(void) {
    int *p = malloc(sizeof *p);
    int had = p != NULL;
    free(p);
    return had;
}

// run: struct node *a = calloc(1, sizeof *a); struct node *head = a; removed_from_list(&head, 0);
int removed_from_list(struct node **head, int value) {
    for (struct node **at = head; *at; at = &(*at)->next)
        if ((*at)->value == value) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
            return gone->value; // expect: use-after-free
        }
    return -1;
}

// run: struct node *a = calloc(1, sizeof *a); struct node *head = a; removed_from_list_repaired(&head, 0);
int removed_from_list_repaired(struct node **head, int value) {
    for (struct node **at = head; *at; at = &(*at)->next)
        if ((*at)->value == value) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
            return value;
        }
    return -1;
}

struct link {
    int value;
    struct link *next;
};

// run: struct link a = {1, malloc(sizeof a)}; value_of_freed(&a);
int value_of_freed(struct link *l) {
    free(l->next);
    return l->next->value; // expect: use-after-free
}
