/* Where the program asks whether allocations fail: what it loses when one does. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

struct item {
    char *name;
    int *data;
};

// run: fail_allocation = 3; item_half_made("a", 3);
struct item *item_half_made(const char *name, size_t count) {
    struct item *item = malloc(sizeof *item); // expect: leak
    if (!item) return NULL;
    item->name = strdup(name);
    if (!item->name) {
        free(item);
        return NULL;
    }
    item->data = calloc(count, sizeof *item->data);
    if (!item->data) return NULL;
    return item;
}

// run: fail_allocation = 3; item_taken_apart("a", 3);
struct item *item_taken_apart(const char *name, size_t count) {
    struct item *item = malloc(sizeof *item);
    if (!item) return NULL;
    item->name = strdup(name);
    if (!item->name) goto no_name;
    item->data = calloc(count, sizeof *item->data);
    if (!item->data) goto no_data;
    return item;
no_data:
    free(item->name);
no_name:
    free(item);
    return NULL;
}

// run: fail_allocation = 2; grown_in_place(10);
char *grown_in_place(size_t more) {
    char *text = malloc(10); // expect: leak
    if (!text) return NULL;
    text = realloc(text, 10 + more);
    if (!text) return NULL;
    return text;
}

// run: fail_allocation = 2; grown_beside(10);
char *grown_beside(size_t more) {
    char *text = malloc(10);
    if (!text) return NULL;
    char *longer = realloc(text, 10 + more);
    if (!longer) free(text);
    return longer;
}
