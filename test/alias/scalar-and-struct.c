// A pointer to a scalar or to a struct of smaller fields: the two are incompatible, for dsa as for cells.
// expect: groups dsa local:s.high == local:s.next
// expect: groups cells local:s.high == local:s.next
// expect: points p s
// expect: points p zero
struct pair { short low, high; int *next; };

int main(int argc, char **argv) {
    struct pair s = {1, 2, 0};
    int zero = 0;
    void *volatile p = argc > 1 ? (void *)&s : &zero;
    return p && s.high == 2 && !s.next;
}
