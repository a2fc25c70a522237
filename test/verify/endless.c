// flags: --engine=explore
// expect-32: unreach-call unknown .*endless\.c:[78]
extern void reach_error(void);
/* It never forks: the reason says where it was. */
int main(void) {
    unsigned x = 1;
    while (x)
        x += 2;
    reach_error();
    return 0;
}
