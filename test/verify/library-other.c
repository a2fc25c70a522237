// expect: unreach-call true
extern void reach_error(void);
/* Not the C library's: its second parameter is a number. */
extern int swprintf(unsigned short *, const unsigned short *, ...);
int main(void) {
    unsigned short text[4] = {'a', 'b', 'c', 0};
    swprintf(text, text, 3);
    if (text[0] != 'a') reach_error();
    return 0;
}
