/* Euclid's algorithm on two symbolic numbers: each step divides by what the step before left. */
int klee_range(int begin, int end, const char *name);

#ifndef BOUND
#define BOUND 1000
#endif

int main() {
    int a = klee_range(0, BOUND, "a"), b = klee_range(0, BOUND, "b"), steps = 0;
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
        steps++;
    }
    return steps;
}
