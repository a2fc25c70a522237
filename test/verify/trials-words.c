// Words that a path would have to decide letter by letter are drawn as a whole: the error is behind an option, an operator
// and a number in digits.
// flags: --engine=trials
// expect: unreach-call false(unreach-call) line 28
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static const struct {
    char text[8];
    int number;
} operators[] = {{"-equal", 1}, {"-less", 2}, {"-more", 3}, {"-within", 4}};

static int operator_of(const char *word) {
    for (unsigned i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (!strncmp(word, operators[i].text, 8)) return operators[i].number;
    return 0;
}

int main(void) {
    char words[3][12];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 12; k++) words[i][k] = __VERIFIER_nondet_char();
        words[i][11] = 0;
    }
    if (!strcmp(words[0], "count") && operator_of(words[1]) == 3 && atoi(words[2]) > 40 && atoi(words[2]) < 90) reach_error();
    return 0;
}
