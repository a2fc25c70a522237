// A field of a null pointer is read.
struct point { int x, y, z; };

static int third(struct point *p)
{
    return p->z;
}

int main(void)
{
    return third(0);
}
/* expect:
6:15: error: read of 4 bytes at offset 8 from a null pointer [null-dereference]
11:12: note: in the call of 'third' from 'main'
*/
