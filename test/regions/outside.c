// What pointers from outside lead to: a value that nobody knows is not an undefined one, also at an index that is not known;
// a write there keeps everything else; how much is there is not known either.
struct node { struct node *next; int value; };

int index_of_any(int *p, int i) {
    if (i < 0 || i > 20) return 0;
    int before = p[i];
    p[i + 1] = 3;
    if (p[i] != before || p[i + 1] != 3) return 10 / (i - i);
    return p[i + 2];
}

int second(struct node *list) {
    if (!list || !list->next) return 0;
    list->next->value = list->value;
    return list->next->value - list->value;
}

int far(const int *p) { return p[500] + p[-2]; }
/* check: nothing */
