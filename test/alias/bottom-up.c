// What a function does is worked out once and copied for each call of it, at any depth; what it shares stays shared.
// expect: groups cells global:one.next == global:two.next
// expect: groups steensgaard+bottom-up global:one.next != global:two.next
// expect: groups steensgaard-fields+bottom-up global:one.next != global:two.next
// expect: groups dsa+bottom-up global:one.next != global:two.next
// expect: groups cells+bottom-up global:one.next != global:two.next
// expect: groups cells+bottom-up global:one.value != global:two.value
// expect: groups cells+bottom-up global:by_pointer.next != global:one.next
// expect: groups cells+bottom-up local:first.a != local:second.a
// expect: groups cells+bottom-up local:ring_a.next != local:ring_b.next
// expect: groups cells+bottom-up global:kept_a.next == global:kept_b.next
// expect: pointer cells+bottom-up link.from global:one.next,global:two.next,global:by_pointer.next,global:one.value,global:two.value,global:by_pointer.value,local:ring_a.next,local:ring_b.next,local:ring_a.value,local:ring_b.value
// expect: points got one
// expect: points kept kept_a
// expect: points kept kept_b
struct node { struct node *next; int value; };
struct pair { int *a, *b; };
static struct node one, two, by_pointer, kept_a, kept_b, *keeper;
static int x, y;

static void link(struct node *from, struct node *to) { from->next = to; }
static void link_to_itself(struct node *node) { link(node, node); }
static void twice(struct node *node) { link_to_itself(node); link_to_itself(node); }
static void thrice(struct node *node) { twice(node); node->value = node->next != 0; }

/* What a global variable leads to is the same for all calls. */
static void keep(struct node *node) { node->next = keeper; keeper = node; node->value = 1; }

/* Functions that call each other have no contexts of their own, their callers have. */
static int odd(struct node *node, int n);
static int even(struct node *node, int n) { node->next = node; return n == 0 ? 1 : odd(node->next, n - 1); }
static int odd(struct node *node, int n) { node->value = n; return n == 0 ? 0 : even(node->next, n - 1); }

static void fill(struct pair *pair, struct pair from) { *pair->a = *from.b; pair->b = from.a; }

int main(void) {
    void (*call)(struct node *) = x ? twice : thrice;
    struct node ring_a, ring_b;
    struct pair first = {&x, &y}, second = {&y, &x};
    thrice(&one);
    thrice(&two);
    call(&by_pointer);
    keep(&kept_a);
    keep(&kept_b);
    even(&ring_a, 4);
    even(&ring_b, 5);
    link(&ring_a, &ring_a);
    link(&ring_b, &ring_b);
    fill(&first, first);
    fill(&second, second);
    struct node *got = one.next, *kept = keeper;
    if (got->value != 1 || two.next->value != 1 || kept->next->value != 1) return 1;
    return ring_a.next->value == ring_b.next->value || *second.a;
}
