/* Numbers and texts from outside the program: every value is possible. */
#include "../corpus.h"

#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE 14

// run: give_input("99\n"); line_as_index();
void line_as_index(void) {
    char line[LINE_SIZE] = "";
    int a[10] = {0}, i = -1;
    if (fgets(line, LINE_SIZE, stdin)) i = atoi(line);
    if (i >= 0) a[i] = 1; // expect: out-of-bounds
    show(a[0]);
}

// run: give_input("99\n"); line_as_index_checked();
void line_as_index_checked(void) {
    char line[LINE_SIZE] = "";
    int a[10] = {0}, i = -1;
    if (fgets(line, LINE_SIZE, stdin)) i = atoi(line);
    if (i >= 0 && i < 10) a[i] = 1;
    show(a[0]);
}

// run: give_input("-3\n"); scanned_index();
void scanned_index(void) {
    int a[10] = {0}, i = 0;
    if (scanf("%d", &i) != 1) return;
    if (i < 10) a[i] = 1; // expect: out-of-bounds
    show(a[0]);
}

// run: give_input("-3\n"); scanned_index_checked();
void scanned_index_checked(void) {
    int a[10] = {0}, i = 0;
    if (scanf("%d", &i) != 1) return;
    if (i >= 0 && i < 10) a[i] = 1;
    show(a[0]);
}

// run: give_input("x"); scanned_without_a_look();
int scanned_without_a_look(void) {
    int n;
    scanf("%d", &n);
    if (n > 3) return 1; // expect: uninitialised
    return 0;
}

// run: for (int i = 0; i < 64; i++) random_index();
void random_index(void) {
    int a[10] = {0}, i = rand() % 11;
    a[i] = 1; // expect: out-of-bounds
    show(a[0]);
}

void random_index_checked(void) {
    int a[10] = {0}, i = rand() % 10;
    a[i] = 1;
    show(a[0]);
}

// run: srand(4); for (int i = 0; i < 4000000; i++) random_divisor();
int random_divisor(void) {
    int d = rand() & 1023;
    return 100 % d; // expect: division-by-zero
}

int random_divisor_checked(void) {
    int d = rand() & 1023;
    return d ? 100 % d : 0;
}

// run: give_input("-1\n"); sign_extended_size();
void sign_extended_size(void) {
    char source[100], target[100] = "";
    int16_t size = 0;
    memset(source, 'A', 99);
    source[99] = 0;
    if (scanf("%hd", &size) != 1) return;
    if (size < 100) memcpy(target, source, size); // expect: out-of-bounds
    show(target[0]);
}

// run: give_input("-1\n"); sign_extended_size_checked();
void sign_extended_size_checked(void) {
    char source[100], target[100] = "";
    int16_t size = 0;
    memset(source, 'A', 99);
    source[99] = 0;
    if (scanf("%hd", &size) != 1) return;
    if (size >= 0 && size < 100) memcpy(target, source, size);
    show(target[0]);
}

// run: give_input("abcdefghij"); read_and_terminate();
void read_and_terminate(void) {
    char buffer[8];
    ssize_t got = read(0, buffer, sizeof buffer);
    if (got < 0) return;
    buffer[got] = 0; // expect: out-of-bounds
    show_text(buffer);
}

// run: give_input("abcdefghij"); read_and_terminate_checked();
void read_and_terminate_checked(void) {
    char buffer[8];
    ssize_t got = read(0, buffer, sizeof buffer - 1);
    if (got < 0) return;
    buffer[got] = 0;
    show_text(buffer);
}

// run: give_input("999\n"); input_as_size();
void input_as_size(void) {
    int n = 0;
    if (scanf("%d", &n) != 1 || n < 0) return;
    char *p = malloc(16);
    if (!p) return;
    memset(p, 0, n); // expect: out-of-bounds
    free(p);
}

// run: give_input("999\n"); input_as_size_of_both();
void input_as_size_of_both(void) {
    int n = 0;
    if (scanf("%d", &n) != 1 || n < 0 || n > 100000) return;
    char *p = malloc(n);
    if (!p) return;
    memset(p, 0, n);
    free(p);
}

// run: give_input("999\n"); input_decides_the_size();
void input_decides_the_size(void) {
    int n = 0;
    if (scanf("%d", &n) != 1 || n <= 0) return;
    char *p = malloc(n); // expect: unbounded-allocation
    if (!p) return;
    p[0] = 0;
    free(p);
}

// run: a_file_decides_the_size("/dev/null");
void a_file_decides_the_size(const char *name) {
    FILE *file = fopen(name, "r");
    if (!file) return;
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    char *text = size < 0 ? NULL : malloc(size + 1);
    fclose(file);
    free(text);
}

void on_the_stack_too_small(void) {
    char *p = alloca(10);
    strcpy(p, "ten chars!"); // expect: out-of-bounds
    show_text(p);
}

void on_the_stack_large_enough(void) {
    char *p = alloca(11);
    strcpy(p, "ten chars!");
    show_text(p);
}

void alloca_is_freed(void) {
    char *p = alloca(10);
    p[0] = 0;
    free(p); // expect: bad-free
}

// run: variable_length(3);
int variable_length(int n) {
    if (n < 1 || n > 8) return 0;
    int a[n];
    for (int i = 0; i <= n; i++) a[i] = i; // expect: out-of-bounds
    return a[0];
}

// run: variable_length_repaired(3);
int variable_length_repaired(int n) {
    if (n < 1 || n > 8) return 0;
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    return a[0];
}
