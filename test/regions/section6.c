// Paper, section 6: buf.data[1] and p->data[1] are one place, so q is not null where it is followed.
#include <klee/klee.h>
#include <stddef.h>

struct s { int data[2]; };

void f(struct s buf) {
    int i = 3, *q = NULL;
    struct s *p;

    if (buf.data[1] == 1)
        q = &i;

    p = &buf;

    if (p->data[1] == 1)
        p->data[0] = *q;

    return;
}

int main(void) {
    struct s in;
    klee_make_symbolic(&in, sizeof in, "in");
    f(in);
    return 0;
}
/* finds: nothing */
/* regions f:16
in | region 1 | N/A
in.data | region 2 | N/A
in.data[0] | region 3 | $1
in.data[1] | region 4 | $2
buf | region 5 | N/A
buf.data | region 6 | N/A
buf.data[0] | region 7 | $1
buf.data[1] | region 8 | $2
i | region 9 | 3
q | region 10 | NULL
p | region 11 | region 5
--
in | region 1 | N/A
in.data | region 2 | N/A
in.data[0] | region 3 | $1
in.data[1] | region 4 | $2
buf | region 5 | N/A
buf.data | region 6 | N/A
buf.data[0] | region 7 | $1
buf.data[1] | region 8 | $2
i | region 9 | 3
q | region 10 | region 9
p | region 11 | region 5
*/
