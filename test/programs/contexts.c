// Contexts: generators, a ring of routines on stacks of their own, arguments, links, loops by setcontext, stacks used again.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 64 * 1024 };

static ucontext_t back, generator;
static int made;

static void generate(int from, int to)
{
    for (int i = from; i < to; i++) {
        made = i * i;
        swapcontext(&generator, &back);
    }
    made = -1;
}

static void generators(void)
{
    char *stack = malloc(STACK);
    for (int round = 0; round < 100; round++) { /* most are left before they end: their stack is used again */
        getcontext(&generator);
        generator.uc_stack.ss_sp = stack;
        generator.uc_stack.ss_size = STACK;
        generator.uc_link = &back;
        makecontext(&generator, (void (*)(void))generate, 2, -2, 3);
        int sum = 0;
        for (int i = 0; i < (round == 0 ? 9 : 2); i++) {
            if (swapcontext(&back, &generator)) abort();
            if (made < 0) break;
            sum += made;
        }
        if (round < 2) printf("sum %d\n", sum);
    }
    free(stack);
}

static ucontext_t ring[3], over;
static int turns;

static void turn(int self)
{
    char mark = (char)('a' + self);
    while (turns < 8) {
        turns++;
        putchar(mark++);
        swapcontext(&ring[self], &ring[(self + 1) % 3]);
    }
    printf(" routine %d ends\n", self);
}

static void routines(void)
{
    static char stacks[3][STACK];
    for (int i = 0; i < 3; i++) {
        getcontext(&ring[i]);
        ring[i].uc_stack.ss_sp = stacks[i];
        ring[i].uc_stack.ss_size = STACK;
        ring[i].uc_link = i == 2 ? &over : &ring[i + 1];
        makecontext(&ring[i], (void (*)(void))turn, 1, i);
    }
    swapcontext(&over, &ring[0]);
    puts("over");
}

static void count(void)
{
    ucontext_t again;
    volatile int n = 0;
    getcontext(&again);
    printf("round %d\n", ++n);
    if (n < 3) setcontext(&again);
}

static void inner_jump(int low, int high, int depth)
{
    uintptr_t address = (uint32_t)low | (uintptr_t)(uint32_t)high << 16 << 16;
    if (depth > 0) inner_jump(low, high, depth - 1);
    *(int *)address += depth;
    if (depth == 2) setcontext(&over); /* from inside of a call: the frames of this stack stay as they are */
}

static void pointers(void)
{
    static char stack[STACK];
    int *total = calloc(1, sizeof *total);
    ucontext_t one;
    getcontext(&one);
    one.uc_stack.ss_sp = stack;
    one.uc_stack.ss_size = sizeof stack;
    one.uc_link = NULL;
    makecontext(&one, (void (*)(void))inner_jump, 3, (int)(uintptr_t)total, (int)((uintptr_t)total >> 16 >> 16), 4);
    swapcontext(&over, &one);
    printf("total %d\n", *total);
    free(total);
}

static void last(void)
{
    puts("the last one ends the program");
}

int main(void)
{
    generators();
    routines();
    count();
    pointers();
    static char stack[STACK];
    static ucontext_t end;
    getcontext(&end);
    end.uc_stack.ss_sp = stack;
    end.uc_stack.ss_size = sizeof stack;
    end.uc_link = NULL;
    makecontext(&end, last, 0);
    setcontext(&end);
    return 7;
}
