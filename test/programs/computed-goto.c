// Labels as values: threaded code, tables of label differences.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JNZ, DEC, PRINT, HALT };

static int run(const int *code)
{
    static const void *const labels[] = {&&push, &&add, &&mul, &&dup, &&jnz, &&dec, &&print, &&halt};
    int stack[16], *top = stack, steps = 0;
    const int *pc = code;
#define NEXT() do { steps++; goto *labels[*pc++]; } while (0)
    NEXT();
push: *top++ = *pc++; NEXT();
add: top--, top[-1] += *top; NEXT();
mul: top--, top[-1] *= *top; NEXT();
dup: *top = top[-1], top++; NEXT();
jnz: if (top[-1]) pc = code + *pc; else pc++; NEXT();
dec: top[-1]--; NEXT();
print: printf("%d ", top[-1]); NEXT();
halt: printf("\n"); return steps;
}

static int offsets(const char *s)
{
    static const int table[] = {&&a - &&a, &&b - &&a, &&end - &&a};
    int n = 0;
next:
    goto *(&&a + table[*s == 'a' ? 0 : *s ? 1 : 2]);
a:
    n = n * 2 + 1, s++;
    goto next;
b:
    n = n * 2, s++;
    goto next;
end:
    return n;
}

int main(void)
{
    int code[] = {PUSH, 5, PRINT, DEC, JNZ, 2, PRINT, PUSH, 7, DUP, MUL, ADD, PRINT, HALT};
    printf("%d\n", run(code));
    printf("%d %d\n", offsets("abba"), offsets("aaab"));
    void *where = &&first;
    int count = 0;
    goto *where;
first:
    count++;
    where = count < 3 ? &&first : &&second;
    goto *where;
second:
    printf("%d %d\n", count, where == &&second);
    return 0;
}
