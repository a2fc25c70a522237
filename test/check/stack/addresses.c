/* Addresses of local variables that outlive them. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view {
    const char *text;
    int length;
};

static int *last;
static struct view current;

// run: int *p = returned(); show(*p);
int *returned(void) {
    int x = choose(), *p = &x;
    return p; // expect: stack-address
}

// run: show(*returned_static());
int *returned_static(void) {
    static int x;
    x = choose();
    return &x;
}

// run: show(returned_value());
int returned_value(void) {
    int x = choose(), *p = &x;
    return *p;
}

// run: show_text(name_of(3));
const char *name_of(int number) {
    char buffer[16], *text = buffer;
    snprintf(buffer, sizeof buffer, "n%d", number);
    return text; // expect: stack-address
}

// run: char b[16]; show_text(name_into(b, sizeof b, 3));
const char *name_into(char *buffer, size_t size, int number) {
    snprintf(buffer, size, "n%d", number);
    return buffer;
}

// run: char *p = name_copied(3); show_text(p); free(p);
char *name_copied(int number) {
    char buffer[16];
    snprintf(buffer, sizeof buffer, "n%d", number);
    return strdup(buffer);
}

// run: last = 0; show(reads_the_global());
int reads_the_global(void) { return last != NULL; }

// run: escapes_to_a_global(); show(*last);
void escapes_to_a_global(void) {
    int x = choose();
    last = &x;
    show(*last);
} // expect: stack-address

void leaves_the_global_clean(void) {
    int x = choose();
    last = &x;
    show(*last);
    last = NULL;
}

static const char *handed_down;
static void shows_what_is_handed_down(void) { show_text(handed_down); }

// run: hands_down_by_a_global();
void hands_down_by_a_global(void) {
    char buffer[8] = "short", *text = buffer;
    handed_down = text;
    shows_what_is_handed_down();
}

static const char *kept_too_long;
static void shows_what_is_kept(void) { show_text(kept_too_long); }

// run: keeps_in_a_global(); shows_again();
void keeps_in_a_global(void) {
    char buffer[8] = "short", *text = buffer;
    kept_too_long = text;
    shows_what_is_kept();
} // expect: stack-address
void shows_again(void) {
    if (kept_too_long) shows_what_is_kept();
}

// run: struct view v; escapes_to_an_argument(&v); show_text(v.text);
void escapes_to_an_argument(struct view *v) {
    char buffer[8] = "short";
    v->text = buffer;
    v->length = 5;
} // expect: stack-address

void saved_and_restored(void) {
    struct view old = current;
    char buffer[8] = "short";
    current.text = buffer;
    show_text(current.text);
    current = old;
}

// run: struct view v = returned_in_a_struct(); show_text(v.text);
struct view returned_in_a_struct(void) {
    char buffer[8] = "short";
    struct view v = {buffer, 5};
    return v;
} // expect: stack-address

// run: struct view v = returned_literal_in_a_struct(); show_text(v.text);
struct view returned_literal_in_a_struct(void) {
    struct view v = {"short", 5};
    return v;
}

int used_after_its_block(void) {
    int *p = &(int){0};
    {
        int x = choose();
        p = &x;
    }
    return *p; // expect: use-after-scope
}

int used_inside_its_block(void) {
    int result, *p;
    {
        int x = choose();
        p = &x;
        result = *p;
    }
    return result;
}

int used_in_the_next_round(void) {
    int *p = NULL, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (p) sum += *p; // expect: use-after-scope
        int x = i;
        p = &x;
    }
    return sum;
}

static int *same(int *p) { return p; }

// run: show(*through_a_function());
int *through_a_function(void) {
    int x = choose();
    return same(&x); // expect: stack-address
}

int passed_down(void) {
    int x = choose();
    return *same(&x);
}

// run: show(choose_place(0)[0]);
const char *choose_place(const char *text) {
    char fallback[] = "none";
    const char *result = text ? text : fallback;
    return result; // expect: stack-address
}

// run: show(choose_constant_place(0)[0]);
const char *choose_constant_place(const char *text) {
    const char *fallback = "none";
    return text ? text : fallback;
}

/* A list whose nodes live on the stack while the callees look at it. */
struct frame { struct frame *up; int value; };
static struct frame *top;

static int depth(void) {
    int n = 0;
    for (struct frame *f = top; f; f = f->up) n++;
    return n;
}

// run: top = 0; show(with_frame(3));
int with_frame(int value) {
    struct frame f = {top, value};
    top = &f;
    int d = depth();
    top = f.up;
    return d;
}

/* Variables that are written before they are read, in each function: what is left in them nobody looks at. */
struct link { struct link *next, *prev; };
static struct link *before, *behind;

// run: show(unlink_local());
int unlink_local(void) {
    struct link head = {&head, &head}, node = {&head, &head};
    head.next = head.prev = &node;
    before = node.prev;
    behind = node.next;
    before->next = behind;
    behind->prev = before;
    return head.next == &head;
}

// run: struct link a = {&a, &a}; show(unlink_given(&a));
int unlink_given(struct link *node) {
    before = node->prev;
    before->next = node->next;
    return before == node;
}

/* A callee writes it again, with an address that is gone when it is read. */
static int *latest;

static void note_own(void) {
    int own = choose();
    latest = &own;
    show(*latest);
} // expect: stack-address

// run: show(read_after_callee(1)); show(*latest);
int read_after_callee(int given) {
    latest = &given;
    note_own();
    return latest != &given;
}

/* Of several returns the one that gives it. */
// run: show_text(text_for(2));
const char *text_for(int number) {
    char local[4] = "two";
    if (number == 1) return "one";
    if (number == 2) return local; // expect: stack-address
    return number == 3 ? "three" : NULL;
}

// run: int x = 3; show(*smaller(&x));
int *smaller(int *given) {
    int limit = 2, *result = &limit;
    if (*given < limit) return given;
    return result; // expect: stack-address
}
