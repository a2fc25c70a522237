/* An index beyond an array that is a member: the bytes there are those of the next one. Trailing arrays of one element or
 * none, a place one past the end and a whole array that is walked by a pointer are no errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char text[4];
    int behind;
};
struct old_tail {
    int count;
    char bytes[1];
};
struct tail {
    int count;
    char bytes[];
};

static struct line lines[2];
static int matrix[3][4];

static int sum(const int *from, const int *end) {
    int result = 0;
    while (from < end) result += *from++;
    return result;
}

int main(int argc, char **argv) {
    int n = argc + 3;
    struct old_tail *old = malloc(sizeof *old + 8);
    struct tail *new = malloc(sizeof *new + 8);
    old->bytes[n] = new->bytes[n] = 'x';
    const char *end = &lines[0].text[n];
    printf("%d %c%c %d\n", (int)(end - lines[0].text), old->bytes[n], new->bytes[n], sum(&matrix[0][0], &matrix[2][n]));
    free(old);
    free(new);
    strcpy(lines[0].text, "abc");
    lines[0].text[n] = 'd';
    return lines[0].behind;
}

/* expect:
39:22: error: index 4 is out of the bounds of 'char[4]' [out-of-bounds]
*/
