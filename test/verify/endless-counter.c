// It counts, and so never is in the same state: whether it ends is another question.
// flags: --engine=explore
// expect: termination unknown .*
int main(void) {
    unsigned long long n = 1;
    while (n) n += 2;
    return 0;
}
