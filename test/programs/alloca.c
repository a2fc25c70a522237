// alloca: memory of the function's frame.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { int value; struct node *next; };

static int list(int n)
{
    struct node *head = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i, node->next = head;
        head = node;
    }
    int sum = 0;
    for (; head; head = head->next)
        sum = sum * 3 % 1000 + head->value;
    return sum;
}

static int reverse(const char *s)
{
    size_t n = strlen(s);
    char *r = alloca(n + 1);
    for (size_t i = 0; i < n; i++)
        r[i] = s[n - 1 - i];
    r[n] = 0;
    printf("%s\n", r);
    return r[0];
}

static int deep(int n)
{
    int *v = __builtin_alloca(sizeof(int) * (size_t)(n + 1));
    v[n] = n;
    return n ? v[n] + deep(n - 1) : 0;
}

int main(void)
{
    printf("%d %d\n", list(20), reverse("allocated"));
    printf("%d\n", deep(50));
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += list(10);
    printf("%d\n", sum);
    return 0;
}
