// Paper, section 6, with a real error: the second condition is another one.
#include <klee/klee.h>
#include <stddef.h>

struct s { int data[2]; };

void f(struct s buf) {
    int i = 3, *q = NULL;
    struct s *p;

    if (buf.data[1] == 1)
        q = &i;

    p = &buf;

    if (p->data[1] == 2)
        p->data[0] = *q;

    return;
}

int main(void) {
    struct s in;
    klee_make_symbolic(&in, sizeof in, "in");
    f(in);
    return 0;
}
/* finds: null-dereference 17 */
