// The example of the segmented memory model, figure 1.
// expect: class heap:8 != heap:10
// expect: points matrix heap:8
// expect: points row heap:10
#include <stdlib.h>

int main(int argc, char **argv) {
    int **matrix = malloc(10 * sizeof(int *));
    for (int i = 0; i < 10; i++)
        matrix[i] = calloc(10, sizeof(int));
    int *row = matrix[argc];
    return row[argc];
}
