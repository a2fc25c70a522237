/* Runs the functions of a random program (random_check.py) along every way, each in a process of its own, and prints the first
 * error of each: `function kind line`. Compiled with the address sanitizer, behind the program. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

const char *__asan_get_report_description(void);
void __sanitizer_set_death_callback(void (*callback)(void));

enum { MOST_CHOICES = 16, MOST_BLOCKS = 256 };

/* Shared with the processes. */
static struct {
    int choices[MOST_CHOICES], made; /* what is to be chosen; how many choices were made */
    int line;
    char error[64];
} *way;

static struct { unsigned long address, size; int line, is_reached; } blocks[MOST_BLOCKS];
static int block_count;

void at_line(int line) { way->line = line; }
int choose(void) { return way->made < MOST_CHOICES ? way->choices[way->made++] : 0; }
unsigned long __sanitizer_get_allocated_size(const volatile void *p);
int __sanitizer_get_ownership(const volatile void *p); /* not of what is freed */

/* Addresses are kept upside down: the sanitizer's leak check is not used, but nothing should look like a pointer. */
void *note_block(void *block, int line) {
    blocks[block_count].address = ~(unsigned long)block;
    blocks[block_count].size = __sanitizer_get_allocated_size(block);
    blocks[block_count++].line = line;
    return block;
}

static void died(void) {
    const char *what = __asan_get_report_description();
    snprintf(way->error, sizeof way->error, "%s", what && *what ? what : "signal");
}
static void signalled(int number) {
    strcpy(way->error, number == SIGFPE ? "FPE" : "SEGV");
    _exit(1);
}

static void reach(const void *pointer) {
    for (int i = 0; i < block_count; i++) {
        unsigned long start = ~blocks[i].address, size = blocks[i].size;
        if ((unsigned long)pointer < start || (unsigned long)pointer > start + size || blocks[i].is_reached) continue;
        if (!__sanitizer_get_ownership((void *)start)) continue;
        blocks[i].is_reached = 1;
        if (size == sizeof(struct block)) reach(((struct block *)start)->link);
    }
}

/* What only lost blocks lead to is lost with them: a tool may name it or not. */
static void print_leaks(const char *name) {
    int is_lost[MOST_BLOCKS];
    reach(g0);
    reach(g1);
    for (int i = 0; i < block_count; i++)
        is_lost[i] = !blocks[i].is_reached && __sanitizer_get_ownership((void *)~blocks[i].address);
    for (int i = 0; i < block_count; i++)
        if (is_lost[i] && blocks[i].size == sizeof(struct block)) reach(((struct block *)~blocks[i].address)->link);
    for (int i = 0; i < block_count; i++)
        if (is_lost[i]) printf("%s %s %d\n", name, blocks[i].is_reached ? "lost-with-another" : "leak", blocks[i].line);
    fflush(stdout);
}

static void one_way(const char *name, int (*function)(void)) {
    way->made = 0;
    way->error[0] = 0;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        signal(SIGFPE, signalled);
        signal(SIGSEGV, signalled);
        __sanitizer_set_death_callback(died);
        freopen("/dev/null", "w", stderr);
        function();
        print_leaks(name);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (way->error[0]) printf("%s %s %d\n", name, way->error, way->line);
    else if (status) printf("%s unknown %d\n", name, way->line);
}

/* Every way: the last choice that was 0 becomes 1. */
static void all_ways(const char *name, int (*function)(void)) {
    memset(way, 0, sizeof *way);
    for (;;) {
        one_way(name, function);
        int last = way->made;
        while (last && way->choices[last - 1]) way->choices[--last] = 0;
        if (!last) return;
        way->choices[last - 1] = 1;
    }
}

int main(void) {
    way = mmap(NULL, sizeof *way, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
#define FUNCTION(name) all_ways(#name, name);
    FUNCTIONS
    return 0;
}
