// What is handed to unknown code may come back from it, also through memory.
// expect: points q x
// expect: points r x
extern void *mystery(void *);
static int x;
static struct { int *kept; } box;

int main(void) {
    int *q = mystery(&x);
    mystery(&box);
    int *r = box.kept;
    return *q + *r;
}
