/* What raises false alarms elsewhere: blocks that have an owner that is hard to see. */
#include "../corpus.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_HEADER 16

struct node {
    struct node *next, *prev;
    char *text;
};

struct object {
    int references;
    char *data;
};

struct queue {
    struct node *head, **tail;
};

struct pool {
    char *memory;
    size_t used, size;
};

static struct node ring = {&ring, &ring, 0};
static struct node *table[8];
static int live_blocks;
static void *free_list;

/* A wrapper that keeps its size in front of the block. */
static void *my_alloc(size_t size) {
    char *p = malloc(size + BLOCK_HEADER);
    if (!p) return NULL;
    *(size_t *)p = size;
    live_blocks++;
    return p + BLOCK_HEADER;
}

static void my_free(void *p) {
    if (!p) return;
    live_blocks--;
    free((char *)p - BLOCK_HEADER);
}

void wrapped(void) {
    char *p = my_alloc(8);
    if (p) p[7] = 1;
    my_free(p);
}

void wrapped_too_short(void) {
    char *p = my_alloc(8);
    if (p) p[8] = 1; // expect: out-of-bounds
    my_free(p);
}

void wrapped_and_freed_raw(void) {
    char *p = my_alloc(8);
    free(p); // expect: bad-free
}

static void object_get(struct object *o) { o->references++; }

static void object_put(struct object *o) {
    if (--o->references == 0) {
        free(o->data);
        free(o);
    }
}

static struct object *object_new(void) {
    struct object *o = calloc(1, sizeof *o); // expect: leak
    if (o) o->references = 1;
    return o;
}

static struct object *object_make(void) {
    struct object *o = calloc(1, sizeof *o);
    if (o) o->references = 1;
    return o;
}

int counted(void) {
    struct object *o = object_make();
    if (!o) return 0;
    object_get(o);
    object_put(o);
    int references = o->references;
    object_put(o);
    return references;
}

int counted_too_low(void) {
    struct object *o = object_make();
    if (!o) return 0;
    object_put(o);
    int references = o->references; // expect: use-after-free
    return references;
}

int counted_too_high(void) {
    struct object *o = object_new();
    if (!o) return 0;
    object_get(o);
    object_put(o);
    return 1;
}

// run: add_to_ring("x"); free(ring.next->text); free(ring.next);
int add_to_ring(const char *text) {
    struct node *n = malloc(sizeof *n);
    if (!n) return -1;
    n->text = strdup(text);
    n->next = &ring;
    n->prev = ring.prev;
    ring.prev->next = n;
    ring.prev = n;
    return 0;
}

// run: struct queue q = {0, &q.head}; add_to_queue(&q); free(q.head);
int add_to_queue(struct queue *q) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return -1;
    *q->tail = n;
    q->tail = &n->next;
    return 0;
}

// run: add_to_table(3u); free(table[3]);
void add_to_table(unsigned hash) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return;
    n->next = table[hash % 8];
    table[hash % 8] = n;
}

/* Freed by way of a list of things to free. */
void put_on_the_free_list(void) {
    void **p = malloc(32);
    if (!p) return;
    *p = free_list;
    free_list = p;
}

void list_built_and_freed(void) {
    struct node *head = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = calloc(1, sizeof *n);
        if (!n) break;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

void list_built_and_freed_but_its_texts(void) {
    struct node *head = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = calloc(1, sizeof *n);
        if (!n) break;
        n->text = strdup("lost"); // expect: leak
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

// run: struct pool p = {0}; pool_take(&p, 10); free(p.memory);
void *pool_take(struct pool *p, size_t size) {
    if (!p->memory) {
        p->memory = malloc(1024);
        p->size = p->memory ? 1024 : 0;
        p->used = 0;
    }
    if (!p->memory || size > p->size - p->used) return NULL;
    void *result = p->memory + p->used;
    p->used += size;
    return result;
}

int pool_in_use(void) {
    struct pool p = {0};
    char *a = pool_take(&p, 8), *b = pool_take(&p, 8);
    if (a && b) {
        a[7] = 1;
        b[7] = 2;
        show(a[7] + b[7]);
    }
    free(p.memory);
    return 0;
}

/* Pointers with a mark in the lowest bit are pointers still. */
// run: unsigned long k = kept_with_a_mark(); free((void *)(k & ~1ul));
unsigned long kept_with_a_mark(void) {
    char *p = malloc(8);
    return (unsigned long)p | 1;
}

static char **environment;
static int environment_size;

// run: add_variable("A=1"); free(environment[0]); free(environment);
int add_variable(const char *text) {
    char **bigger = realloc(environment, (size_t)(environment_size + 2) * sizeof *bigger);
    if (!bigger) return -1;
    environment = bigger;
    environment[environment_size] = strdup(text);
    environment[environment_size + 1] = NULL;
    if (!environment[environment_size]) return -1;
    environment_size++;
    return 0;
}

// run: swap_and_free();
void swap_and_free(void) {
    char *a = malloc(4), *b = malloc(8), *t = a;
    a = b;
    b = t;
    free(a);
    free(b);
}

void swap_and_free_one(void) {
    char *a = malloc(4), *b = malloc(8), *t = a; // expect: leak
    a = b;
    b = t;
    free(a);
}
