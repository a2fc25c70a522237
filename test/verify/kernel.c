// expect: valid-memsafety true
// expect: unreach-call false(unreach-call) line 11
typedef unsigned long size;
void *kzalloc(size bytes, unsigned flags);
void kfree(const void *block);
extern void reach_error(void);
int main(void) {
    int *p = kzalloc(8, 0);
    if (p && (p[0] || p[1])) return 1;
    kfree(p);
    if (!p) reach_error(); /* it may fail */
    return 0;
}
