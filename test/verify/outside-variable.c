// expect: unreach-call false(unreach-call) line 12
struct config { int size; struct config *parent; char *name; };
extern struct config config;
extern struct config *current;
extern void reach_error(void);
/* Variables that are defined nowhere, and what they lead to. */
int main(void) {
    if (!current || !config.parent) return 0;
    current->size = 3;
    config.parent->size = 4;
    if (current->size == 3 && config.parent->size == 4 && current->name && current->name[0] == 'x' && config.size == 5)
        reach_error();
    return 0;
}
