/* The other file of ../aliases.c */
int target(int), other(int), shown(int);
extern int data, data_alias;
typedef int F(int);
int data_replaced = 77;

int replaced(int x) { return x + 100; }
F *other_there(void) { return other; }
int elsewhere(F *f, int *d) { return (f == target) * 4 + (d == &data) * 2 + (&data == &data_alias) + (shown == other) * 8; }
