/* A tokenizer that keeps its tokens in a list: each path ends with blocks, and words in them that are terms. */
#include <klee/klee.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Token {
    struct Token *next;
    char *text;
    int kind;
} Token;

static Token *tokens, **end = &tokens;

static void add(int kind, const char *from, size_t length) {
    Token *token = malloc(sizeof *token);
    token->next = NULL;
    token->kind = kind;
    token->text = malloc(length + 1);
    memcpy(token->text, from, length);
    token->text[length] = 0;
    *end = token;
    end = &token->next;
}

int main(void) {
    char text[9];
    klee_make_symbolic(text, sizeof text, "text");
    text[8] = 0;
    for (const char *at = text; *at;) {
        const char *from = at;
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (isdigit((unsigned char)*at)) {
            while (isdigit((unsigned char)*at)) at++;
            add(1, from, at - from);
        } else if (isalpha((unsigned char)*at)) {
            while (isalnum((unsigned char)*at)) at++;
            add(2, from, at - from);
        } else {
            at++;
            add(3, from, 1);
        }
    }
    return 0;
}
