// Files and standard output side by side: a program that writes a table, reads it back, sorts and prints it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row { char name[12]; int amount; double price; };
static int by_total(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    double d = x->amount * x->price - y->amount * y->price;
    return (d > 0) - (d < 0);
}

int main(void)
{
    static const struct row rows[] = {{"bolt", 100, 0.25}, {"nut", 250, 0.05}, {"gear", 7, 12.5}, {"belt", 3, 8}};
    FILE *f = fopen("table.csv", "w");
    fprintf(f, "name,amount,price\n");
    for (int i = 0; i < 4; i++)
        fprintf(f, "%s,%d,%.2f\n", rows[i].name, rows[i].amount, rows[i].price);
    fclose(f);
    f = fopen("table.csv", "r");
    char line[80];
    struct row *table = NULL;
    size_t n = 0;
    fgets(line, sizeof line, f);
    while (fgets(line, sizeof line, f)) {
        table = realloc(table, (n + 1) * sizeof *table);
        struct row *r = memset(&table[n++], 0, sizeof *r); // every byte goes out below
        if (sscanf(line, "%11[^,],%d,%lf", r->name, &r->amount, &r->price) != 3)
            return 1;
    }
    fclose(f);
    qsort(table, n, sizeof *table, by_total);
    for (size_t i = 0; i < n; i++)
        printf("%-8s %5d x %6.2f = %8.2f\n", table[i].name, table[i].amount, table[i].price, table[i].amount * table[i].price);
    f = fopen("table.bin", "wb");
    fwrite(table, sizeof *table, n, f);
    fclose(f);
    struct row third;
    f = fopen("table.bin", "rb");
    fseek(f, 2 * (long)sizeof third, SEEK_SET);
    printf("%d ", (int)fread(&third, sizeof third, 1, f));
    printf("%s\n", third.name);
    fclose(f);
    free(table);
    return remove("table.csv") || remove("table.bin");
}
