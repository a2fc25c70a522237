// Constructors and destructors with priorities, together with atexit.
#include <stdio.h>
#include <stdlib.h>

static int order;
__attribute__((constructor(300))) static void third(void) { printf("constructor 300: %d\n", ++order); }
__attribute__((constructor(200))) static void second(void) { printf("constructor 200: %d\n", ++order); }
__attribute__((constructor(101))) static void first(void) { printf("constructor 101: %d\n", ++order); }
__attribute__((constructor)) static void plain(void) { printf("constructor: %d\n", ++order); }
__attribute__((destructor(101))) static void last(void) { printf("destructor 101: %d\n", ++order); }
__attribute__((destructor(200))) static void before_last(void) { printf("destructor 200: %d\n", ++order); }
__attribute__((destructor)) static void plain_end(void) { printf("destructor: %d\n", ++order); }
static void at_exit(void) { printf("atexit: %d\n", ++order); }

int main(void)
{
    atexit(at_exit);
    printf("main: %d\n", ++order);
    return 3;
}
