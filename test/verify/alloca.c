// expect: valid-memsafety false(valid-deref) line 7
extern void *alloca(__SIZE_TYPE__);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char *p = alloca(16);
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i <= 16) p[i] = 0;
    return 0;
}
