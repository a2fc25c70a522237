/* What raises false alarms elsewhere: variables and members that the program keeps so that they fit together. A function
 * that is looked at alone sees them as any values. */
#include "../corpus.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- A table that grows: its size is compared with how much is in it ---- */

static int *stack;
static int stack_size, stack_index;

// run: push_number(3); push_number(4);
void push_number(int number) {
    const unsigned least = (stack_index + 1) * sizeof *stack;
    if ((unsigned)stack_size < least) {
        if (least >= 0x7fffffff) return;
        const int size = least < 512 ? 512 : (least / 512) * 1024;
        int *larger = stack ? realloc(stack, size) : malloc(size);
        if (!larger) return;
        stack_size = size;
        stack = larger;
    }
    stack[stack_index++] = number;
}

static int *sections;
static int sections_read, sections_room;

static void check_room(void) {
    if (sections_read > sections_room) exit(1);
    if (sections_read >= sections_room) {
        sections_room += sections_room / 2;
        sections = realloc(sections, sizeof *sections * sections_room);
        if (!sections) exit(1);
    }
}

// run: begin_sections(); insert_section(7, 0);
void insert_section(int type, int at) {
    if (sections_read < at) exit(1);
    check_room();
    for (int i = sections_read; i > at; i--) sections[i] = sections[i - 1];
    sections_read += 1;
    sections[at] = type;
}

void begin_sections(void) {
    sections_read = 0;
    sections_room = 5;
    sections = malloc(sizeof *sections * sections_room);
    if (!sections) exit(1);
}

/* ---- How many are in a table of fixed size ---- */

static int places[2], place_count;

// run: note_place(1); double_places();
void double_places(void) {
    for (int i = 0; i < place_count; i++) places[i] *= 2;
}

void note_place(int place) {
    if (place_count < 2) places[place_count++] = place;
}

/* An argument is nobody's to keep. */
// run: double_so_many(3);
void double_so_many(int count) {
    for (int i = 0; i < count; i++) places[i] *= 2; // expect: out-of-bounds
}

/* ---- A pointer that is there when something else says so ---- */

static char *output_name;
static int removes_output;

static void give_up(void) {
    if (removes_output) unlink(output_name);
    exit(1);
}

// run: show(1);
void write_error(void) {
    show_text(output_name ? output_name : "standard output");
    give_up();
}

void set_output(const char *name) {
    output_name = strdup(name);
    removes_output = output_name != NULL;
}

static char **tags;
static int tag_count, tag_room;

// run: const char *tag = add_tag("abc", 3); show_text(add_tag("abc", 3)); show_text(tag);
char *add_tag(const char *tag, size_t length) {
    for (int i = 0; i < tag_count; i++)
        if (!strncmp(tag, tags[i], length) && !tags[i][length]) return tags[i];
    if (tag_count >= tag_room) {
        tag_room += 16;
        tags = tags ? realloc(tags, tag_room * sizeof *tags) : malloc(tag_room * sizeof *tags);
        if (!tags) exit(1);
    }
    char *copy = malloc(length + 1);
    if (!copy) exit(1);
    strncpy(copy, tag, length);
    copy[length] = 0;
    tags[tag_count++] = copy;
    return copy;
}

/* With nothing else to go by. */
static int *current;

void set_current(int *place) { current = place; }

// run: set_current(NULL); bump_current();
void bump_current(void) {
    if (!current) show(0);
    ++*current; // expect: null-dereference
}

/* ---- Numbers of things, and what is said of them ---- */

static int symbol_count;
static short *items;

void set_symbols(int count, short *list) {
    symbol_count = count;
    items = list;
}

// run: short list[] = {0, 1, -1}; set_symbols(2, list); show(find_empty(3));
int find_empty(int count) {
    char *is_empty = calloc((size_t)symbol_count, 1);
    int found = 0, item;
    if (!is_empty) exit(1);
    for (int i = 0; i < count; i++)
        while ((item = items[i]) >= 0) {
            if (!is_empty[item]) found++;
            i++;
        }
    free(is_empty);
    return found;
}

/* ---- Two pointers into one text ---- */

static char *line, *at;

void set_line(char *text, int offset) {
    line = text;
    at = text + offset;
}

static void point_at(const char *from, const char *to) {
    for (; from < to; ++from) show(*from == '\t');
}

// run: char text[] = "abc\n"; set_line(text, 2); complain();
void complain(void) {
    char *end = line, *from, *to;
    while (*end != '\n') ++end;
    char *copy = malloc(end - line + 1);
    if (!copy) exit(1);
    from = line;
    to = copy;
    while ((*to++ = *from++) != '\n') continue;
    point_at(copy, copy + (at - line));
    free(copy);
}

/* ---- Values of a table ---- */

static const int rows[4][2] = {{0, 1}, {-1, -1}, {1, 0}, {-1, -1}};

struct order {
    int order;
    long counts[2];
};

/* Whoever makes one has looked into the table. */
// run: struct order o = {.order = 2, .counts = {4, 5}}; show(first_count(&o));
long first_count(const struct order *o) { return o->counts[rows[o->order & 3][0]]; }

/* ---- Arguments that are not there when the function is called alone ---- */

// run: char text[64]; format_into(text, sizeof text, "%d of %s", 3, "four");
int format_into(char *out, size_t room, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out, room, format, arguments);
    va_end(arguments);
    return length;
}

// run: show(sum_of(2, 3, 4));
int sum_of(int count, ...) {
    int sum = 0;
    va_list arguments;
    va_start(arguments, count);
    while (count-- > 0) sum += va_arg(arguments, int);
    va_end(arguments);
    return sum;
}

/* Where they are given, they are looked at. */
static int format_badly(char *out, size_t room, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out, room, format, arguments); // expect: format
    va_end(arguments);
    return length;
}

// run: bad_sum();
void bad_sum(void) {
    char text[64];
    format_badly(text, sizeof text, "%s of %d", "three");
    show_text(text);
}

/* ---- Blocks whose size is as large as somebody says ---- */

struct image {
    int width, height;
};

static unsigned char *bytes_of(size_t size) {
    unsigned char *bytes = calloc(1, size);
    if (!bytes) exit(1);
    return bytes;
}

// run: show(first_line(16, 2));
int first_line(int width, int height) {
    size_t line_bytes = (width + 7) / 8;
    unsigned char *bytes = bytes_of(line_bytes * height);
    int sum = 0;
    for (int i = 0; i < height; i++) {
        const unsigned char *here = bytes + i * line_bytes;
        for (unsigned long x = 0; x < (unsigned long)width; x += 8) sum += here[x / 8];
    }
    free(bytes);
    return sum;
}

/* ---- Words that are taken apart ---- */

struct machine {
    const unsigned *next;
    struct {
        unsigned kind : 3, rest : 29;
    } top;
};

static const int lengths[83] = {1, 2, 3}, sizes[6] = {1, 2, 4, 8, 16, 32};

// run: unsigned code[] = {2, 0}; struct machine m = {code, {1, 0}}; show(length_of_next(&m));
int length_of_next(struct machine *machine) { return lengths[*machine->next & 0x7f]; }

// run: struct machine m = {0, {5, 0}}; show(size_of_top(&m));
int size_of_top(struct machine *machine) { return sizes[machine->top.kind]; }

/* What was given, and is cut down, is not: the mask is the function's own thought of how large the number is. */
// run: show(length_of(127));
int length_of(unsigned word) {
    return lengths[word & 0x7f]; // expect: out-of-bounds
}

/* ---- A flag of a word says nothing of a part of it; a size fits memory ---- */

static const int ages[7];

typedef struct {
    unsigned marks;
    size_t length;
    char *text;
} Marked;

// run: age_of(&(Marked){3});
int age_of(Marked *marked) {
    if ((marked->marks & 24) == 0) return ages[marked->marks & 7];
    return 0;
}

// run: age_of_small(&(Marked){3}); age_of_small(&(Marked){7});
int age_of_small(Marked *marked) {
    if ((marked->marks & ~7u) == 0) return ages[marked->marks]; // expect: out-of-bounds
    return 0;
}

// run: char text[] = "a"; is_all_read(&(Marked){0, 1, text});
int is_all_read(Marked *marked) {
    int value;
    size_t count = 0;
    if (marked->text[0] == 'a') {
        value = 1;
        count = 2;
    }
    if (count == marked->length + 1) return value > 2;
    return 0;
}

/* ---- Whether there is one, and how many there may be ---- */

// run: int place = 3; age_at(&place);
int age_at(const int *place) {
    int at = *place - 1;
    if (at < 0) return 0;
    return ages[at];
}

// run: int place = 3; age_before(&place); place = -3; age_before(&place);
int age_before(const int *place) {
    int at = *place;
    if (at > 6) return 0;
    return ages[at]; // expect: out-of-bounds
}

/* ---- A buffer that was made elsewhere ---- */

static unsigned char *input;
static int input_descriptor;

void begin_input(int descriptor) {
    input = malloc(4097);
    input_descriptor = descriptor;
    if (!input) exit(1);
}

void end_input(void) {
    free(input);
    input = 0;
}

// run: begin_input(0); fill_input(); end_input();
void fill_input(void) {
    int count = (int)read(input_descriptor, input, 4096);
    if (count >= 0) input[count] = 0;
}

/* ---- What an unknown function leaves in variables fits together as well; a function of the C library changes none ---- */

struct settings {
    int level;
} *current_settings;
int are_settings_ready;


// run: int one; struct settings settings = {1}; current_settings = &settings; are_settings_ready = 1; level_of_settings();
int level_of_settings(void) {
    show(0);
    if (current_settings && current_settings->level == 9) return 9;
    if (!are_settings_ready) return 0;
    return current_settings->level;
}
