/* What a program is started with, where it is main that is looked at: any number of arguments, each any short text, and
 * the last of a few perhaps one that is longer than most buffers. Who gives some (argc > 0) wants those. */
#include "loci_contract.h"
#include "loci_process.h"

enum { MOST_ARGUMENTS = 15, FEW_ARGUMENTS = 2, SHORT_TEXT = 20, LONG_TEXT = 256 };

static char *new_text(int index, size_t length, int is_long)
{
    char object[] = "argument  0", input[] = "word  0 of the command line";
    object[9] = input[5] = index < 10 ? ' ' : '1';
    object[10] = input[6] = (char)('0' + index % 10);
    char *text = __loci_process_memory(length + 1, object);
    __loci_make_symbolic(text, length, input);
    text[length] = 0;
    for (size_t i = 0; is_long && i < length; i++) __loci_assume(text[i] != 0);
    return text;
}

/* Bit by bit, each in a branch of its own: in a loop the paths with many would wait for all others (search/rounds.c). */
static int any_count(void)
{
    long wanted = __loci_any_between("number of arguments", 0, MOST_ARGUMENTS);
    int count = 1;
    if (wanted & 1) count += 1;
    if (wanted & 2) count += 2;
    if (wanted & 4) count += 4;
    if (wanted & 8) count += 8;
    return count;
}

void __loci_model_start(int *argc, char ***argv, char ***envp)
{
    (void)envp;
    if (*argc > 0) return;
    int count = any_count();
    char **arguments = __loci_process_memory((size_t)(count + 1) * sizeof *arguments, "argv");
    static char name[] = "program";
    arguments[0] = name;
    for (int i = 1; i < count; i++) {
        int may_be_long = (i == count - 1) & (i <= FEW_ARGUMENTS);
        int is_long = may_be_long && __loci_any_int("a long argument") != 0;
        arguments[i] = new_text(i, is_long ? LONG_TEXT : SHORT_TEXT, is_long);
    }
    arguments[count] = NULL;
    *argc = count;
    *argv = arguments;
}
