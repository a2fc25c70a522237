/* What raises false alarms elsewhere: what a function may be given stands in an assertion that NDEBUG has taken out of the
 * code. It is the program's own word, as long as it is about what is given and not about input. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define assert(condition) ((void)0)
#define list_check(list, condition, text) ((void)(list), (void)0)

typedef struct item {
    int kind, value;
    struct item *next;
} Item;

typedef struct {
    Item *first;
    int used;
    int numbers[8];
} List;

static const char *const kind_names[4] = {"a", "b", "c", "d"};

/* ---- Pointers ---- */

// run: Item one = {1, 2, 0}; take_value(&one, &(int){0});
int take_value(Item *item, int *out) {
    assert(item != 0);
    if (item) *out = 5;
    return item->value;
}

// run: Item one = {1, 2, 0}; int out; take_value_unsaid(&one, &out); take_value_unsaid(0, &out);
int take_value_unsaid(Item *item, int *out) {
    assert(out != 0);
    if (item) *out = 5;
    return item->value; // expect: null-dereference
}

// run: Item one = {1, 2, 0}; List list = {&one, 1, {0}}; first_value(&list);
int first_value(List *list) {
    int count = 0;
    list_check(list, list->first != NULL, "nothing in it");
    if (list->first) count++;
    return list->first->value + count;
}

/* It is the list of which it is said, not what is in it. */
// run: Item one = {1, 2, 0}; List list = {&one, 1, {0}}; first_kind(&list); list.first = 0; first_kind(&list);
int first_kind(List *list) {
    int count = 0;
    assert(list != NULL);
    if (list->first) count++;
    return list->first->kind + count; // expect: null-dereference
}

/* Where the loop ends without finding one, nothing was meant to be found. */
// run: Item one = {1, 2, 0}; kind_of_last(&one);
int kind_of_last(Item *item) {
    Item *last = 0;
    for (; item; item = item->next) last = item;
    assert(last);
    return last->kind;
}

/* ---- Numbers ---- */

// run: name_of_kind(3);
const char *name_of_kind(int kind) {
    assert(kind >= 0 &&
           kind < 4);
    if (kind > 100) return "many";
    return kind_names[kind];
}

// run: name_of_kind_unsaid(3); name_of_kind_unsaid(4);
const char *name_of_kind_unsaid(int kind) {
    assert(kind_names[0]);
    if (kind > 100 || kind < 0) return "many";
    return kind_names[kind]; // expect: out-of-bounds
}

static const char *name_at(const List *list, int at) { return kind_names[list->numbers[at]]; }

/* The caller says it of what it gives. */
// run: List list = {0, 2, {1, 2}}; name_in_list(&list, 1);
const char *name_in_list(const List *list, int at) {
    assert(at < list->used && at < 8);
    if (at > 20 || at < 0) return "";
    return name_at(list, at);
}

// run: List list = {0, 2, {1, 2}}; mean_of_list(&list);
int mean_of_list(const List *list) {
    int sum = 0;
    if (list->used == 0) sum = 1;
    assert(list->used > 0);
    return (list->numbers[0] + sum) / list->used;
}

/* An assertion is no check of what is read: without it there is none. */
// run: give_input("9\n"); chosen_name();
const char *chosen_name(void) {
    int kind = 0;
    if (scanf("%d", &kind) != 1) return "";
    assert(kind >= 0 && kind < 4);
    return kind_names[kind]; // expect: out-of-bounds
}
