// Coroutines by switch and __LINE__, state machines by function pointers and by tables.
#include <ctype.h>
#include <stdio.h>

struct generator { int line, i, j; };
#define BEGIN(g) switch ((g)->line) { case 0:
#define YIELD(g, x) do { (g)->line = __LINE__; return x; case __LINE__:; } while (0)
#define END } return -1

static int pairs(struct generator *g)
{
    BEGIN(g);
    for (g->i = 0; g->i < 3; g->i++)
        for (g->j = 0; g->j <= g->i; g->j++)
            YIELD(g, g->i * 10 + g->j);
    YIELD(g, 99);
    END;
}

struct machine;
typedef void state(struct machine *, int);
struct machine { state *now; int words, numbers, others; };
static state blank, word, number;
static void blank(struct machine *m, int c)
{
    if (isalpha(c))
        m->now = word, m->words++;
    else if (isdigit(c))
        m->now = number, m->numbers++;
    else if (!isspace(c))
        m->others++;
}
static void word(struct machine *m, int c) { if (!isalnum(c)) m->now = blank, blank(m, c); }
static void number(struct machine *m, int c) { if (!isdigit(c)) m->now = blank, blank(m, c); }

int main(void)
{
    struct generator g = {0};
    for (int v; (v = pairs(&g)) >= 0;)
        printf("%d ", v);
    printf("%d\n", pairs(&g));
    struct machine m = {blank, 0, 0, 0};
    for (const char *p = "abc 123 x1, 42: y7z + 5"; *p; p++)
        m.now(&m, (unsigned char)*p);
    printf("%d %d %d\n", m.words, m.numbers, m.others);
    static const unsigned char table[4][3] = {{1, 3, 0}, {2, 1, 3}, {3, 2, 1}, {0, 0, 2}};
    unsigned s = 0, trace = 0;
    for (int i = 0; i < 20; i++)
        s = table[s][i % 3], trace = trace * 4 + s;
    printf("%x\n", trace);
    return 0;
}
