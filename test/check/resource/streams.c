/* Streams that stay open, are closed twice, or are used when they are closed. Annotations of leaks stand at the opening. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *log_file;

struct source {
    FILE *stream;
    int line;
};

int never_closed(void) {
    FILE *f = fopen("/dev/null", "r"); // expect: file-leak
    if (!f) return -1;
    return fgetc(f);
}

int closed(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f) return -1;
    int c = fgetc(f);
    fclose(f);
    return c;
}

int open_on_the_error_way(void) {
    FILE *f = fopen("/dev/null", "r"); // expect: file-leak
    if (!f) return -1;
    int c = fgetc(f);
    if (c == EOF) return -1;
    fclose(f);
    return c;
}

int closed_on_the_error_way(void) {
    FILE *f = fopen("/dev/null", "r");
    int c = -1;
    if (!f) return -1;
    if (fgetc(f) == EOF) goto out;
    c = fgetc(f);
out:
    fclose(f);
    return c;
}

void closed_twice(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f) return;
    fclose(f);
    fclose(f); // expect: double-close
}

void closed_in_both_ways(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f) return;
    if (fgetc(f) == EOF) {
        fclose(f);
        return;
    }
    fclose(f);
}

int read_when_closed(void) {
    FILE *f = fopen("/dev/null", "r");
    if (!f) return -1;
    fclose(f);
    return fgetc(f); // expect: use-after-close
}

void written_when_closed(void) {
    FILE *f = fopen("/dev/null", "w");
    if (!f) return;
    fclose(f);
    fprintf(f, "late"); // expect: use-after-close
}

void second_lost(void) {
    FILE *in = fopen("/dev/null", "r"), *out; // expect: file-leak
    if (!in) return;
    out = fopen("/nonexistent/file", "w");
    if (!out) return;
    fclose(in);
    fclose(out);
}

void none_lost(void) {
    FILE *in = fopen("/dev/null", "r"), *out;
    if (!in) return;
    out = fopen("/nonexistent/file", "w");
    if (!out) {
        fclose(in);
        return;
    }
    fclose(in);
    fclose(out);
}

// run: struct source s; opened_for_the_caller(&s); if (s.stream) fclose(s.stream);
int opened_for_the_caller(struct source *s) {
    s->line = 1;
    s->stream = fopen("/dev/null", "r");
    return s->stream ? 0 : -1;
}

// run: FILE *f = opened_and_returned(); if (f) fclose(f);
FILE *opened_and_returned(void) { return fopen("/dev/null", "r"); }

// run: opened_for_the_program(); fclose(log_file);
void opened_for_the_program(void) { log_file = fopen("/dev/null", "w"); }

/* Standard streams are nobody's to lose. */
// run: standard_or_file(0); standard_or_file("/dev/null");
int standard_or_file(const char *name) {
    FILE *f = name ? fopen(name, "r") : stdin;
    if (!f) return -1;
    int c = name ? fgetc(f) : 0;
    if (f != stdin) fclose(f);
    return c;
}

int unchecked_stream(void) {
    FILE *f = fopen("/nonexistent/file", "r");
    int c = fgetc(f); // expect: null-dereference
    fclose(f);
    return c;
}

void closed_null(void) {
    FILE *f = fopen("/nonexistent/file", "r");
    if (f) show(fgetc(f));
    fclose(f); // expect: null-dereference
}

static void shut(struct source *s) {
    if (s->stream) fclose(s->stream);
    s->stream = NULL;
}

void shut_twice(void) {
    struct source s = {fopen("/dev/null", "r"), 1};
    shut(&s);
    shut(&s);
}

void reopened_in_a_loop(void) {
    FILE *f = NULL;
    for (int i = 0; i < 2; i++) f = fopen("/dev/null", "r"); // expect: file-leak
    if (f) fclose(f);
}

void standard_stream_twice(void) {
    FILE *again = freopen("corpus-input", "r", stdin);
    if (!again) return;
    fclose(again);
    fclose(stdin); // expect: double-close
}

void standard_stream_again(void) {
    fclose(stdin);
    FILE *again = freopen("corpus-input", "r", stdin);
    if (again) fclose(again);
}
