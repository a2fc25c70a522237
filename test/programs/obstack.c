// obstacks: objects in chunks, growing, freeing back to one
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

int main(void)
{
    struct obstack stack;
    obstack_init(&stack);
    char *words[300];
    for (int i = 0; i < 300; i++) {
        char text[40];
        sprintf(text, "word number %d", i * i);
        words[i] = obstack_copy0(&stack, text, (int)strlen(text));
    }
    printf("%s, %s, %s\n", words[0], words[150], words[299]);
    for (int i = 0; i < 5000; i++) {
        obstack_1grow(&stack, 'a' + i % 26);
        if (i % 1000 == 999) printf("%d ", (int)obstack_object_size(&stack));
    }
    obstack_1grow(&stack, '\0');
    char *letters = obstack_finish(&stack);
    printf("%zu %.8s %s\n", strlen(letters), letters, letters + 4992);
    obstack_free(&stack, words[150]);
    char *again = obstack_copy0(&stack, "fresh", 5);
    printf("%s %s %s\n", words[149], again, again == words[150] ? "in its place" : "elsewhere");
    int *numbers = obstack_alloc(&stack, 100 * sizeof *numbers);
    for (int i = 0; i < 100; i++) numbers[i] = i;
    obstack_int_grow(&stack, 42);
    obstack_blank(&stack, 4);
    obstack_grow(&stack, "tail", 5);
    printf("%d %d %s\n", numbers[99], *(int *)obstack_base(&stack), (char *)obstack_base(&stack) + 8);
    printf("%d\n", obstack_room(&stack) >= 0 && !obstack_empty_p(&stack));
    obstack_free(&stack, NULL);
    return 0;
}
