// Figures 1 and 2: a cast to another type leaves three groups, of which one is accessed as int and as char.
// expect: groups cells global:a != local:b
// expect: groups cells global:a != local:c
// expect: groups cells local:b != local:c
// expect: points b a
// expect: points c a
static int a;
static int *volatile *keep_b;
static char *volatile *keep_c;

int main(void) {
    int *volatile b = &a; /* volatile, and their addresses kept: they stand in memory */
    keep_b = &b;
    **keep_b = 0xffff;
    char *volatile c = (char *)b;
    keep_c = &c;
    **keep_c = 0;
    return a == 0xffff;
}
