/* A random program. The path that is left for last is wrong at an access with several choices: which objects there are, whether
 * the access is valid, and in which way it is not. */
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned sum;
struct node {
    unsigned char v;
    struct node *next;
} nodes[2];
union word {
    unsigned w;
    unsigned char c[4];
    unsigned short h[2];
};
union word words[1] = {{33818114}};
static void run(unsigned char x, unsigned char y) {
    static unsigned char bytes[3] = {3, 4, 1};
    short numbers[4];
    for (int k = 0; k < 4; k++) numbers[k] = k * 3 + 1;
    for (int k = 0; k < 2; k++) {
        nodes[k].v = k + 1;
        nodes[k].next = nodes;
    }
    {
        short *p = y + x == 0 ? numbers : numbers;
        sum = sum * 31 + (unsigned)p[2];
    }
    sum += nodes[(unsigned)(y + y) % 2].next->v;
    nodes[1].next = 0;
    if (bytes[(unsigned)(y + y) % 3] == 3) exit(1);
    sum += nodes[((x + 4) & 1)].next->v;
    if (((y ^ x) & 1)) { nodes[(((x ^ x)) & 1)].next = 0; }
    if (x == 0) {
        struct node *p = &nodes[(((y | 1)) & 1)];
        for (int k = 0; p && k < 3; k++, p = p->next) {
            sum = sum * 31 + p->v;
            p->v++;
        }
    }
    if (nodes[0].next) nodes[0].next->v = (((y ^ y) & 1) ? (unsigned)(y * 4) : (unsigned)numbers[y]);
    for (int k = 0; k < 1; k++) sum = sum * 31 + words[k].w;
    for (int k = 0; k < 3; k++) sum = sum * 31 + (unsigned)bytes[k];
    for (int k = 0; k < 4; k++) sum = sum * 31 + (unsigned)numbers[k];
}

int main(void) {
    unsigned char x, y;
    klee_make_symbolic(&x, 1, "x");
    klee_assume(x < 4);
    klee_make_symbolic(&y, 1, "y");
    klee_assume(y < 4);
    run(x, y);
    unsigned key = (x) * 4u + y;
    for (unsigned k = 0; k < 16u; k++)
        if (key == k) {
            write(1, &sum, sizeof sum);
            exit(0);
        }
    return 0;
}
