// expect: unreach-call false(unreach-call) line 10
#include <unistd.h>
extern void reach_error(void);
/* The library writes to it, for it is the program's only by name. */
int optind = 1;
int main(void) {
    char name[] = "p", option[] = "-a", *words[] = {name, option, 0};
    if (optind != 1) return 0;
    getopt(2, words, "a");
    if (optind == 2) reach_error();
    return 0;
}
