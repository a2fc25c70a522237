/* Normal ends of a program: exit, atexit and their relatives. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>
#include "loci_machine.h"
#include "loci_process.h"
#include "loci_thread.h"

struct handler {
    enum { PLAIN, WITH_STATUS, WITH_ARGUMENT } kind;
    union {
        void (*plain)(void);
        void (*with_status)(int, void *);
        void (*with_argument)(void *);
    } function;
    void *argument;
};

/* The standard guarantees 32 registrations; more go to the heap, which is given back at the end. */
struct handlers {
    struct handler first[32], *more;
    size_t count, capacity; /* capacity: of `more` */
};

static struct handlers at_exit, at_quick_exit_;

void (*__loci_flush_streams)(void);
void (*__loci_give_way)(_Bool is_yield);

static struct handler *slot(struct handlers *list, size_t i)
{
    return i < 32 ? &list->first[i] : &list->more[i - 32];
}

static int add(struct handlers *list, struct handler handler)
{
    if (list->count >= 32 + list->capacity) {
        size_t capacity = list->capacity * 2 + 32;
        struct handler *more = realloc(list->more, capacity * sizeof *more);
        if (more == NULL) return -1;
        list->more = more;
        list->capacity = capacity;
    }
    *slot(list, list->count++) = handler;
    return 0;
}

/* A handler may register further handlers: they run next. */
static void run_all(struct handlers *list, int status)
{
    while (list->count > 0) {
        struct handler handler = *slot(list, --list->count);
        switch (handler.kind) {
        case PLAIN: handler.function.plain(); break;
        case WITH_STATUS: handler.function.with_status(status, handler.argument); break;
        case WITH_ARGUMENT: handler.function.with_argument(handler.argument); break;
        }
    }
    free(list->more);
    list->more = NULL;
    list->capacity = 0;
}

int atexit(void (*function)(void))
{
    return add(&at_exit, (struct handler){.kind = PLAIN, .function.plain = function});
}

int on_exit(void (*function)(int, void *), void *argument)
{
    return add(&at_exit, (struct handler){WITH_STATUS, {.with_status = function}, argument});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module);
int __cxa_atexit(void (*function)(void *), void *argument, void *module)
{
    (void)module; /* nothing is ever unloaded */
    return add(&at_exit, (struct handler){WITH_ARGUMENT, {.with_argument = function}, argument});
}

int at_quick_exit(void (*function)(void))
{
    return add(&at_quick_exit_, (struct handler){.kind = PLAIN, .function.plain = function});
}

static void finish_up(int status)
{
    run_all(&at_exit, status);
    __loci_fini();
    if (__loci_flush_streams != NULL) __loci_flush_streams();
}

void __loci_run_exit_handlers(void)
{
    finish_up(0);
}

_Noreturn void __loci_finish(int status)
{
    if (__loci_give_way != NULL) __loci_give_way(0);
    finish_up(status);
    __loci_exit(status);
}

void exit(int status)
{
    __loci_finish(status);
}

void quick_exit(int status)
{
    run_all(&at_quick_exit_, status);
    __loci_exit(status);
}

void _exit(int status)
{
    __loci_exit(status);
}

void _Exit(int status)
{
    __loci_exit(status);
}
