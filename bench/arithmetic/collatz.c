/* Collatz on one symbolic byte. */
void klee_make_symbolic(void *at, unsigned long size, const char *name);

int main() {
    unsigned char byte;
    klee_make_symbolic(&byte, 1, "byte");
    unsigned n = byte, steps = 0;
    if (!n) return 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps > 100;
}
