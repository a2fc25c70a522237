/* What raises false alarms elsewhere: bytes behind a pointer are data that somebody sent, but a byte that has a name in a
 * struct the program has put there itself. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

typedef struct object {
    struct object *next;
    unsigned char tag, marked;
    unsigned int shade : 3, kind : 5;
    unsigned char text[8];
} Object;

typedef struct {
    Object *top;
    int counts[5];
} State;

static const char shades[7] = "abcdef";

// run: Object one = {0, 3, 5}; State state = {&one + 1, {1}}; count_of_top(&state);
int count_of_top(State *state) {
    Object *object = state->top - 1;
    return state->counts[object->tag & 7];
}

// run: Object one = {0, 3, 5}; Object *list = &one; first_shade(&list);
int first_shade(Object **list) {
    Object *object = *list;
    int marked = object->marked;
    return shades[marked & 7];
}

// run: Object one = {0, 3, 5, 2, 2}; shade_of(&one);
int shade_of(Object *object) { return shades[object->shade]; }

/* Elements of a text are data. */
// run: Object one = {0, 3, 5, 2, 2, "abc"}; shade_of_text(&one); one.text[2] = 7; shade_of_text(&one);
int shade_of_text(Object *object) {
    return shades[object->text[2] & 7]; // expect: out-of-bounds
}

// run: unsigned char message[4] = {0, 15}; shade_of_message(message);
int shade_of_message(const unsigned char *message) {
    return shades[message[1] & 15]; // expect: out-of-bounds
}
