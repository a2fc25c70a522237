// A program that looks at its arguments may be given any.
// expect: unreach-call unknown the arguments of the program are not known
extern void reach_error(void);

int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] == 'x') reach_error();
    return 0;
}
