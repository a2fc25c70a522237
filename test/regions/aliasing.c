// Paper, section 2: *p and x are one place.
int main(void) {
    int x, y;
    int *p = &x;
    x = 3;
    *p = 4;
    y = x;
    return y;
}
/* finds: nothing */
/* regions main:6
x | region 1 | 3
y | region 2 | undefined
p | region 3 | region 1
*/
/* regions main:8
x | region 1 | 4
y | region 2 | 4
p | region 3 | region 1
*/
