// expect: unreach-call unknown 1 paths are left at the limit.*endless-concrete\.c
// flags: --engine=explore
extern void reach_error(void);
/* Nothing is asked and nothing is chosen: the engine ends in time all the same, and says where it was. */
int main(void) {
    unsigned x = 0;
    while (1) {
        x += 2;
        if (x == 1) reach_error();
    }
}
