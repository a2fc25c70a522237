// stdin: the cat and the dog and the bird\n
// Counting words of standard input.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { char *text; int count; struct word *next; };

int main(void)
{
    struct word *words = NULL;
    char buffer[64];
    int c, n = 0;
    do {
        c = getchar();
        if (c != EOF && isalpha(c))
            buffer[n++] = (char)c;
        else if (n) {
            buffer[n] = 0, n = 0;
            struct word *w = words;
            while (w && strcmp(w->text, buffer))
                w = w->next;
            if (!w) {
                w = malloc(sizeof *w);
                *w = (struct word){strdup(buffer), 0, words};
                words = w;
            }
            w->count++;
        }
    } while (c != EOF);
    while (words) {
        struct word *next = words->next;
        printf("%s %d\n", words->text, words->count);
        free(words->text), free(words);
        words = next;
    }
    return 0;
}
