// expect: unreach-call true
struct list { struct list *next; };
struct item { int number; char name[100]; struct list link; int last; };
extern struct list *any_link(void);
extern void reach_error(void);
#define item_of(l) ((struct item *)((char *)(l) - (unsigned long)&((struct item *)0)->link))
int main(void) {
    struct list *l = any_link();
    if (!l) return 0;
    struct item *item = item_of(l);
    item->number = 1;
    item->last = 2;
    l->next = l;
    if (item_of(l->next)->number != 1 || item->link.next != l || item->last != 2) reach_error();
    return 0;
}
