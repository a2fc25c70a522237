// A pointer that steps from member to member reaches both.
// expect: points c x
// expect: points c y
struct tree { int *left, *right; };
static int x, y;

int main(int argc, char **argv) {
    struct tree t = {&x, &y};
    int *c = (&t.left)[argc % 2];
    return *c;
}
