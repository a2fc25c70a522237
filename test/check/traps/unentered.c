/* What raises false alarms elsewhere: loops that are not entered, which whoever calls the function knows to happen or not. */
#include "../corpus.h"

#include <stddef.h>

struct pair {
    int length, ch, filled;
    unsigned crc;
    unsigned char in_use[256];
    unsigned char block[64];
};

/* Those who make a pair never leave it with a length of 0. */
// run: struct pair p = {.length = 5}; add_pair_of_any_length(&p);
void add_pair_of_any_length(struct pair *s) {
    for (int i = 0; i < s->length; i++) s->crc = s->crc << 1 ^ (unsigned)s->ch;
    switch (s->length) {
    case 1: s->filled += 1; break;
    case 2: s->filled += 2; break;
    case 3: s->filled += 3; break;
    default: s->in_use[s->length - 4] = 1; break;
    }
}

// run: struct pair p = {.length = 5}; add_pair_without_loop(&p);
void add_pair_without_loop(struct pair *s) {
    switch (s->length) {
    case 1: s->filled += 1; break;
    case 2: s->filled += 2; break;
    case 3: s->filled += 3; break;
    default: s->in_use[s->length - 4] = 1; break;
    }
}

/* Here the function itself asks for it. */
// run: struct pair p = {.length = 0}; none_is_asked_for(&p);
int none_is_asked_for(struct pair *s) {
    for (int i = 0; i < s->length; i++) s->crc++;
    if (s->length <= 0) return s->in_use[s->length - 1]; // expect: member-overflow
    return 0;
}

/* The loop is not left in another way. */
// run: none_is_left(3);
unsigned none_is_left(unsigned count) {
    unsigned sum = 100;
    while (count > 0) sum += count--;
    return sum / count; // expect: division-by-zero
}
