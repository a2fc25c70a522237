// expect: unreach-call false(unreach-call) line 9
extern void reach_error(void);
/* In the next round it is another one. */
int main(void) {
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        x = x == 7 ? 7 : x; /* read before it is written */
        if (i == 1 && last == 1 && x == 2) reach_error();
        last = x;
    }
    return 0;
}
