// Expression trees with tagged unions: built, simplified, derived, printed, freed.
#include <stdio.h>
#include <stdlib.h>

struct expression {
    enum { NUMBER, VARIABLE, ADD, MULTIPLY, POWER } kind;
    union { double number; char variable; struct { struct expression *left, *right; }; struct { struct expression *base; int exponent; }; };
};
static int live;
static struct expression *make(struct expression e) { struct expression *p = malloc(sizeof *p); *p = e; live++; return p; }
static struct expression *number(double n) { return make((struct expression){NUMBER, {.number = n}}); }
static struct expression *variable(char c) { return make((struct expression){VARIABLE, {.variable = c}}); }
static struct expression *add(struct expression *l, struct expression *r) { return make((struct expression){ADD, {.left = l, .right = r}}); }
static struct expression *multiply(struct expression *l, struct expression *r) { return make((struct expression){MULTIPLY, {.left = l, .right = r}}); }
static struct expression *power(struct expression *b, int n) { return make((struct expression){.kind = POWER, .base = b, .exponent = n}); }

static void drop(struct expression *e)
{
    if (e->kind == ADD || e->kind == MULTIPLY)
        drop(e->left), drop(e->right);
    else if (e->kind == POWER)
        drop(e->base);
    free(e), live--;
}
static struct expression *copy(const struct expression *e)
{
    struct expression *c = make(*e);
    if (e->kind == ADD || e->kind == MULTIPLY)
        c->left = copy(e->left), c->right = copy(e->right);
    else if (e->kind == POWER)
        c->base = copy(e->base);
    return c;
}
static struct expression *derive(const struct expression *e)
{
    switch (e->kind) {
    case NUMBER: return number(0);
    case VARIABLE: return number(1);
    case ADD: return add(derive(e->left), derive(e->right));
    case MULTIPLY: return add(multiply(derive(e->left), copy(e->right)), multiply(copy(e->left), derive(e->right)));
    case POWER: return multiply(number(e->exponent), multiply(power(copy(e->base), e->exponent - 1), derive(e->base)));
    }
    return NULL;
}
static struct expression *simplify(struct expression *e)
{
    if (e->kind == ADD || e->kind == MULTIPLY) {
        struct expression *l = e->left = simplify(e->left), *r = e->right = simplify(e->right), *keep = NULL;
        if (l->kind == NUMBER && r->kind == NUMBER)
            keep = number(e->kind == ADD ? l->number + r->number : l->number * r->number);
        else if (e->kind == MULTIPLY && ((l->kind == NUMBER && l->number == 0) || (r->kind == NUMBER && r->number == 0)))
            keep = number(0);
        else if (l->kind == NUMBER && l->number == (e->kind == MULTIPLY))
            keep = copy(r);
        else if (r->kind == NUMBER && r->number == (e->kind == MULTIPLY))
            keep = copy(l);
        if (keep)
            return drop(e), keep;
    } else if (e->kind == POWER) {
        e->base = simplify(e->base);
        if (e->exponent == 1) {
            struct expression *keep = copy(e->base);
            return drop(e), keep;
        }
    }
    return e;
}
static void print(const struct expression *e)
{
    switch (e->kind) {
    case NUMBER: printf("%g", e->number); break;
    case VARIABLE: printf("%c", e->variable); break;
    case ADD: printf("("), print(e->left), printf(" + "), print(e->right), printf(")"); break;
    case MULTIPLY: print(e->left), printf("*"), print(e->right); break;
    case POWER: print(e->base), printf("^%d", e->exponent); break;
    }
}
static double evaluate(const struct expression *e, double x)
{
    double r = 1;
    switch (e->kind) {
    case NUMBER: return e->number;
    case VARIABLE: return x;
    case ADD: return evaluate(e->left, x) + evaluate(e->right, x);
    case MULTIPLY: return evaluate(e->left, x) * evaluate(e->right, x);
    case POWER:
        for (int i = 0; i < e->exponent; i++)
            r *= evaluate(e->base, x);
    }
    return r;
}

int main(void)
{
    struct expression *e = add(multiply(number(3), power(variable('x'), 3)), add(multiply(number(2), variable('x')), number(7)));
    for (int i = 0; i < 4; i++) {
        print(e);
        printf(" = %g\n", evaluate(e, 1.5));
        struct expression *d = simplify(derive(e));
        drop(e);
        e = d;
    }
    drop(e);
    printf("%d\n", live);
    return 0;
}
