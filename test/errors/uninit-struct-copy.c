// The unset field of a structure decides a branch after two copies.
struct setting { int used, unset; };

static struct setting pass(struct setting s)
{
    return s;
}

int main(void)
{
    struct setting a, b;
    a.used = 1;
    b = pass(a);
    if (b.unset > 3)
        return 1;
    return 0;
}
/* expect:
14:9: error: branch depends on an uninitialised value [uninitialised]
11: note: the value comes from {'a'|'b'}, declared here
*/
