/* Whether a stream could be opened nobody here asks, nor uses it: closing it is told of where somebody does (closing_asked.c). */
#include "../corpus.h"

#include <stdio.h>

// run: closed_at_once();
void closed_at_once(void) {
    FILE *f = fopen("/dev/null", "w+");
    fclose(f);
}

// run: opened_anew();
void opened_anew(void) {
    FILE *f = freopen("/dev/null", "w+", stdin);
    fclose(f);
}

void closed_twice(void) {
    FILE *f = fopen("/dev/null", "w+");
    fclose(f);
    fclose(f); // expect: double-close
}
