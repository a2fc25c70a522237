/* A realloc that fails leaves the block: whoever has put null in the place of its address has lost it. The program believes
 * here that allocations can fail. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct line {
    char *text;
    size_t size;
};

// run: fail_allocation = 2; result_in_its_own_place();
void result_in_its_own_place(void) {
    char *p = malloc(4); // expect: leak
    if (!p) return;
    p = realloc(p, 8);
    if (!p) return;
    free(p);
}

// run: fail_allocation = 2; result_in_another_place();
void result_in_another_place(void) {
    char *p = malloc(4), *longer;
    if (!p) return;
    longer = realloc(p, 8);
    if (!longer) {
        free(p);
        return;
    }
    free(longer);
}

// run: fail_allocation = 2; member_in_its_own_place();
void member_in_its_own_place(void) {
    struct line line = {malloc(4), 4}; // expect: leak
    if (!line.text) return;
    line.text = realloc(line.text, 8);
    if (line.text) line.size = 8;
    free(line.text);
}

/* The program ends there. */
void result_or_end(void) {
    char *p = malloc(4);
    if (!p) exit(1);
    p = realloc(p, 8);
    if (!p) exit(1);
    free(p);
}

// run: fail_allocation = 2; other_is_lost();
int other_is_lost(void) {
    char *a = malloc(4), *b; // expect: leak
    if (!a) return -1;
    b = malloc(4);
    if (!b) return -1;
    free(a);
    free(b);
    return 0;
}

// run: fail_allocation = 1; wide_copy_unchecked();
void wide_copy_unchecked(void) {
    wchar_t text[] = L"x", *copy = wcsdup(text);
    copy[0] = L'y'; // expect: unchecked-allocation
    free(copy);
}

// run: fail_allocation = 1; wide_copy_checked(); fail_allocation = 0; wide_copy_checked();
void wide_copy_checked(void) {
    wchar_t text[] = L"x", *copy = wcsdup(text);
    if (copy) copy[0] = L'y';
    free(copy);
}
