/* One bug, many ways: how a freed block, a lost block or a bad index gets to where it hurts. */
#include "../corpus.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct carrier {
    int *data;
    struct carrier *inner;
};

union holder {
    int *first;
    int *second;
};

typedef void (*Action)(int *);

static int *global_data;
static bool is_freed_flag;
static const int MODE = 2;

static int *make(void) { return calloc(4, sizeof(int)); }
static void drop(int *data) { free(data); }
static void leave(int *data) { show(data[0]); }
static void drop_through(int **data) { free(*data); }

static void sink_global(void) {
    show(global_data[0]); // expect: use-after-free
}
static void sink_global_other(void) { show(global_data[0]); }

void by_global(void) {
    global_data = make();
    if (!global_data) return;
    free(global_data);
    sink_global();
}

void by_global_repaired(void) {
    global_data = make();
    if (!global_data) return;
    sink_global_other();
    free(global_data);
}

void by_struct(void) {
    struct carrier c = {make(), NULL};
    if (!c.data) return;
    drop(c.data);
    show(c.data[0]); // expect: use-after-free
}

void by_struct_repaired(void) {
    struct carrier c = {make(), NULL};
    if (!c.data) return;
    show(c.data[0]);
    drop(c.data);
}

void by_nested_struct(void) {
    struct carrier inner = {make(), NULL}, outer = {NULL, &inner};
    if (!inner.data) return;
    free(outer.inner->data);
    show(inner.data[0]); // expect: use-after-free
}

void by_nested_struct_repaired(void) {
    struct carrier inner = {make(), NULL}, outer = {NULL, &inner};
    if (!inner.data) return;
    show(outer.inner->data[0]);
    free(inner.data);
}

void by_array_of_pointers(void) {
    int *all[3] = {NULL, make(), NULL};
    if (!all[1]) return;
    for (int i = 0; i < 3; i++) free(all[i]);
    show(all[1][0]); // expect: use-after-free
}

void by_array_of_pointers_repaired(void) {
    int *all[3] = {NULL, make(), NULL};
    if (!all[1]) return;
    show(all[1][0]);
    for (int i = 0; i < 3; i++) free(all[i]);
}

void by_union(void) {
    union holder h;
    h.first = make();
    if (!h.second) return;
    free(h.second);
    show(h.first[0]); // expect: use-after-free
}

void by_union_repaired(void) {
    union holder h;
    h.first = make();
    if (!h.second) return;
    show(h.second[0]);
    free(h.first);
}

void by_function_pointer(void) {
    Action action = drop;
    int *data = make();
    if (!data) return;
    action(data);
    show(data[1]); // expect: use-after-free
}

void by_function_pointer_repaired(void) {
    Action action = leave;
    int *data = make();
    if (!data) return;
    action(data);
    show(data[1]);
    free(data);
}

void by_table_of_functions(void) {
    static const Action table[] = {leave, leave, drop};
    int *data = make();
    if (!data) return;
    table[MODE](data);
    show(data[1]); // expect: use-after-free
}

void by_table_of_functions_repaired(void) {
    static const Action table[] = {leave, leave, drop};
    int *data = make();
    if (!data) return;
    table[MODE - 1](data);
    show(data[1]);
    free(data);
}

void by_pointer_to_pointer(void) {
    int *data = make();
    if (!data) return;
    drop_through(&data);
    show(data[0]); // expect: use-after-free
}

void by_memcpy(void) {
    int *data = make(), *copy;
    if (!data) return;
    memcpy(&copy, &data, sizeof copy);
    free(copy);
    show(data[0]); // expect: use-after-free
}

void by_memcpy_repaired(void) {
    int *data = make(), *copy;
    if (!data) return;
    memcpy(&copy, &data, sizeof copy);
    show(copy[0]);
    free(copy);
}

void by_integer(void) {
    int *data = make();
    unsigned long number = (unsigned long)data;
    if (!data) return;
    free((int *)number);
    show(data[0]); // expect: use-after-free
}

void by_integer_repaired(void) {
    int *data = make();
    unsigned long number = (unsigned long)data;
    if (!data) return;
    show(*(int *)number);
    free((int *)number);
}

void by_static_flag(void) {
    int *data = make();
    if (!data) return;
    is_freed_flag = false;
    if (MODE == 2) {
        free(data);
        is_freed_flag = true;
    }
    if (is_freed_flag) show(data[0]); // expect: use-after-free
}

void by_static_flag_repaired(void) {
    int *data = make();
    if (!data) return;
    is_freed_flag = false;
    if (MODE == 2) {
        free(data);
        is_freed_flag = true;
    }
    if (!is_freed_flag) {
        show(data[0]);
        free(data);
    }
}

static int *chain4(int *data) { free(data); return data; }
static int *chain3(int *data) { return chain4(data); }
static int *chain2(int *data) { return chain3(data); }
static int *chain1(int *data) { return chain2(data); }

void by_many_functions(void) {
    int *data = make();
    if (!data) return;
    show(chain1(data)[0]); // expect: use-after-free
}

static int *pass4(int *data) { show(data[0]); return data; }
static int *pass3(int *data) { return pass4(data); }
static int *pass2(int *data) { return pass3(data); }
static int *pass1(int *data) { return pass2(data); }

void by_many_functions_repaired(void) {
    int *data = make();
    if (!data) return;
    free(pass1(data));
}

static void for_each(int *const *all, int count, Action action) {
    for (int i = 0; i < count; i++) action(all[i]);
}

void by_callback(void) {
    int *all[2] = {make(), NULL};
    if (!all[0]) return;
    for_each(all, 1, drop);
    show(all[0][0]); // expect: use-after-free
}

void by_callback_repaired(void) {
    int *all[2] = {make(), NULL};
    if (!all[0]) return;
    for_each(all, 1, leave);
    for_each(all, 2, drop);
}

static void recurse(int *data, int depth) {
    if (depth == 0) {
        free(data);
        return;
    }
    recurse(data, depth - 1);
    show(data[0]); // expect: use-after-free
}

void by_recursion(void) {
    int *data = make();
    if (data) recurse(data, 3);
}

static void recurse_and_look(int *data, int depth) {
    if (depth == 0) return;
    show(data[0]);
    recurse_and_look(data, depth - 1);
}

void by_recursion_repaired(void) {
    int *data = make();
    if (data) recurse_and_look(data, 3);
    free(data);
}

// run: choice = 3; by_switch_falling_through(1);
void by_switch_falling_through(int kind) {
    int *data = make();
    if (!data) return;
    switch (kind) {
    case 1: free(data); /* falls through */
    case 2: show(data[0]); break; // expect: use-after-free
    default: break;
    }
    if (kind != 1) free(data);
}

// run: by_switch_with_breaks(1); by_switch_with_breaks(2); by_switch_with_breaks(3);
void by_switch_with_breaks(int kind) {
    int *data = make();
    if (!data) return;
    switch (kind) {
    case 1: show(data[1]); break;
    case 2: show(data[0]); break;
    default: break;
    }
    free(data);
}

void by_loop_of_seven(void) {
    int *data = make();
    if (!data) return;
    for (int i = 0; i < 7; i++)
        if (i == 6) free(data);
    show(data[0]); // expect: use-after-free
}

void by_do_while(void) {
    int *data = make();
    if (!data) return;
    do {
        show(data[0]);
        free(data);
    } while (data[0] != 0); // expect: use-after-free
}

void by_comma_and_ternary(void) {
    int *data = make();
    if (!data) return;
    int value = (free(data), MODE == 2) ? data[0] : 0; // expect: use-after-free
    show(value);
}

void by_local_static(void) {
    static int *held;
    held = make();
    if (!held) return;
    free(held);
    show(held[0]); // expect: use-after-free
}

void by_local_static_repaired(void) {
    static int *held;
    if (!held) held = make();
    if (held) show(held[0]);
}
