/* A calculator: operands are digits and bytes, operators are symbolic; it divides by what was typed. */
void klee_make_symbolic(void *at, unsigned long size, const char *name);

static int apply(char operator, int left, int right) {
    switch (operator) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': return right ? left / right : -1;
    case '%': return right ? left % right : -2;
    default: return -3;
    }
}

int main() {
    char text[3];
    unsigned char number[4];
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(number, sizeof number, "number");
    int value = number[0];
    for (int i = 0; i < 3; i++) {
        value = apply(text[i], value, number[i + 1]);
        if (value < 0) return 1;
    }
    if (value == 42) return 2;
    return value % 10 == 3 ? 3 : 0;
}
