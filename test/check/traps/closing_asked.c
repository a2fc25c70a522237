/* A program that asks whether a stream could be opened, but for once. */
#include "../corpus.h"

#include <stdio.h>

// run: closed_when_opened();
void closed_when_opened(void) {
    FILE *f = fopen("/nowhere/at/all", "w+");
    if (f) fclose(f);
}

// run: closed_without_asking();
void closed_without_asking(void) {
    FILE *f = fopen("/nowhere/at/all", "w+");
    fclose(f); // expect: null-dereference
}
