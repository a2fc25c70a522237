// A global structure written behind its end through a pointer.
struct pair { int a, b; };
struct pair pairs[2];

int main(void)
{
    struct pair *p = pairs;
    p += 2;
    p->b = 1;
    return 0;
}
/* expect:
9:10: error: write of 4 bytes at offset 20 of 'pairs', which has 16 bytes [out-of-bounds]
3: note: 'pairs' is declared here
*/
