// unchecked: null
// container_of, intrusive lists, offsetof with a null pointer, embedded callbacks.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
#define OLD_OFFSET(type, member) ((size_t) & (((type *)0)->member))

struct list { struct list *next, *previous; };
struct task { int id; struct list link; char name[8]; struct list other; };
static struct list all = {&all, &all}, ready = {&ready, &ready};

static void insert(struct list *head, struct list *node)
{
    node->next = head->next, node->previous = head;
    head->next->previous = node, head->next = node;
}
static void remove_node(struct list *node)
{
    node->next->previous = node->previous, node->previous->next = node->next;
    node->next = node->previous = node;
}
struct timer { void (*fire)(struct timer *); };
struct device { double reading; struct timer timer; };
static void fire(struct timer *t) { container_of(t, struct device, timer)->reading *= 2; }

int main(void)
{
    for (int i = 0; i < 6; i++) {
        struct task *t = malloc(sizeof *t);
        t->id = i;
        sprintf(t->name, "t%d", i);
        insert(&all, &t->link);
        insert(&ready, &t->other);
        if (i % 2)
            remove_node(&t->other);
    }
    for (struct list *l = all.next; l != &all; l = l->next)
        printf("%d ", container_of(l, struct task, link)->id);
    for (struct list *l = ready.previous; l != &ready; l = l->previous)
        printf("%s ", container_of(l, struct task, other)->name);
    printf("\n%d %d\n", OLD_OFFSET(struct task, link) == offsetof(struct task, link), (int)OLD_OFFSET(struct task, id));
    struct device d = {1.25, {fire}};
    d.timer.fire(&d.timer);
    printf("%g\n", d.reading);
    while (all.next != &all) {
        struct task *t = container_of(all.next, struct task, link);
        remove_node(&t->link);
        remove_node(&t->other);
        free(t);
    }
    printf("%d\n", ready.next == &ready);
    return 0;
}
