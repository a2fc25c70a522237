// Paper, section 5.3: the tables step by step, and the hierarchy of figure 2.
#include <stdlib.h>

struct s1 {
    int d;
};

struct s2 {
    struct s1 *p;
};

void foo(void) {
    struct s1 data;
    struct s2 *sp;
    int a[2];

    sp = malloc(sizeof(struct s2));
    sp->p = &data;
    sp->p->d = 3;
    a[1] = data.d;
    free(sp);
}

int main(void) {
    foo();
    return 0;
}
/* finds: nothing */
/* regions foo:17
data | region 1 | N/A
data.d | region 2 | undefined
sp | region 3 | undefined
a | region 4 | N/A
a[0] | region 5 | undefined
a[1] | region 6 | undefined
*/
/* regions foo:18
data | region 1 | N/A
data.d | region 2 | undefined
sp | region 3 | region 7
a | region 4 | N/A
a[0] | region 5 | undefined
a[1] | region 6 | undefined
MallocReg_0 | region 7 | N/A
MallocReg_0.p | region 8 | undefined
*/
/* regions foo:19
data | region 1 | N/A
data.d | region 2 | undefined
sp | region 3 | region 7
a | region 4 | N/A
a[0] | region 5 | undefined
a[1] | region 6 | undefined
MallocReg_0 | region 7 | N/A
MallocReg_0.p | region 8 | region 1
*/
/* regions foo:20
data | region 1 | N/A
data.d | region 2 | 3
sp | region 3 | region 7
a | region 4 | N/A
a[0] | region 5 | undefined
a[1] | region 6 | undefined
MallocReg_0 | region 7 | N/A
MallocReg_0.p | region 8 | region 1
*/
/* regions foo:21
data | region 1 | N/A
data.d | region 2 | 3
sp | region 3 | region 7
a | region 4 | N/A
a[0] | region 5 | undefined
a[1] | region 6 | 3
MallocReg_0 | region 7 | N/A
MallocReg_0.p | region 8 | region 1
*/
/* tree foo:21
stack
  data
    data.d
  sp
  a
    a[0]
    a[1]
heap
  MallocReg_0
    MallocReg_0.p
*/
