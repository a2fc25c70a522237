// A scanner that looks at each character of a text three times, by switches of many cases: only the first has several ways.
#include <klee/klee.h>

static int kind(unsigned char c) {
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
    case '0': case '1': case '2': case '3': case '4': return 2;
    case ' ': return 3;
    case '\t': return 4;
    case '\n': return 5;
    case '+': return 6;
    case '-': return 7;
    case '*': return 8;
    case '/': return 9;
    case '(': return 10;
    case ')': return 11;
    case '[': return 12;
    case ']': return 13;
    case '{': return 14;
    case '}': return 15;
    case '<': return 16;
    case '>': return 17;
    case '=': return 18;
    case '!': return 19;
    case '&': return 20;
    case '|': return 21;
    case '^': return 22;
    case '~': return 23;
    case ',': return 24;
    case ';': return 25;
    case ':': return 26;
    case '"': return 27;
    case '\'': return 28;
    default: return 0;
    }
}

int main(void) {
    unsigned char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += kind(text[i]);
    for (int round = 0; round < 8; round++)
        for (int i = 0; i < 3; i++) sum ^= kind(text[i]) << round;
    return sum & 127;
}
