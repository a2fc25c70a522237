#include "report/ktest.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAGIC_BYTES = 5, VERSION = 3, VERSION_WITH_UNUSED = 2 };
static const char magic[] = "KTEST", old_magic[] = "BOUT\n";

void ktest_add_argument(KTest *test, const char *argument) {
    vec_push(&test->arguments, arena_strdup(&test->arena, argument));
}

void ktest_add_object(KTest *test, const char *name, const void *bytes, u32 size) {
    Arena *arena = &test->arena;
    vec_push(&test->objects, (KTestObject){arena_strdup(arena, name), arena_copy(arena, bytes, size), size});
}

void ktest_free(KTest *test) {
    vec_free(&test->arguments);
    vec_free(&test->objects);
    arena_free(&test->arena);
}

/* ---- Reading ---- */

typedef struct {
    const u8 *at, *end;
    const char *path;
    Error *error;
} Reader;

static bool read_number(Reader *reader, const char *what, u32 *number) {
    if (reader->end - reader->at < 4)
        return error_set(reader->error, "the test '%s' is damaged: it ends before %s", reader->path, what);
    const u8 *at = reader->at;
    *number = (u32)at[0] << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3];
    reader->at += 4;
    return true;
}

/* A length and as many bytes. */
static bool read_bytes(Reader *reader, const char *what, const u8 **bytes, u32 *size) {
    if (!read_number(reader, what, size)) return false;
    if (*size > (u64)(reader->end - reader->at))
        return error_set(reader->error, "the test '%s' is damaged: it ends within %s of %u bytes", reader->path, what,
                         *size);
    *bytes = reader->at;
    reader->at += *size;
    return true;
}

static bool read_header(Reader *reader, u32 *version) {
    if (reader->end - reader->at < MAGIC_BYTES ||
        (memcmp(reader->at, magic, MAGIC_BYTES) != 0 && memcmp(reader->at, old_magic, MAGIC_BYTES) != 0))
        return error_set(reader->error, "'%s' is no test: it does not begin with KTEST", reader->path);
    reader->at += MAGIC_BYTES;
    if (!read_number(reader, "its version", version)) return false;
    if (*version < 1 || *version > VERSION)
        return error_set(reader->error, "the test '%s' has version %u; versions 1 to %d are known", reader->path,
                         *version, VERSION);
    return true;
}

static bool read_arguments(Reader *reader, KTest *test) {
    u32 count, size;
    if (!read_number(reader, "the number of arguments", &count)) return false;
    for (u32 i = 0; i < count; i++) {
        const u8 *bytes;
        if (!read_bytes(reader, "an argument", &bytes, &size)) return false;
        vec_push(&test->arguments, arena_strndup(&test->arena, (const char *)bytes, size));
    }
    return true;
}

static bool read_object(Reader *reader, KTest *test) {
    const u8 *name, *bytes;
    u32 name_size, size;
    if (!read_bytes(reader, "the name of an object", &name, &name_size)) return false;
    if (!name_size || memchr(name, 0, name_size))
        return error_set(reader->error, "the test '%s' is damaged: the name of object %u is %s", reader->path,
                         test->objects.count, name_size ? "not a text" : "empty");
    if (!read_bytes(reader, "the bytes of an object", &bytes, &size)) return false;
    const char *text = arena_strndup(&test->arena, (const char *)name, name_size);
    if (!size) return error_set(reader->error, "the test '%s' is damaged: '%s' has no bytes", reader->path, text);
    vec_push(&test->objects, (KTestObject){text, arena_copy(&test->arena, bytes, size), size});
    return true;
}

bool ktest_parse(KTest *test, const u8 *bytes, size_t size, const char *path, Error *error) {
    Reader reader = {bytes, bytes + size, path, error};
    u32 version, unused, count;
    if (!read_header(&reader, &version) || !read_arguments(&reader, test)) return false;
    if (version >= VERSION_WITH_UNUSED &&
        (!read_number(&reader, "its argument sizes", &unused) || !read_number(&reader, "its argument sizes", &unused)))
        return false;
    if (!read_number(&reader, "the number of objects", &count)) return false;
    for (u32 i = 0; i < count; i++)
        if (!read_object(&reader, test)) return false;
    if (reader.at == reader.end) return true;
    return error_set(error, "the test '%s' is damaged: %zu bytes follow its end", path,
                     (size_t)(reader.end - reader.at));
}

bool ktest_read(KTest *test, const char *path, Error *error) {
    Text file = {0};
    bool ok = text_read_file(&file, path);
    if (!ok) error_set(error, "cannot read the test '%s': %s", path, strerror(errno));
    ok = ok && ktest_parse(test, file.length ? (const u8 *)file.chars : (const u8 *)"", file.length, path, error);
    text_free(&file);
    return ok;
}

/* ---- Writing ---- */

static void add_number(Text *out, u32 number) {
    char bytes[4] = {(char)(number >> 24), (char)(number >> 16), (char)(number >> 8), (char)number};
    text_add_n(out, bytes, sizeof bytes);
}

static void add_bytes(Text *out, const void *bytes, size_t size) {
    add_number(out, (u32)size);
    text_add_n(out, bytes, size);
}

bool ktest_encode(const KTest *test, Text *out, Error *error) {
    text_add_n(out, magic, MAGIC_BYTES);
    add_number(out, VERSION);
    add_number(out, test->arguments.count);
    for (u32 i = 0; i < test->arguments.count; i++)
        add_bytes(out, test->arguments.at[i], strlen(test->arguments.at[i]));
    add_number(out, 0);
    add_number(out, 0);
    add_number(out, test->objects.count);
    for (u32 i = 0; i < test->objects.count; i++) {
        const KTestObject *object = &test->objects.at[i];
        if (!*object->name || !object->size)
            return error_set(error, "a test cannot hold an object without name or bytes (object %u)", i);
        add_bytes(out, object->name, strlen(object->name));
        add_bytes(out, object->bytes, object->size);
    }
    return true;
}

bool ktest_write(const KTest *test, const char *path, Error *error) {
    Text bytes = {0};
    if (!ktest_encode(test, &bytes, error)) {
        text_free(&bytes);
        return false;
    }
    FILE *file = fopen(path, "wb");
    size_t written = file ? fwrite(bytes.chars, 1, bytes.length, file) : 0;
    bool ok = file && !fclose(file) && written == bytes.length;
    if (!ok) error_set(error, "cannot write the test '%s': %s", path, strerror(errno));
    text_free(&bytes);
    return ok;
}

/* ---- Arguments ---- */

/* How many words an option of KLEE's environment takes, with itself; 0 for all other words. */
static u32 klee_option_words(const char *word) {
    static const struct {
        const char *name;
        u32 words;
    } options[] = {{"sym-arg", 2},    {"sym-args", 4},        {"sym-files", 3}, {"sym-stdin", 2},
                   {"sym-stdout", 1}, {"save-all-writes", 1}, {"fd-fail", 1},   {"max-fail", 2}};
    const char *name = word + strspn(word, "-");
    size_t dashes = (size_t)(name - word);
    for (u32 i = 0; i < COUNT_OF(options); i++)
        if ((dashes == 1 || dashes == 2) && !strcmp(options[i].name, name)) return options[i].words;
    return 0;
}

void ktest_program_arguments(const KTest *test, KTestArguments *arguments) {
    for (u32 i = 1; i < test->arguments.count;) {
        u32 skipped = klee_option_words(test->arguments.at[i]);
        if (!skipped) vec_push(arguments, test->arguments.at[i]);
        i += MAX(skipped, 1u);
    }
}

/* ---- For reading ---- */

/* Objects are in the order of the target's bytes: the least significant first. */
static void print_as_number(Text *out, const KTestObject *object) {
    if (object->size > 8 || object->size & (object->size - 1)) return;
    u64 value = 0;
    memcpy(&value, object->bytes, object->size);
    i64 number = sign_extend(value, object->size * 8);
    text_printf(out, "  int  %" PRId64, number);
    if (number < 0) text_printf(out, " (unsigned %" PRIu64 ")", value);
    text_add_char(out, '\n');
}

/* Printable characters up to zeros at the end. */
static void print_as_text(Text *out, const KTestObject *object) {
    u32 length = object->size;
    while (length && !object->bytes[length - 1]) length--;
    for (u32 i = 0; i < length; i++)
        if (!isprint(object->bytes[i]) && !strchr("\n\t", object->bytes[i])) return;
    if (!length) return;
    text_add(out, "  text \"");
    for (u32 i = 0; i < length; i++) {
        char c = (char)object->bytes[i];
        if (c == '\n' || c == '\t') text_add(out, c == '\n' ? "\\n" : "\\t");
        else if (c == '"' || c == '\\') text_printf(out, "\\%c", c);
        else text_add_char(out, c);
    }
    text_add(out, "\"\n");
}

static void print_as_bytes(Text *out, const KTestObject *object) {
    enum { BYTES_A_LINE = 32 };
    static const char digits[] = "0123456789abcdef";
    for (u32 i = 0; i < object->size; i++) {
        if (i % BYTES_A_LINE == 0) text_add(out, i ? "\n       " : "  hex  ");
        char hex[3] = {' ', digits[object->bytes[i] >> 4], digits[object->bytes[i] & 15]};
        text_add_n(out, i % BYTES_A_LINE ? hex : hex + 1, i % BYTES_A_LINE ? 3 : 2);
    }
    text_add_char(out, '\n');
}

void ktest_print(Text *out, const KTest *test) {
    text_add(out, "arguments:");
    for (u32 i = 0; i < test->arguments.count; i++) text_printf(out, " %s", test->arguments.at[i]);
    text_printf(out, "\nobjects: %u\n", test->objects.count);
    for (u32 i = 0; i < test->objects.count; i++) {
        const KTestObject *object = &test->objects.at[i];
        text_printf(out, "%s: %u byte%s\n", object->name, object->size, object->size == 1 ? "" : "s");
        print_as_bytes(out, object);
        print_as_number(out, object);
        print_as_text(out, object);
    }
}
