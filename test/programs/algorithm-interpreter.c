// stdin: let x 10\nlet y (x + 2) * 3\nprint y - x\nprint 2 ^ 10 % 7\nprint z\nprint 1 / 0\nlet s -(-3)\nprint s * (4 - 6)\nbogus\nprint (1\n
// A small interpreter: tokens, recursive descent, variables on the heap, errors by longjmp.
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct variable { char *name; long value; struct variable *next; };
static struct variable *variables;
static const char *at;
static jmp_buf failure;

static void fail(const char *why)
{
    printf("error: %s\n", why);
    longjmp(failure, 1);
}
static void blanks(void) { while (*at == ' ') at++; }
static int accept(char c) { blanks(); return *at == c ? at++, 1 : 0; }
static struct variable *lookup(const char *name, size_t n)
{
    for (struct variable *v = variables; v; v = v->next)
        if (strlen(v->name) == n && memcmp(v->name, name, n) == 0)
            return v;
    return NULL;
}
static long sum(void);
static long primary(void)
{
    blanks();
    if (accept('(')) {
        long v = sum();
        if (!accept(')'))
            fail("missing )");
        return v;
    }
    if (accept('-'))
        return -primary();
    if (isdigit((unsigned char)*at))
        return strtol(at, (char **)&at, 10);
    const char *start = at;
    while (isalpha((unsigned char)*at))
        at++;
    if (at == start)
        fail("operand expected");
    struct variable *v = lookup(start, (size_t)(at - start));
    if (!v)
        fail("unknown variable");
    return v->value;
}
static long power(void)
{
    long base = primary(), r = 1;
    if (!accept('^'))
        return base;
    for (long n = power(); n > 0; n--)
        r *= base;
    return r;
}
static long product(void)
{
    long v = power();
    for (;;)
        if (accept('*'))
            v *= power();
        else if (accept('/') || accept('%')) {
            char operator= at[-1];
            long d = power();
            if (!d)
                fail("division by zero");
            v = operator== '/' ? v / d : v % d;
        } else
            return v;
}
static long sum(void)
{
    long v = product();
    for (;;)
        if (accept('+'))
            v += product();
        else if (accept('-'))
            v -= product();
        else
            return v;
}
static void execute(const char *line)
{
    at = line;
    if (strncmp(line, "let ", 4) == 0) {
        at += 4;
        const char *name = at;
        while (isalpha((unsigned char)*at))
            at++;
        size_t n = (size_t)(at - name);
        long value = sum();
        struct variable *v = lookup(name, n);
        if (!v) {
            v = malloc(sizeof *v);
            v->name = memcpy(calloc(n + 1, 1), name, n);
            v->next = variables;
            variables = v;
        }
        v->value = value;
    } else if (strncmp(line, "print ", 6) == 0) {
        at += 6;
        printf("%ld\n", sum());
    } else
        fail("unknown statement");
}

int main(void)
{
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (setjmp(failure) == 0)
            execute(line);
    }
    while (variables) {
        struct variable *next = variables->next;
        free(variables->name), free(variables);
        variables = next;
    }
    return 0;
}
