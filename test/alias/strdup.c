// expect: disjoint p q
// expect: disjoint p main.argv
#include <string.h>

int main(int argc, char **argv) {
    char *p = strdup(argv[0]);
    char *q = strdup(argv[0]);
    return (int)(strlen(p) + strlen(q));
}
