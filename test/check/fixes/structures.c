/* In the manner of bugs that were fixed in real programs: lists, trees, tables, states. Before and after the fix. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *key;
    int value;
};

struct tree {
    struct tree *left, *right, *parent;
    int key;
};

struct session {
    char *user;
    char *path;
    FILE *log;
    int state;
};

struct listener {
    void (*call)(struct listener *);
    void *data;
};

static struct entry *buckets[4];
static struct session *active;

/* Removing the first of a list leaves the head behind. */
// run: struct entry *e = calloc(1, sizeof *e); e->key = strdup("k"); buckets[0] = e; remove_first(); lookup_first();
void remove_first(void) {
    struct entry *e = buckets[0];
    if (!e) return;
    buckets[0] = e->next;
    free(e->key);
    free(e);
}

int lookup_first(void) {
    struct entry *e = buckets[0];
    return e ? e->value : 0;
}

// run: session_reset();
int session_reset(void) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return -1;
    s->user = strdup("root");
    free(s->user);
    if (s->user) show(s->user[0]); // expect: use-after-free
    free(s);
    return 0;
}

int session_reset_fixed(void) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return -1;
    s->user = strdup("root");
    free(s->user);
    s->user = NULL;
    if (s->user) show(s->user[0]);
    free(s);
    return 0;
}

static void session_close(struct session *s) {
    free(s->user);
    free(s->path);
    if (s->log) fclose(s->log);
    free(s);
}

static struct session *session_open(const char *user) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->user = strdup(user);
    if (!s->user) {
        free(s);
        return NULL;
    }
    return s;
}

int session_used_after_close(void) {
    struct session *s = session_open("me");
    if (!s) return -1;
    session_close(s);
    return s->state; // expect: use-after-free
}

int session_used_before_close(void) {
    struct session *s = session_open("me");
    if (!s) return -1;
    int state = s->state;
    session_close(s);
    return state;
}

/* The error way closes what the caller closes again. */
static int session_start(struct session *s) {
    if (s->path == NULL) {
        free(s->user);
        return -1;
    }
    return 0;
}

int session_started(void) {
    struct session s = {strdup("me"), NULL, NULL, 0};
    if (session_start(&s) < 0) {
        free(s.user); // expect: double-free
        return -1;
    }
    free(s.user);
    return 0;
}

static int session_begin(struct session *s) { return s->path ? 0 : -1; }

int session_begun(void) {
    struct session s = {strdup("me"), NULL, NULL, 0};
    if (session_begin(&s) < 0) {
        free(s.user);
        return -1;
    }
    free(s.user);
    return 0;
}

/* The leftmost of a tree that may be empty. */
// run: leftmost(0);
int leftmost(struct tree *t) {
    struct tree *last = NULL;
    while (t) {
        last = t;
        t = t->left;
    }
    return last->key; // expect: null-dereference
}

// run: struct tree t = {0, 0, 0, 4}; leftmost_fixed(0); leftmost_fixed(&t);
int leftmost_fixed(struct tree *t) {
    struct tree *last = NULL;
    while (t) {
        last = t;
        t = t->left;
    }
    return last ? last->key : -1;
}

/* The root has no parent. */
// run: struct tree t = {0, 0, 0, 4}; sibling(&t);
struct tree *sibling(struct tree *t) {
    struct tree *p = t->parent;
    if (p == NULL) show(t->key);
    return p->left == t ? p->right : p->left; // expect: null-dereference
}

// run: struct tree t = {0, 0, 0, 4}; sibling_fixed(&t);
struct tree *sibling_fixed(struct tree *t) {
    struct tree *p = t->parent;
    if (p == NULL) return NULL;
    return p->left == t ? p->right : p->left;
}

static void tree_free(struct tree *t) {
    if (!t) return;
    tree_free(t->left);
    tree_free(t->right);
    free(t);
}

int tree_of_three(void) {
    struct tree *t = calloc(1, sizeof *t);
    if (!t) return 0;
    t->left = calloc(1, sizeof *t);
    t->right = calloc(1, sizeof *t);
    int both = t->left && t->right;
    tree_free(t);
    return both;
}

int tree_with_a_shared_branch(void) {
    struct tree *t = calloc(1, sizeof *t);
    if (!t) return 0;
    t->left = t->right = calloc(1, sizeof *t);
    int both = t->left && t->right;
    free(t->left);
    free(t->right); // expect: double-free
    free(t);
    return both;
}

/* The old value is lost when a key is set again. */
// run: struct entry e = {0, strdup("a"), 1}; rename_entry(&e, "b"); free(e.key);
int rename_entry(struct entry *e, const char *key) {
    char *copy = strdup(key);
    if (!copy) return -1;
    free(e->key);
    e->key = copy;
    return 0;
}

int renamed_twice(void) {
    struct entry e = {NULL, NULL, 0};
    e.key = strdup("first"); // expect: leak
    e.key = strdup("second");
    int c = e.key ? e.key[0] : 0;
    free(e.key);
    return c;
}

int renamed_twice_fixed(void) {
    struct entry e = {NULL, NULL, 0};
    rename_entry(&e, "first");
    rename_entry(&e, "second");
    int c = e.key ? e.key[0] : 0;
    free(e.key);
    return c;
}

/* A callback frees what its caller goes on with. */
static void forget(struct listener *l) {
    free(l->data);
    l->data = NULL;
}

static void forget_all(struct listener *l) { free(l); }

static int notify(struct listener *l) {
    l->call(l);
    return l->data == NULL; // expect: use-after-free
}

static int notify_quietly(struct listener *l) {
    l->call(l);
    return l->data == NULL;
}

int listener_is_gone(void) {
    struct listener *l = calloc(1, sizeof *l);
    if (!l) return 0;
    l->call = forget_all;
    return notify(l);
}

int listener_is_there(void) {
    struct listener *l = calloc(1, sizeof *l);
    if (!l) return 0;
    l->call = forget;
    int done = notify_quietly(l);
    free(l);
    return done;
}

/* Half of what was opened stays open. */
int session_with_log(void) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return -1;
    s->log = fopen("/dev/null", "w"); // expect: file-leak
    if (!s->log) {
        free(s);
        return -1;
    }
    fputs("start", s->log);
    free(s);
    return 0;
}

int session_with_log_fixed(void) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return -1;
    s->log = fopen("/dev/null", "w");
    if (!s->log) {
        free(s);
        return -1;
    }
    fputs("start", s->log);
    fclose(s->log);
    free(s);
    return 0;
}

// run: activate("me"); free(active->user); free(active);
int activate(const char *user) {
    struct session *s = session_open(user);
    if (!s) return -1;
    active = s;
    return 0;
}

/* The iteration goes on in a node that was moved to another list. */
int move_all(void) {
    struct entry a = {NULL, NULL, 1}, b = {&a, NULL, 2}, *from = &b, *to = NULL;
    int moved = 0;
    while (from) {
        struct entry *e = from;
        from = e->next;
        e->next = to;
        to = e;
        moved++;
    }
    return moved + to->value;
}

int move_all_and_look_back(void) {
    struct entry a = {NULL, NULL, 1}, b = {&a, NULL, 2}, *from = &b, *to = NULL;
    while (from) {
        struct entry *e = from;
        from = e->next;
        e->next = to;
        to = e;
    }
    return from->value; // expect: null-dereference
}
