// Mean and largest value of some measurements; the reading of bad lines leaves a value unset.
//
//     printf '3.5\n4\noops\n1\n' | build/loci exec examples/statistics.c
//
// read_value() reports a line that is no number but the caller uses its result all the same: the first time the value is
// an uninitialised variable, later it is natively the value of the line before.
#include <stdio.h>

static int read_value(const char *line, double *value)
{
    if (sscanf(line, "%lf", value) != 1) {
        fprintf(stderr, "not a number: %s", line);
        return 0;
    }
    return 1;
}

int main(void)
{
    char line[100];
    double sum = 0, largest = 0;
    int count = 0;
    while (fgets(line, sizeof line, stdin)) {
        double value; // the bug: unset when read_value fails
        read_value(line, &value);
        if (count == 0 || value > largest)
            largest = value;
        sum += value;
        count++;
    }
    if (count)
        printf("%d values, mean %g, largest %g\n", count, sum / count, largest);
    return 0;
}
