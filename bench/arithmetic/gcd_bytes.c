/* Euclid's algorithm on two symbolic bytes. */
void klee_make_symbolic(void *at, unsigned long size, const char *name);

int main() {
    unsigned char a, b;
    klee_make_symbolic(&a, 1, "a");
    klee_make_symbolic(&b, 1, "b");
    while (b) {
        unsigned char rest = a % b;
        a = b;
        b = rest;
    }
    return a == 7;
}
