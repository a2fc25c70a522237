// expect: valid-memsafety false(valid-memtrack) line 8
// harness: address
typedef unsigned long size;
void *kmalloc(size bytes, unsigned flags);
void kfree(const void *block);
char *volatile kept;
int main(void) {
    for (int i = 0; i < 2; i++) kept = kmalloc(8, 0);
    kfree(kept);
    return 0;
}
