/* A function that returns null where what it was given is not what it looks for. */
#include "../corpus.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct value {
    int tag, number;
    int *place;
};

enum { OF_NUMBER = 1, OF_PLACE = 2 };

static int *place_of(struct value *value) {
    if (value->tag != OF_PLACE) return NULL;
    return value->place ? value->place : &value->number;
}

// run: struct value v = {2, 5, 0}; get_place(&v);
int get_place(struct value *value) { return *place_of(value); }

// run: struct value v = {2, 5, 0}; set_place(&v, 3);
void set_place(struct value *value, int number) { *place_of(value) = number; }

static int add(int *place, int n) {
    *place += n;
    return *place;
}

// run: struct value v = {2, 5, 0}; add_to_place(&v, 1);
int add_to_place(struct value *value, int n) {
    int *place = place_of(value);
    return add(place, n);
}

/* Of this one most callers think that it may return null. */
static int *number_of(struct value *value) {
    if (value->tag != OF_NUMBER) return NULL;
    return &value->number;
}

// run: struct value v = {1, 5, 0}; asks_first(&v);
int asks_first(struct value *value) {
    int *number = number_of(value);
    return number ? *number : 0;
}

// run: struct value v = {1, 5, 0}; asks_then(&v);
int asks_then(struct value *value) {
    int *number = number_of(value);
    if (!number) return -1;
    return *number + 1;
}

// run: struct value v = {2, 5, 0}; never_asks(&v);
int never_asks(struct value *value) {
    return *number_of(value) + 2; // expect: null-dereference
}

/* Passes on what another function has found. */
static int *place_through(struct value *value) { return place_of(value); }

// run: struct value v = {2, 5, 0}; get_through(&v);
int get_through(struct value *value) { return *place_through(value); }

static int *number_through(struct value *value) { return number_of(value); }

// run: struct value v = {1, 5, 0}; asks_through(&v);
int asks_through(struct value *value) {
    int *number = number_through(value);
    return number ? *number : 0;
}

// run: struct value v = {2, 5, 0}; never_asks_through(&v);
int never_asks_through(struct value *value) {
    return *number_through(value) + 2; // expect: null-dereference
}

/* ---- A text that goes to where more than one argument may be it ---- */

typedef struct {
    int tag;
    const char *text;
} Value;

typedef struct {
    Value *top;
} Machine;

const char *text_at(Machine *machine, int at) {
    Value *value = machine->top + at;
    if (value->tag != 4) return NULL;
    return value->text;
}

static void say(const char *name, const char *text) {
    if (name) fprintf(stderr, "%s: ", name);
    fprintf(stderr, "%s\n", text);
}

// run: Value value = {4, "text"}; Machine machine = {&value + 1}; report_top(&machine, 1);
int report_top(Machine *machine, int status) {
    if (status) say("machine", text_at(machine, -1));
    return status;
}

/* ---- What is looked for in a text that the program keeps ---- */

typedef struct {
    char **lines;
    int count;
} Lines;

// run: char *line[] = {"a b"}; Lines lines = {line, 1}; second_words(&lines);
int second_words(const Lines *lines) {
    int sum = 0;
    for (int i = 0; i < lines->count; i++) sum += *(strchr(lines->lines[i], ' ') + 1);
    return sum;
}

// run: second_word("a b"); second_word("a");
int second_word(const char *line) {
    return *(strchr(line, ' ') + 1); // expect: null-dereference
}

/* ---- What a function was to fill, and cannot say that it has not ---- */

typedef struct {
    int type;
    int *place;
} Cell;

static void copy_cell(Cell *target, const Cell *source) {
    switch (source->type) {
    case 1:
    case 2: *target = *source; break;
    default: break;
    }
}

static int copy_known_cell(Cell *target, const Cell *source) {
    if (source->type != 1) return -1;
    *target = *source;
    return 0;
}

// run: int number = 3; Cell cell = {1, &number}; follow_copy(&cell);
int follow_copy(const Cell *cell) {
    Cell copy;
    copy_cell(&copy, cell);
    return *copy.place;
}

// run: int number = 3; Cell cell = {1, &number}; follow_known_copy(&cell); cell.type = 2; follow_known_copy(&cell);
int follow_known_copy(const Cell *cell) {
    Cell copy;
    copy_known_cell(&copy, cell);
    return *copy.place; // expect: uninitialised
}

/* ---- A format that is given says what is wanted ---- */

// run: print_number("%.*f", 3, 0.5);
void print_number(const char *format, int width, double number) {
    char text[50];
    sprintf(text, format, width, number);
    show_text(text);
}
