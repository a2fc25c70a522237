/* Tests in KLEE's format: what is written is read back, and every kind of damage is an error with a sentence. */
#include "check.h"
#include "report/ktest.h"

#include <string.h>

static const u8 known[] = "KTEST\0\0\0\3"
                          "\0\0\0\1\0\0\0\4a.bc"
                          "\0\0\0\0\0\0\0\0"
                          "\0\0\0\2"
                          "\0\0\0\1x\0\0\0\4\xfe\xff\xff\xff"
                          "\0\0\0\4name\0\0\0\3hi";

static bool parses(const void *bytes, size_t size, const char *sentence) {
    KTest test = {0};
    Error error = {0};
    bool ok = ktest_parse(&test, bytes, size, "t.ktest", &error);
    bool as_expected = sentence ? !ok && error_is_set(&error) && strstr(error.message.chars, sentence) : ok;
    if (!as_expected) printf("%s\n", error_is_set(&error) ? error.message.chars : "no error");
    ktest_free(&test);
    error_free(&error);
    return as_expected;
}

static void reads_and_writes_the_same_bytes(void) {
    KTest test = {0};
    Error error = {0};
    CHECK(ktest_parse(&test, known, sizeof known, "t.ktest", &error));
    CHECK(test.arguments.count == 1 && !strcmp(test.arguments.at[0], "a.bc"));
    CHECK(test.objects.count == 2 && !strcmp(test.objects.at[1].name, "name") && test.objects.at[1].size == 3);
    Text again = {0}, shown = {0};
    CHECK(ktest_encode(&test, &again, &error));
    CHECK(again.length == sizeof known && !memcmp(again.chars, known, sizeof known));
    ktest_print(&shown, &test);
    CHECK(strstr(shown.chars, "x: 4 bytes\n  hex  fe ff ff ff\n  int  -2 (unsigned 4294967294)\n"));
    CHECK(strstr(shown.chars, "name: 3 bytes\n  hex  68 69 00\n  text \"hi\"\n"));
    text_free(&again);
    text_free(&shown);
    ktest_free(&test);
    error_free(&error);
}

static void writes_a_file(void) {
    char path[] = "/tmp/loci-ktest-XXXXXX";
    int fd = mkstemp(path);
    CHECK(fd >= 0);
    KTest test = {0}, back = {0};
    Error error = {0};
    ktest_add_argument(&test, "program.c");
    ktest_add_object(&test, "x", "\1\2\3", 3);
    CHECK(ktest_write(&test, path, &error) && ktest_read(&back, path, &error));
    CHECK(back.objects.count == 1 && !memcmp(back.objects.at[0].bytes, "\1\2\3", 3));
    CHECK(!ktest_write(&test, "/nowhere/at/all.ktest", &error) && strstr(error.message.chars, "/nowhere/at/all.ktest"));
    error_free(&error);
    CHECK(!ktest_read(&back, "/nowhere/at/all.ktest", &error) && strstr(error.message.chars, "cannot read"));
    error_free(&error);
    ktest_add_object(&test, "empty", "", 0);
    CHECK(!ktest_write(&test, path, &error));
    error_free(&error);
    ktest_free(&test);
    ktest_free(&back);
    remove(path);
}

static void damage_is_an_error(void) {
    CHECK(parses(known, sizeof known, NULL));
    for (size_t size = 0; size < sizeof known; size++) CHECK(parses(known, size, size < 5 ? "no test" : "damaged"));
    u8 copy[sizeof known + 1];
    memcpy(copy, known, sizeof known);
    CHECK(parses(copy, sizeof copy, "1 bytes follow"));
    copy[8] = 4;
    CHECK(parses(copy, sizeof known, "version 4"));
    copy[8] = 3;
    memcpy(copy, "BOUT\n", 5);
    CHECK(parses(copy, sizeof known, NULL));
    memset(copy + 13, 0xff, 4);
    CHECK(parses(copy, sizeof known, "ends within an argument"));
    CHECK(parses("KTEST\0\0\0\1\0\0\0\0\0\0\0\0", 17, NULL)); /* version 1 has no unused numbers */
    CHECK(parses("KTEST\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1a", 26, "is empty"));
    CHECK(parses("KTEST\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\1a\0\0\0\0", 26, "has no bytes"));
    CHECK(parses("KTEST\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\2a\0\0\0\0\1b", 28, "not a text"));
}

int main(void) {
    reads_and_writes_the_same_bytes();
    writes_a_file();
    damage_is_an_error();
    return finish();
}
