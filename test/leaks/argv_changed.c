// What a program is started with is never lost, whatever becomes of the pointers to it.
// run: --sym-args=0,2,2
// paths: 5
// found:
#include <stddef.h>

int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] == 'x')
        argv[1] = NULL;
    argv = NULL;
    return 0;
}
