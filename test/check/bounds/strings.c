/* Strings: room for the end, computed sizes, input from outside. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *copy_without_room(void) {
    const char *text = "hello";
    char *copy = malloc(strlen(text));
    if (!copy) return 0;
    strcpy(copy, text); // expect: out-of-bounds
    return copy;
}

// run: free(copy_with_room());
char *copy_with_room(void) {
    const char *text = "hello";
    char *copy = malloc(strlen(text) + 1);
    if (!copy) return 0;
    strcpy(copy, text);
    return copy;
}

// run: copy_of("abc");
char *copy_of(const char *text) {
    char *copy = malloc(strlen(text));
    if (!copy) return 0;
    strcpy(copy, text); // expect: out-of-bounds
    return copy;
}

// run: free(copy_of_repaired("abc")); free(copy_of_repaired(""));
char *copy_of_repaired(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (!copy) return 0;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

// run: copy_with_wrong_parenthesis("abc");
char *copy_with_wrong_parenthesis(const char *text) {
    char *copy = malloc(strlen(text + 1));
    if (!copy) return 0;
    memcpy(copy, text, strlen(text)); // expect: out-of-bounds
    return copy;
}

// run: free(joined("ab", "c"));
char *joined(const char *a, const char *b) {
    char *both = malloc(strlen(a) + strlen(b) + 2);
    if (!both) return 0;
    strcpy(both, a);
    strcat(both, "/");
    strcat(both, b);
    return both;
}

// run: joined_too_tightly("ab", "c");
// run: joined_too_tightly("ab", "");
char *joined_too_tightly(const char *a, const char *b) {
    char *both = malloc(strlen(a) + strlen(b) + 1);
    if (!both) return 0;
    strcpy(both, a);
    strcat(both, "/"); // expect: out-of-bounds
    strcat(both, b);   // expect: out-of-bounds
    return both;
}

// run: terminated_behind_the_end("a long name of a file");
void terminated_behind_the_end(const char *name) {
    char buffer[16];
    strncpy(buffer, name, sizeof buffer);
    buffer[sizeof buffer] = '\0'; // expect: out-of-bounds
    show_text(buffer);
}

// run: terminated_at_the_end("a long name of a file"); terminated_at_the_end("");
void terminated_at_the_end(const char *name) {
    char buffer[16];
    strncpy(buffer, name, sizeof buffer - 1);
    buffer[sizeof buffer - 1] = '\0';
    show_text(buffer);
}

/* strncpy writes no end when the source is as long as the room. */
size_t no_end_after_strncpy(void) {
    char buffer[4];
    strncpy(buffer, "text", sizeof buffer);
    return strlen(buffer); // expect: out-of-bounds
}

size_t end_after_strncpy(void) {
    char buffer[5];
    strncpy(buffer, "text", sizeof buffer);
    return strlen(buffer);
}

// run: setenv("LOCI_CORPUS", "a value that is far too long for the buffer", 1); from_the_environment();
void from_the_environment(void) {
    char buffer[16];
    const char *value = getenv("LOCI_CORPUS");
    if (!value) return;
    strcpy(buffer, value); // expect: out-of-bounds
    show_text(buffer);
}

// run: setenv("LOCI_CORPUS", "a value that is far too long for the buffer", 1); from_the_environment_repaired();
void from_the_environment_repaired(void) {
    char buffer[16];
    const char *value = getenv("LOCI_CORPUS");
    if (!value || strlen(value) >= sizeof buffer) return;
    strcpy(buffer, value);
    show_text(buffer);
}

// run: setenv("LOCI_CORPUS", "a value that is far too long for the buffer", 1); formatted();
void formatted(void) {
    char buffer[16];
    const char *value = getenv("LOCI_CORPUS");
    sprintf(buffer, "%s", value ? value : "none"); // expect: out-of-bounds
    show_text(buffer);
}

// run: setenv("LOCI_CORPUS", "a value that is far too long for the buffer", 1); formatted_repaired();
void formatted_repaired(void) {
    char buffer[16];
    const char *value = getenv("LOCI_CORPUS");
    snprintf(buffer, sizeof buffer, "%s", value ? value : "none");
    show_text(buffer);
}

void number_without_room(void) {
    char buffer[4];
    sprintf(buffer, "%d", 1234); // expect: out-of-bounds
    show_text(buffer);
}

// run: number_with_room(-2147483647 - 1);
void number_with_room(int number) {
    char buffer[12];
    sprintf(buffer, "%d", number);
    show_text(buffer);
}

/* snprintf returns what it would have written. */
// run: setenv("LOCI_CORPUS", "a value that is far too long for the buffer", 1); return_value_of_snprintf();
void return_value_of_snprintf(void) {
    char buffer[16];
    const char *value = getenv("LOCI_CORPUS");
    if (!value) return;
    int length = snprintf(buffer, sizeof buffer, "%s", value);
    buffer[length] = '\n'; // expect: out-of-bounds
    show(buffer[0]);
}

// run: setenv("LOCI_CORPUS", "a value that is far too long for the buffer", 1); return_value_of_snprintf_checked();
void return_value_of_snprintf_checked(void) {
    char buffer[16];
    const char *value = getenv("LOCI_CORPUS");
    if (!value) return;
    int length = snprintf(buffer, sizeof buffer, "%s", value);
    if (length < 0 || (size_t)length >= sizeof buffer) return;
    buffer[length] = '\n';
    show(buffer[0]);
}

// run: char t[] = ""; chop(t);
void chop(char *text) {
    size_t length = strlen(text);
    if (text[length - 1] == '\n') text[length - 1] = '\0'; // expect: out-of-bounds
}

// run: char t[] = "", u[] = "a\n"; chop_repaired(t); chop_repaired(u);
void chop_repaired(char *text) {
    size_t length = strlen(text);
    if (length && text[length - 1] == '\n') text[length - 1] = '\0';
}

void literal_written(void) {
    char *text = "constant";
    text[0] = 'C'; // expect: write-to-constant
    show_text(text);
}
