/* A small JSON reader: many short paths, each with a test. */
#include <klee/klee.h>
#include <string.h>

static const char *at;

static void space(void) {
    while (*at == ' ' || *at == '\n') at++;
}

static int value(int depth) {
    space();
    if (*at == '[' && depth < 3) {
        at++;
        space();
        if (*at == ']') return at++, 1;
        for (;;) {
            if (!value(depth + 1)) return 0;
            space();
            if (*at == ']') return at++, 1;
            if (*at++ != ',') return 0;
        }
    }
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            if (*at == '\\' && !*++at) return 0;
        return *at ? (at++, 1) : 0;
    }
    if (*at == '-') at++;
    if (*at < '0' || *at > '9') return 0;
    while (*at >= '0' && *at <= '9') at++;
    return 1;
}

int main(void) {
    char text[8];
    klee_make_symbolic(text, sizeof text, "text");
    text[7] = 0;
    at = text;
    return value(0) && !*at ? 0 : 1;
}
