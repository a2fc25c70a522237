// Figure 1 as it stands in the paper: b and c are pointers in registers, and the graph shows where they point to.
// expect: points b a
// expect: points c a
// expect: pointer andersen foo.b == global:a
// expect: pointer steensgaard foo.b == global:a
// expect: pointer steensgaard-fields foo.b == global:a
// expect: pointer dsa foo.b == global:a
// expect: pointer cells foo.b == global:a
// expect: pointer cells foo.c == global:a
#include <assert.h>

int a;

void foo() {
    int *b = &a;
    *b = 0xFFFF;
    char *c = (char *)b;
    *c = 0x0;
    assert(a != 0xFFFF);
}

int main(void) { foo(); }
