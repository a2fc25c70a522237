/* Parts of verify: hashes, property files, places in preprocessed sources, answers between processes. */
#include "base/sha256.h"
#include "check.h"
#include "verify/source.h"
#include "verify/verify.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void hash_is(const char *text, size_t size, const char *wanted) {
    char hex[65];
    sha256_hex(text, size, hex);
    CHECK(!strcmp(hex, wanted));
}

static void hashes(void) {
    char long_one[200];
    memset(long_one, 'a', sizeof long_one);
    hash_is("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hash_is("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    hash_is(long_one, 200, "c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5");
}

static const char *temporary(const char *text) {
    static char path[32];
    strcpy(path, "/tmp/loci-unit-XXXXXX");
    int fd = mkstemp(path);
    CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    return path;
}

static bool read_property(const char *text, PropertyFile *out) {
    Error error = {0};
    const char *path = temporary(text);
    bool ok = property_read_file(path, out, &error);
    CHECK(ok != error_is_set(&error));
    unlink(path);
    error_free(&error);
    return ok;
}

static void properties(void) {
    PropertyFile file;
    CHECK(read_property("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", &file));
    CHECK(file.properties == 1u << PROPERTY_UNREACH_CALL && !strcmp(file.error_function, "reach_error"));
    CHECK(read_property("CHECK(init(main()),LTL(G!call(__VERIFIER_error())))", &file));
    CHECK(!strcmp(file.error_function, "__VERIFIER_error"));
    CHECK(read_property("CHECK( init(main()), LTL(G valid-free) )\n\nCHECK( init(main()), LTL(G valid-deref) )\n", &file));
    CHECK(file.properties == (1u << PROPERTY_VALID_FREE | 1u << PROPERTY_VALID_DEREF) && !file.error_function[0]);
    CHECK(read_property("CHECK( init(main()), LTL(F end) )", &file) && file.properties == 1u << PROPERTY_TERMINATION);
    CHECK(!read_property("CHECK( init(main()), LTL(G ! data-race) )", &file));
    CHECK(!read_property("CHECK( init(other()), LTL(G ! overflow) )", &file));
    CHECK(!read_property("CHECK( init(main()), LTL(G ! call(())) )", &file));
    CHECK(!read_property("", &file));
}

static void places(void) {
    Source source;
    const char *path = temporary("int a;\n# 10 \"x.h\" 1\nint b;\nint c; f(g(1), 2); d;\n# 3 \"y.c\" 2\nint e;\n");
    CHECK(source_read(&source, path));
    CHECK(source_line(&source, path, path, 1) == 1);
    CHECK(source_line(&source, path, "x.h", 11) == 4);
    CHECK(source_line(&source, path, "y.c", 3) == 6);
    CHECK(source_line(&source, path, "y.c", 4) == 7);
    CHECK(source_line(&source, path, "x.h", 3) == 0);
    CHECK(source_statement(&source, 4, 10) == 8);
    CHECK(source_call_end(&source, 4, 8) == 17);
    CHECK(source_call_end(&source, 4, 10) == 13);
    CHECK(source_call_end(&source, 4, 1) == 0);
    source_free(&source);
    unlink(path);
}

static void answers(void) {
    VerifyAnswer answer = {.verdict = VERDICT_FALSE, .violated = PROPERTY_NO_OVERFLOW}, copy;
    Text bytes = {0};
    ktest_add_object(&answer.inputs.test, "x", "\1\2\0\4", 4);
    vec_push(&answer.inputs.undefined, (UndefinedValue){3, 77});
    answer_encode(&answer, &bytes);
    CHECK(answer_decode(&copy, bytes.chars, bytes.length));
    CHECK(copy.verdict == VERDICT_FALSE && copy.violated == PROPERTY_NO_OVERFLOW);
    CHECK(copy.inputs.test.objects.count == 1 && !memcmp(copy.inputs.test.objects.at[0].bytes, "\1\2\0\4", 4));
    CHECK(copy.inputs.undefined.count == 1 && copy.inputs.undefined.at[0].value == 77);
    answer_free(&copy);
    bool any = false;
    for (size_t size = 0; size < bytes.length; size++) any = any || answer_decode(&copy, bytes.chars, size);
    CHECK(!any); /* a part of an answer is none */
    answer_free(&answer);
    text_free(&bytes);
}

int main(void) {
    hashes();
    properties();
    places();
    answers();
    return finish();
}
