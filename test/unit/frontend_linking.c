/* Linking across files, and one clear sentence for every kind of bad input. */
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/loci-linking-XXXXXX";
static u32 failures;

static void expect(bool ok, const char *what, const char *detail) {
    if (!ok) printf("failed: %s: %s\n", what, detail ? detail : "");
    failures += !ok;
}

static void put(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    expect(file && fwrite(bytes, 1, size, file) == size, "writing a file", name);
    if (file) fclose(file);
}

static void put_text(const char *name, const char *text) { put(name, text, strlen(text)); }

static Program *load(const char *const *inputs, u32 count, FrontendOptions options, Error *error) {
    options.inputs = inputs;
    options.input_count = count;
    options.quiet_warnings = true;
    return frontend_load(&options, error);
}

static void expect_error(const char *what, const char *const *inputs, u32 count, FrontendOptions options,
                         const char *words) {
    Error error = {0};
    Program *program = load(inputs, count, options, &error);
    bool is_sentence = error_is_set(&error) && !strchr(error.message.chars, '\n');
    expect(!program && is_sentence && strstr(error.message.chars, words), what, error.message.chars);
    if (program) program_free(program);
    error_free(&error);
}

#define INPUTS(...) (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

static void test_bad_input(void) {
    const FrontendOptions plain = {0};
    put_text("one.c", "int shared(void) { return 1; } int main(void) { return shared(); }");
    put_text("two.c", "int shared(void) { return 2; }");
    put_text("data1.c", "int number = 1; int main(void) { return 0; }");
    put_text("data2.c", "int number = 2;");
    put_text("syntax.ll", "define i32 @f() {\n  ret i32 %x\n}\n");
    put_text("arm.ll", "target triple = \"aarch64-linux-gnu\"\ndefine i32 @main() {\n  ret i32 0\n}\n");
    put_text("wide.ll", "target triple = \"x86_64-pc-linux-gnu\"\ndefine i32 @main() {\n  ret i32 0\n}\n");
    put_text("broken.ll",
             "define i32 @main() {\n  br label %b\nb:\n  %y = add i32 %z, 1\n  %z = add i32 1, 1\n  ret i32 %y\n}\n");
    put_text("text.bc", "this is no bitcode");
    put("cut.bc", "BC\xc0\xde\x35\x14\x00\x00", 8);
    put_text("what.xyz", "?");
    mkdir("folder.c", 0700);
    expect_error("no file", INPUTS("absent.c"), plain, "cannot read 'absent.c'");
    expect_error("a directory", INPUTS("folder.c"), plain, "'folder.c' is a directory");
    expect_error("unknown kind", INPUTS("what.xyz"), plain, "what.xyz");
    expect_error("not bitcode", INPUTS("text.bc"), plain, "'text.bc' is not LLVM bitcode");
    expect_error("cut bitcode", INPUTS("cut.bc"), plain, "'cut.bc'");
    expect_error("bad assembly", INPUTS("syntax.ll"), plain, "line 2");
    expect_error("invalid assembly", INPUTS("broken.ll"), plain, "'broken.ll'");
    expect_error("another machine", INPUTS("arm.ll"), plain, "aarch64");
    expect_error("wrong width", INPUTS("wide.ll"), (FrontendOptions){.bits = 32}, "64-bit");
    expect_error("two functions", INPUTS("one.c", "two.c"), plain,
                 "'shared' is defined in 'one.c' and again in 'two.c'");
    expect_error("two variables", INPUTS("data1.c", "data2.c"), plain,
                 "'number' is defined in 'data1.c' and again in 'data2.c'");
    expect_error("no main", INPUTS("two.c"), (FrontendOptions){.needs_main = true}, "main");
    expect_error("no library", INPUTS("one.c"), (FrontendOptions){.runtime_dir = "nowhere"}, "nowhere");
    expect_error("no input", NULL, 0, plain, "no input");
}

static Program *load_or_fail(const char *what, const char *const *inputs, u32 count, FrontendOptions options) {
    Error error = {0};
    Program *program = load(inputs, count, options, &error);
    expect(program != NULL, what, error.message.chars);
    error_free(&error);
    return program;
}

static bool body_has(Program *program, const char *function, const char *words) {
    Error error = {0};
    Text text = {0};
    Function *f = program_function_named(program, function);
    bool ok = f && program_body(program, f, &error);
    if (ok) program_print_function(&text, program, f);
    ok = ok && strstr(text.chars, words);
    if (!ok) printf("%s", text.chars ? text.chars : "");
    text_free(&text);
    error_free(&error);
    return ok;
}

static void test_symbols(void) {
    put_text("user.c",
             "int weak(void); int strong(void) { return 1; } extern int data; static int local(void) { return 2; }\n"
             "int f(void) { return weak() + data + local(); }");
    put_text(
        "other.c",
        "__attribute__((weak)) int weak(void) { return 10; } __attribute__((weak)) int strong(void) { return 20; }\n"
        "int data = 3; static int local(void) { return 4; } int g(void) { return local(); }\n"
        "int same(void) __attribute__((alias(\"g\")));");
    Program *program = load_or_fail("several files", INPUTS("user.c", "other.c"), (FrontendOptions){0});
    if (!program) return;
    const Function *weak = program_function_named(program, "weak"), *strong = program_function_named(program, "strong");
    expect(weak && weak->has_body && weak->linkage == LINK_WEAK, "a weak definition serves", NULL);
    expect(strong && strong->linkage == LINK_EXTERNAL && body_has(program, "strong", "return 1"),
           "a strong definition wins", NULL);
    expect(body_has(program, "same", "call i32 @local()"), "an alias has the body of its target", NULL);
    u64 number;
    expect(string_map_get(&program->global_names, "data", &number) && program->globals.at[number]->is_defined,
           "data is found", NULL);
    program_free(program);
}

static void test_library(void) {
    mkdir("lib", 0700);
    mkdir("lib/64", 0700);
    put_text("lib/part.c", "int helper(void); int offered(void) { return helper(); } int unused_in_program;");
    put_text("lib/help.c", "int helper(void) { return 7; } void __loci_start(void) {}");
    int status = system(
        "cd lib && clang-19 -g -c -emit-llvm part.c -o 64/part.bc && clang-19 -g -c -emit-llvm help.c -o 64/help.bc");
    Error error = {0};
    expect(!status && frontend_write_index("lib/64", &error), "writing an index", error.message.chars);
    put_text("app.c", "int offered(void); int absent(void); int main(void) { return offered() + absent(); }");
    put_text("own.c", "int offered(void) { return 1; } int main(void) { return offered(); }");
    const FrontendOptions options = {.runtime_dir = "lib", .needs_main = true};
    Program *program = load_or_fail("a library", INPUTS("app.c"), options);
    if (program) {
        expect(body_has(program, "main", "call i32 @offered()"), "the library's function is called", NULL);
        expect(body_has(program, "offered", "call i32 @helper()") &&
                   program_function_named(program, "offered")->is_library,
               "and has a body", NULL);
        expect(body_has(program, "helper", "return 7"), "and so has what it calls", NULL);
        expect(!program_function_named(program, "absent")->has_body, "what nobody defines has none", NULL);
        expect(program_function_named(program, "__loci_start") != NULL, "the start function is there", NULL);
        program_free(program);
    }
    program = load_or_fail("an own definition", INPUTS("own.c"), options);
    if (program) {
        expect(!program_function_named(program, "offered")->is_library, "the program's own definition wins", NULL);
        program_free(program);
    }
    error_free(&error);
}

static bool remove_folder(void) {
    char command[sizeof folder + 10];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return !system(command);
}

int main(void) {
    if (!mkdtemp(folder) || chdir(folder)) return 1;
    test_bad_input();
    test_symbols();
    test_library();
    if (chdir("/") || !remove_folder()) failures++;
    printf("%u failed\n", failures);
    return failures != 0;
}
