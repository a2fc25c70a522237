// A 2-D array in one object: a column too far is the next row, the last row's is out of bounds.
#include "harness.h"
#include <stdio.h>

int main(void) {
    char board[3][4] = {"abc", "def", "ghi"};
    int row = klee_range(0, 3, "row"), column = klee_range(0, 5, "column");
    char *p = &board[0][0] + 4 * row + column; // behind the end for row 2, column 4
    if (*p == 0)
        puts("terminator");
    else if (*p == 'd')
        puts("d");
    else
        puts("letter");
    board[row][0] = '*';
    if (board[1][0] == '*')
        return 1;
    return 0;
}
