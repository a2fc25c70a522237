// The environment a program is started with is not to be freed and never lost; what setenv makes is never lost either.
// run: --sym-env=V=2
// found: invalid-free:11 invalid-free:13
#include <stdlib.h>

extern char **environ;

int main(void) {
    char *value = getenv("V");
    if (value[0] == 'a')
        free(value - 2);
    if (value[0] == 'b')
        free(environ);
    if (value[0] == 'c')
        environ = NULL;
    if (value[0] == 'd')
        environ[3] = NULL;
    if (value[0] == 'e')
        setenv("V", "other", 1);
    if (value[0] == 'f') {
        setenv("N", "other", 1);
        setenv("N", "third", 1);
        unsetenv("N");
    }
    if (value[0] == 'g') {
        setenv("N", "other", 1);
        environ = NULL;
    }
    if (value[0] == 'h') {
        clearenv();
        setenv("N", "other", 1);
    }
    return 0;
}
