/* Library functions whose contract is broken: overlaps, null, formats, sizes. */
#include "../corpus.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[32] = "a line of text";

void memcpy_onto_itself(void) {
    memcpy(text + 1, text, 8); // expect: overlap
}

void memmove_onto_itself(void) { memmove(text + 1, text, 8); }

void memcpy_side_by_side(void) { memcpy(text + 8, text, 8); }

void strcpy_onto_itself(void) {
    char buffer[16] = "shift";
    strcpy(buffer, buffer + 1); // expect: overlap
    show_text(buffer);
}

void sprintf_onto_itself(void) {
    char buffer[32] = "twice";
    sprintf(buffer, "%s%s", buffer, buffer); // expect: overlap
    show_text(buffer);
}

void sprintf_behind_itself(void) {
    char buffer[32] = "twice";
    size_t length = strlen(buffer);
    snprintf(buffer + length, sizeof buffer - length, "%d", 2);
    show_text(buffer);
}

// run: copy_of_any_length(6);
void copy_of_any_length(size_t n) {
    char a[16] = {0};
    if (n > 8) return;
    memcpy(a + 4, a, n); // expect: overlap
    show_text(a);
}

// run: copy_of_any_length_repaired(4); copy_of_any_length_repaired(5);
void copy_of_any_length_repaired(size_t n) {
    char a[16] = {0};
    if (n > 4) return;
    memcpy(a + 4, a, n);
    show_text(a);
}

size_t length_of_null(void) {
    const char *name = NULL;
    return strlen(name); // expect: null-dereference
}

// run: unsetenv("LOCI_CORPUS"); compare_with_environment();
int compare_with_environment(void) {
    return strcmp(getenv("LOCI_CORPUS"), "yes"); // expect: null-dereference
}

// run: unsetenv("LOCI_CORPUS"); compare_with_environment_checked();
int compare_with_environment_checked(void) {
    const char *value = getenv("LOCI_CORPUS");
    return value && strcmp(value, "yes") == 0;
}

// run: value_after_the_colon("no colon");
int value_after_the_colon(const char *line) {
    const char *colon = strchr(line, ':');
    return *colon == ':' ? colon[1] : 0; // expect: null-dereference
}

// run: value_after_the_colon_checked("no colon"); value_after_the_colon_checked("a:b");
int value_after_the_colon_checked(const char *line) {
    const char *colon = strchr(line, ':');
    return colon ? colon[1] : 0;
}

void number_as_text(void) {
    int n = 3;
    printf("%s\n", n); // expect: format
}

void text_as_text(void) { printf("%s\n", "three"); }

void too_few_arguments(void) {
    printf("%d of %d\n", 3); // expect: format
}

/* Arguments left over are evaluated and ignored: odd, not undefined. */
void right_number_of_arguments(void) { printf("%d of %d\n", 3, 4); }

void star_without_a_width(void) {
    printf("%*d\n", 3); // expect: format
}

void star_with_a_width(void) { printf("%*d\n", 5, 3); }

void integer_as_float(void) {
    printf("%f\n", 3); // expect: format
}

void float_as_float(void) { printf("%f %5.2f\n", 3.0, (double)3); }

void long_as_long(void) { printf("%ld %zu %lld\n", 3L, sizeof text, 3LL); }

// run: setenv("LOCI_CORPUS", "%s%s%s%s%n", 1); format_from_outside();
void format_from_outside(void) {
    const char *value = getenv("LOCI_CORPUS");
    if (value) printf(value); // expect: format-string
}

/* A line of one byte is as little the program's as a long one. */
// run: give_input("%s%s%s%s%n\n"); format_of_a_line();
void format_of_a_line(void) {
    char line[32];
    if (!fgets(line, sizeof line, stdin)) return;
    size_t length = strlen(line);
    if (length && line[length - 1] == '\n') line[length - 1] = 0;
    printf(line); // expect: format-string
}

void format_of_the_program(void) {
    static const char *const formats[] = {"one\n", "two\n"};
    printf(formats[choose() & 1]);
}

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments); // expect: format
    va_end(arguments);
}

void said_with_too_few(void) { say("%d %s\n", 3); }

static void say_it(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void said_with_enough(void) { say_it("%d %s\n", 3, "x"); }

void scanned_past_the_end(void) {
    char word[8];
    if (sscanf("longer_than_eight", "%s", word) == 1) show_text(word); // expect: out-of-bounds
}

void scanned_with_a_width(void) {
    char word[8];
    if (sscanf("longer_than_eight", "%7s", word) == 1) show_text(word);
}

// run: gets_too_much();
void gets_too_much(void) {
    char line[16];
    FILE *f = fopen("/etc/passwd", "r");
    if (!f) return;
    if (fgets(line, 64, f)) show_text(line); // expect: out-of-bounds
    fclose(f);
}

void gets_what_fits(void) {
    char line[16];
    FILE *f = fopen("/etc/passwd", "r");
    if (!f) return;
    if (fgets(line, sizeof line, f)) show_text(line);
    fclose(f);
}

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int sorted(void) {
    int a[4] = {3, 1, 2, 0};
    qsort(a, 4, sizeof a[0], by_value);
    return a[0];
}

int sorted_past_the_end(void) {
    int a[4] = {3, 1, 2, 0};
    qsort(a, 5, sizeof a[0], by_value); // expect: out-of-bounds
    return a[0];
}

void memset_of_a_pointer(void) {
    char *buffer = malloc(4);
    if (!buffer) return;
    memset(buffer, 0, sizeof text); // expect: out-of-bounds
    free(buffer);
}

// run: prints_what_is_given("given");
void prints_what_is_given(const char *text) {
    char line[100];
    snprintf(line, sizeof line, "%s", text);
    show_text(line);
}
