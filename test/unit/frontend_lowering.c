/* What C becomes: each case is a piece of C and what its printed form must and must not contain. */
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *what;
    const char *source;
    const char *has[6];
    const char *has_not[3];
} Case;

static const Case cases[] = {
    {"a loop counter is added to in place",
     "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
     {"= add checked int %i.", "= add checked int %s.", "slot    int %n.0 parameter"},
     {"ubsan", "unsupported"}},
    {"x++ yields the old value", "int f(int x) { return x++ + x; }", {"= move i32 %x.0"}, {0}},
    {"constant errors are not lost",
     "int f(void) { return (1 << 31) + 1 / 0; }",
     {"shl checked signed-base int 1, 31", "sdiv int 1, 0"},
     {0}},
    {"constant overflow", "int f(void) { return 2147483647 + 1; }", {"add checked int 2147483647, 1"}, {0}},
    {"a wide shift amount stays too large",
     "int f(int x, long long n) { return x << n; }",
     {"umin i64", "shl checked signed-base int"},
     {0}},
    {"unsigned shifts have no base check",
     "unsigned f(unsigned x, int n) { return x << n; }",
     {"shl checked unsigned int"},
     {"signed-base"}},
    {"unsigned arithmetic wraps",
     "unsigned f(unsigned x) { return x * 3 + 1; }",
     {"= mul i32", "= add i32"},
     {"checked"}},
    {"128 bits",
     "__int128 f(__int128 x) { return (x << 3) + 1; }",
     {"shl checked signed-base __int128", "add checked __int128"},
     {"unsupported"}},
    {"fields by name",
     "struct node { int v; struct node *next; }; int f(struct node *n) { return n->next->v; }",
     {"field inbounds struct node %n.0 .next", ".v"},
     {0}},
    {"an anonymous struct is named after its typedef",
     "typedef struct { int a, b; } pair; int f(pair *p) { return p->b; }",
     {"field inbounds struct", ".b"},
     {0}},
    {"indices", "int a[10]; int f(int i) { return a[i]; }", {"index inbounds i32 @a,", "load int"}, {0}},
    {"pointer difference",
     "long f(int *p, int *q) { return p - q; }",
     {"ptrsub i64 %p.0, %q.1", "sdiv i64"},
     {"ptrtoint"}},
    {"comparisons are turned", "int f(int a, int b) { return a > b; }", {"slt i32 %b.1, %a.0"}, {0}},
    {"scopes",
     "int g(int *); int f(void) { { int x; g(&x); } return 0; }",
     {"object  int &x.", "scope.begin x.", "scope.end x."},
     {0}},
    {"a variable read before it is set",
     "int f(int c) { int x; if (c) x = 1; return x; }",
     {"slot    int %x.1 scoped maybe-unset"},
     {0}},
    {"a variable that is always set",
     "int f(int c) { int x; if (c) x = 1; else x = 2; return x; }",
     {"slot    int %x.1 scoped"},
     {"maybe-unset"}},
    {"unreachable", "int f(int c) { if (c) return 1; __builtin_unreachable(); }", {"unreachable source"}, {0}},
    {"calls that do not return",
     "void stop(void) __attribute__((noreturn)); void f(void) { stop(); }",
     {"call noreturn void @stop()"},
     {"unreachable source"}},
    {"structs by value",
     "struct s { long a[4]; }; void g(struct s); void f(struct s *p) { g(*p); }",
     {"struct s byval"},
     {0}},
    {"variadic calls",
     "int printf(const char *, ...); void f(int x) { printf(\"%d\", x); }",
     {"(ptr @.str; i32 %x.0)"},
     {0}},
    {"computed goto",
     "int f(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }",
     {"jump.indirect", "+0: @f.block", "+8: @f.block"},
     {0}},
    {"swapping in a loop",
     "int f(int n) { int a = 0, b = 1; while (n--) { int t = a; a = b; b = t + b; } return a; }",
     {"%t.3 = move i32 %a.1", "%a.1 = move i32 %b.2", "%b.2 = add checked int %t.3, %b.2"},
     {0}},
    {"vectors",
     "typedef int v4 __attribute__((vector_size(16))); v4 f(v4 a, v4 b) { return a + b; }",
     {"= add i32"},
     {"unsupported"}},
    {"atomics", "int f(_Atomic int *p) { return (*p)++; }", {"= load i32", "= add i32", "store i32"}, {"unsupported"}},
    {"barriers and byte swaps",
     "int f(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"bswap %0\" : \"+r\"(x)); return x; }",
     {"= bswap i32"},
     {"unsupported"}},
    {"other assembly ends there",
     "void f(void) { __asm__ volatile(\"hlt\"); }",
     {"unsupported \"inline assembly 'hlt'\""},
     {0}},
    {"addresses in initialisers", "int x; int *p = &x + 1; char *s = \"abc\" + 1;", {"+0: @x+4", "+0: @.str+1"}, {0}},
    {"static locals by their name",
     "int f(void) { static int calls; return ++calls; }",
     {"@calls, 4 bytes"},
     {"f.calls"}},
    {"weak declarations are null",
     "extern int w(void) __attribute__((weak)); int f(void) { return w != 0; }",
     {"= ne ptr null, null"},
     {0}},
    {"bit-fields",
     "struct b { unsigned a : 3, c : 5; }; int f(struct b *p) { return p->c; }",
     {"load i8", "lshr i8"},
     {0}},
    {"old C", "f(x) { return g(x); }", {"function int f(int)", "call i32 @g("}, {0}},
    {"phis without a move too many", "int f(int a, int b) { return a && b; }", {"= move i1 0"}, {0}},
};

static Program *compile(const char *source, Error *error) {
    char path[] = "/tmp/loci-lowering-XXXXXX.c";
    int file = mkstemps(path, 2);
    bool ok = file >= 0 && write(file, source, strlen(source)) == (ssize_t)strlen(source);
    close(file);
    const char *input = path;
    FrontendOptions options = {.inputs = &input, .input_count = 1, .quiet_warnings = true};
    Program *program = ok ? frontend_load(&options, error) : NULL;
    unlink(path);
    return program;
}

static bool print_all(Text *out, Program *program, Error *error) {
    for (u32 i = 0; i < program->functions.count; i++) {
        Function *function = program->functions.at[i];
        if (!function->has_body) continue;
        if (!program_body(program, function, error) || !program_check(program, function, error)) return false;
        program_print_function(out, program, function);
    }
    for (u32 i = 0; i < program->globals.count; i++) {
        Global *global = program->globals.at[i];
        if (global->is_defined && !program_initialiser(program, global, error)) return false;
        program_print_global(out, program, global);
    }
    return true;
}

static bool passes(const Case *test) {
    Error error = {0};
    Text text = {0};
    Program *program = compile(test->source, &error);
    bool ok = program && print_all(&text, program, &error);
    const char *printed = text.chars ? text.chars : "";
    if (!ok) printf("%s: %s\n", test->what, error_is_set(&error) ? error.message.chars : "no temporary file");
    for (u32 i = 0; ok && i < COUNT_OF(test->has) && test->has[i]; i++)
        if (!strstr(printed, test->has[i])) ok = !printf("%s: no '%s' in\n%s\n", test->what, test->has[i], printed);
    for (u32 i = 0; ok && i < COUNT_OF(test->has_not) && test->has_not[i]; i++)
        if (strstr(printed, test->has_not[i])) ok = !printf("%s: '%s' in\n%s\n", test->what, test->has_not[i], printed);
    if (program) program_free(program);
    text_free(&text);
    error_free(&error);
    return ok;
}

int main(void) {
    u32 failed = 0;
    for (u32 i = 0; i < COUNT_OF(cases); i++) failed += !passes(&cases[i]);
    printf("%u of %u cases failed\n", failed, (u32)COUNT_OF(cases));
    return failed != 0;
}
