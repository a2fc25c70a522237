// Declarations: complicated declarators, typedef names reused, incomplete types, opaque pointers, function types.
#include <stdio.h>
#include <stdlib.h>

typedef int integer, *integer_pointer, vector[4], function(int), (*function_pointer)(int);
typedef struct opaque opaque;
struct opaque { integer n; opaque *self; };
typedef const char *const *names;
function twice;
static int (*(*table[2])(int))(int);
static int (*select_function(int which))(int) { return which ? twice : (function_pointer)abs; }
static int (*other_function(int which))(int) { return which ? abs : twice; }
static int apply(function f, integer x) { return f(x); }
static int (*matrix_row(int (*m)[4], int i))[4] { return &m[i]; }
int twice(int x) { return 2 * x; }
static opaque *make(int n)
{
    opaque *o = malloc(sizeof *o);
    o->n = n, o->self = o;
    return o;
}

int main(void)
{
    vector v = {1, 2, 3, 4};
    integer_pointer p = v, *pp = &p;
    (*pp)++;
    printf("%d %d %d\n", *p, (int)(sizeof(vector) / sizeof(integer)), **pp);
    table[0] = select_function, table[1] = other_function;
    printf("%d %d %d\n", table[0](1)(21), table[0](0)(-5), (*table[1])(1)(-7));
    printf("%d %d\n", apply(twice, 4), apply(&twice, 5));
    int m[3][4] = {{1}, {2, 3}, {4, 5, 6}};
    printf("%d\n", (*matrix_row(m, 2))[1]);
    opaque *o = make(9);
    printf("%d\n", o->self->self->n);
    free(o);
    {
        typedef char integer;
        integer c = (integer)300;
        printf("%d %d\n", c, (int)sizeof(integer));
    }
    names list = (const char *const[]){"first", "second"};
    printf("%s\n", list[1]);
    struct tag { int a; } first = {1};
    {
        struct tag { char b[3]; } second = {"ab"};
        printf("%s %d\n", second.b, (int)sizeof(struct tag));
    }
    int tag = first.a;
    goto tag;
tag:
    printf("%d\n", tag);
    int (*array_pointer)[4] = &v, *const constant = *array_pointer;
    constant[3] = 40;
    printf("%d %d\n", (*array_pointer)[3], (int)(sizeof *array_pointer / sizeof(int)));
    function_pointer functions[] = {twice, abs}, (*fp)[2] = &functions;
    printf("%d %d\n", (*fp)[0](3), functions[1](-3));
    const int *volatile q = v;
    printf("%d %d\n", q[0], *(q + 1));
    return 0;
}
