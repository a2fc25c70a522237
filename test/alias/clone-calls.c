// A function that is called with different things is analysed for each call: what they hold is not mixed.
// options: --clone-calls
// expect: groups cells global:one.next != global:two.next
// expect: groups dsa global:one.next != global:two.next
// expect: groups steensgaard global:one.next != global:two.next
// expect: groups andersen global:one.next != global:two.next
// expect: disjoint first second
struct node { struct node *next; int value; };
static struct node one, two;

static void link(struct node *from, struct node *to) { from->next = to; }
static void link_to_itself(struct node *node) { link(node, node); }

int main(void) {
    link_to_itself(&one);
    link_to_itself(&two);
    struct node *first = one.next, *second = two.next;
    return first->value == 0 && second->value == 0;
}
