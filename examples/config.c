// A reader of configuration lines `name = value`, with a bug that only some inputs show.
//
//     build/loci exec examples/config.c -- "width = 80" "title = Loci"      works
//     build/loci exec examples/config.c -- "width = 80" "title=a=b" "name = "   finds the bug
//
// trim() removes blanks at the end of a value by walking backwards from its last character. It stops at a character
// that is no blank, but not at the start of the text: a value of blanks only walks out of its heap block. The native
// program reads a byte of the allocator's bookkeeping there, and seems to work.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
    char *name, *value;
    struct setting *next;
};

static char *copy(const char *from, size_t length)
{
    char *text = malloc(length + 1);
    memcpy(text, from, length);
    text[length] = 0;
    return text;
}

static void trim(char *text)
{
    char *last = text + strlen(text) - 1;
    while (isspace((unsigned char)*last)) // the bug: nothing stops this at the first character
        *last-- = 0;
}

static struct setting *parse(const char *line, struct setting *settings)
{
    const char *equals = strchr(line, '=');
    if (!equals) {
        fprintf(stderr, "no '=' in \"%s\"\n", line);
        return settings;
    }
    struct setting *s = malloc(sizeof *s);
    s->name = copy(line, (size_t)(equals - line));
    s->value = copy(equals + 1, strlen(equals + 1));
    trim(s->name);
    trim(s->value);
    s->next = settings;
    return s;
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static void release(struct setting *settings)
{
    while (settings) {
        struct setting *next = settings->next;
        free(settings->name);
        free(settings->value);
        free(settings);
        settings = next;
    }
}

int main(int argc, char **argv)
{
    struct setting *settings = NULL;
    for (int i = 1; i < argc; i++)
        settings = parse(argv[i], settings);
    for (struct setting *s = settings; s; s = s->next)
        printf("%s -> \"%s\"\n", s->name, skip_blanks(s->value));
    release(settings);
    return 0;
}
