// What a program is started with is not to be freed.
// run: --sym-args=0,2,2
// found: invalid-free:8 invalid-free:10 invalid-free:12
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] == 'x')
        free(argv[1]);
    if (argc > 1 && argv[1][0] == 'y')
        free(argv);
    if (argc > 1 && argv[1][0] == 'z')
        argv[1] = realloc(argv[1], 20);
    return 0;
}
