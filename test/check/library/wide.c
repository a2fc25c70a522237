/* Wide characters: sizes in elements, not bytes. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void copy_too_long(void) {
    wchar_t buffer[4];
    wcscpy(buffer, L"four"); // expect: out-of-bounds
    show(buffer[0]);
}

void copy_fits(void) {
    wchar_t buffer[5];
    wcscpy(buffer, L"four");
    show(buffer[0]);
}

void allocated_in_bytes(void) {
    wchar_t *p = malloc(5);
    if (!p) return;
    wcscpy(p, L"four"); // expect: out-of-bounds
    free(p);
}

void allocated_in_elements(void) {
    wchar_t *p = malloc(5 * sizeof *p);
    if (!p) return;
    wcscpy(p, L"four");
    free(p);
}

void set_too_many(void) {
    wchar_t buffer[8];
    wmemset(buffer, L'x', sizeof buffer); // expect: out-of-bounds
    show(buffer[0]);
}

void set_as_many(void) {
    wchar_t buffer[8];
    wmemset(buffer, L'x', sizeof buffer / sizeof buffer[0]);
    show(buffer[0]);
}

size_t no_end(void) {
    wchar_t buffer[4];
    wmemset(buffer, L'x', 4);
    return wcslen(buffer); // expect: out-of-bounds
}

size_t with_end(void) {
    wchar_t buffer[5];
    wmemset(buffer, L'x', 4);
    buffer[4] = 0;
    return wcslen(buffer);
}

void joined_too_long(void) {
    wchar_t buffer[8] = L"four";
    wcscat(buffer, L"four"); // expect: out-of-bounds
    show(buffer[0]);
}

void joined_fits(void) {
    wchar_t buffer[9] = L"four";
    wcscat(buffer, L"four");
    show(buffer[0]);
}

void duplicate_lost(void) {
    wchar_t *p = wcsdup(L"text"); // expect: leak
    if (p) show(p[0]);
}

void duplicate_freed(void) {
    wchar_t *p = wcsdup(L"text");
    if (p) show(p[0]);
    free(p);
}

/* Lines of input, of any length and content. */
// run: give_input("%ls%ls%ls%n\n"); wide_format_from_outside();
void wide_format_from_outside(void) {
    wchar_t line[32];
    if (fgetws(line, 32, stdin)) wprintf(line); // expect: format-string
}

void wide_format_of_the_program(void) {
    wchar_t line[32], target[40];
    if (!fgetws(line, 32, stdin)) return;
    wprintf(L"%ls %d\n", line, 3);
    if (swprintf(target, 40, L"%ls", line) > 0) show(target[0]);
}

void wide_format_wants_more(void) {
    wprintf(L"%d %s\n", 3); // expect: format
}

// run: give_input("a line that is long enough\n"); wide_line_too_long();
void wide_line_too_long(void) {
    wchar_t line[16];
    if (fgetws(line, sizeof line, stdin)) show(line[0]); // expect: out-of-bounds
}
