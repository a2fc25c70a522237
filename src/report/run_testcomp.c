/* Tests in the exchange format of Test-Comp (--test-format=testcomp): a folder test-suite with metadata.xml and a
 * testcase-N.xml for test N, and at the end all of it as test-suite.zip. The format knows what functions such as
 * __VERIFIER_nondet_int return, in the order of the calls; other symbolic objects stand among them as numbers. Arguments, files
 * and standard input have no place in it. See https://gitlab.com/sosy-lab/test-comp/test-format. */
#include "report/run.h"

#include "base/sha256.h"
#include "report/zip.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char SUITE[] = "test-suite";

/* ---- Values ---- */

/* What stands behind __VERIFIER_nondet_, and the C type that the format names. */
static const struct {
    const char *name, *type;
    enum { UNSIGNED, SIGNED, REAL } kind;
} types[] = {
    {"bool", "bool", UNSIGNED},
    {"_Bool", "bool", UNSIGNED},
    {"char", "char", SIGNED},
    {"schar", "signed char", SIGNED},
    {"uchar", "unsigned char", UNSIGNED},
    {"short", "short", SIGNED},
    {"ushort", "unsigned short", UNSIGNED},
    {"int", "int", SIGNED},
    {"uint", "unsigned int", UNSIGNED},
    {"unsigned", "unsigned int", UNSIGNED},
    {"long", "long", SIGNED},
    {"ulong", "unsigned long", UNSIGNED},
    {"longlong", "long long", SIGNED},
    {"ulonglong", "unsigned long long", UNSIGNED},
    {"float", "float", REAL},
    {"double", "double", REAL},
    {"loff_t", "long long", SIGNED},
    {"ssize_t", "long", SIGNED},
    {"ptrdiff_t", "long", SIGNED},
    {"S8", "signed char", SIGNED},
    {"S16", "short", SIGNED},
    {"S32", "int", SIGNED},
    {"S64", "long long", SIGNED},
};

static u64 number_of(const KTestObject *object) {
    u64 value = 0;
    memcpy(&value, object->bytes, MIN(object->size, (u32)sizeof value));
    return value;
}

static void print_real(Text *out, const KTestObject *object) {
    float narrow = 0;
    double wide = 0;
    memcpy(&narrow, object->bytes, MIN(object->size, (u32)sizeof narrow));
    memcpy(&wide, object->bytes, MIN(object->size, (u32)sizeof wide));
    if (object->size == sizeof narrow) text_printf(out, "%.9g", (double)narrow);
    else text_printf(out, "%.17g", wide);
}

/* The bytes as one number, the last of them first. */
static void print_bytes(Text *out, const KTestObject *object) {
    text_add(out, "0x");
    for (u32 i = object->size; i-- > 0;) text_printf(out, "%02x", object->bytes[i]);
}

static void print_input(Text *out, const KTestObject *object) {
    static const char prefix[] = "__VERIFIER_nondet_";
    bool is_call = !strncmp(object->name, prefix, sizeof prefix - 1);
    const char *name = is_call ? object->name + sizeof prefix - 1 : "";
    u32 at = 0, bits = MIN(object->size, 8u) * 8;
    while (at < COUNT_OF(types) && strcmp(name, types[at].name) != 0) at++;
    bool is_known = at < COUNT_OF(types);
    text_add(out, "  <input");
    if (!is_call) text_add(out, " variable=\"");
    if (!is_call) text_add_markup(out, object->name);
    if (!is_call) text_add(out, "\"");
    if (is_known) text_printf(out, " type=\"%s\"", types[at].type);
    text_add(out, ">");
    if (is_known && types[at].kind == REAL) print_real(out, object);
    else if (is_known && types[at].kind == SIGNED) text_printf(out, "%" PRId64, sign_extend(number_of(object), bits));
    else if (object->size <= 8) text_printf(out, "%" PRIu64, number_of(object));
    else print_bytes(out, object);
    text_add(out, "</input>\n");
}

/* ---- Files ---- */

static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

static bool write_in_suite(const Run *run, const char *name, const Text *text) {
    char path[80];
    snprintf(path, sizeof path, "%s/%s", SUITE, name);
    return run_write_file(run, path, text);
}

bool run_write_testcase(const Run *run, u32 number, const PathEnd *end, const KTest *test) {
    char name[40];
    Text text = {0};
    bool covers_error = end->end == RUN_FAULT && end->fault->kind == FAULT_REACH_ERROR;
    text_add(&text, declaration);
    text_add(&text, "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
                    "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n");
    text_printf(&text, "<testcase%s>\n", covers_error ? " coversError=\"true\"" : "");
    for (u32 i = 0; i < test->objects.count; i++) print_input(&text, &test->objects.at[i]);
    text_add(&text, "</testcase>\n");
    snprintf(name, sizeof name, "testcase-%u.xml", number);
    bool ok = write_in_suite(run, name, &text);
    text_free(&text);
    return ok;
}

static void add_element(Text *out, const char *name, const char *value) {
    text_printf(out, "  <%s>", name);
    text_add_markup(out, value);
    text_printf(out, "</%s>\n", name);
}

static void write_metadata(const Run *run) {
    const NativeProgram *program = &run->options.native;
    bool is_of_error = run->options.stops_at_kinds == (u64)1 << FAULT_REACH_ERROR;
    Text text = {0}, source = {0};
    char hash[65], now[40];
    time_t seconds = time(NULL);
    struct tm parts;
    bool is_read = text_read_file(&source, program->inputs[0]);
    sha256_hex(is_read && source.chars ? source.chars : "", is_read ? source.length : 0, hash);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    text_add(&text, declaration);
    text_add(&text, "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.0//EN\" "
                    "\"https://sosy-lab.org/test-format/test-metadata-1.0.dtd\">\n<test-metadata>\n");
    add_element(&text, "sourcecodelang", "C");
    add_element(&text, "producer", run->options.producer);
    add_element(&text, "specification",
                is_of_error ? "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"
                            : "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
    add_element(&text, "programfile", program->inputs[0]);
    add_element(&text, "programhash", hash);
    add_element(&text, "entryfunction", run->options.entry ? run->options.entry : "main");
    add_element(&text, "architecture", program->bits == 32 ? "32bit" : "64bit");
    add_element(&text, "creationtime", now);
    text_add(&text, "</test-metadata>\n");
    write_in_suite(run, "metadata.xml", &text);
    text_free(&text);
    text_free(&source);
}

bool run_begin_suite(const Run *run, Error *error) {
    if (!run->options.writes_testcomp) return true;
    if (mkdirat(run->folder, SUITE, 0777) && errno != EEXIST)
        return error_set(error, "cannot make the folder '%s/%s': %s", run->options.folder, SUITE, strerror(errno));
    write_metadata(run);
    return true;
}

void run_remove_testcase(const Run *run, u32 number) {
    char name[60];
    snprintf(name, sizeof name, "%s/testcase-%u.xml", SUITE, number);
    unlinkat(run->folder, name, 0);
}

/* ---- The zip ---- */

static int is_of_suite(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && !strcmp(entry->d_name + length - 4, ".xml");
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strverscmp((*a)->d_name, (*b)->d_name); }

void run_zip_suite(const Run *run) {
    if (!run->options.writes_testcomp) return;
    struct dirent **entries = NULL;
    int count = scandirat(run->folder, SUITE, &entries, is_of_suite, by_name);
    int fd = openat(run->folder, "test-suite.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    Zip zip;
    bool is_open = fd >= 0 && zip_begin(&zip, fd);
    for (int i = 0; i < count; i++) {
        Text path = {0}, content = {0};
        text_printf(&path, "%s/%s/%s", run->options.folder, SUITE, entries[i]->d_name);
        if (is_open && text_read_file(&content, path.chars)) zip_add(&zip, entries[i]->d_name, &content);
        text_free(&path);
        text_free(&content);
        free(entries[i]);
    }
    free(entries);
    if (is_open && zip_end(&zip)) renameat(run->folder, "test-suite.new", run->folder, "test-suite.zip");
}
