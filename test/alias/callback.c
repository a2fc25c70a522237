// expect: points use.p x
static int x;
static void use(void *p) { *(int *)p = 1; }
static void call(void (*function)(void *), void *argument) { function(argument); }

int main(void) {
    call(use, &x);
    return x;
}
