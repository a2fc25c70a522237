// expect: points p table
// expect: points s string
static const int table[] = {1, 2, 3};

int main(int argc, char **argv) {
    const int *p = &table[argc];
    const char *s = "text";
    return *p + *s;
}
