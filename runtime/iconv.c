/* Conversion between ASCII, ISO-8859-1 and UTF-8, as the GNU C library does it: characters that the target has not are an
 * error (EILSEQ), and what is converted before an error is there. No conversion has a state. */
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "loci_library.h"
#include "loci_machine.h"

enum encoding { ASCII, LATIN_1, UTF_8, UNKNOWN };

struct conversion {
    enum encoding from, to;
};

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static _Bool is_same(const char *name, const char *upper_case)
{
    while (*name != '\0' && upper(*name) == *upper_case) name++, upper_case++;
    return *name == '\0' && *upper_case == '\0';
}

/* The empty name is the encoding of the locale. */
static enum encoding encoding_named(const char *name)
{
    static const struct {
        const char *name;
        enum encoding encoding;
    } names[] = {{"", ASCII},           {"ASCII", ASCII},        {"US-ASCII", ASCII},     {"ANSI_X3.4-1968", ASCII}, {"646", ASCII},
                 {"LATIN1", LATIN_1},   {"L1", LATIN_1},         {"ISO-8859-1", LATIN_1}, {"ISO8859-1", LATIN_1},
                 {"ISO_8859-1", LATIN_1}, {"ISO88591", LATIN_1}, {"UTF-8", UTF_8},        {"UTF8", UTF_8}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_same(name, names[i].name)) return names[i].encoding;
    return UNKNOWN;
}

iconv_t iconv_open(const char *to, const char *from)
{
    struct conversion conversion = {encoding_named(from), encoding_named(to)};
    struct conversion *result = NULL;
    if (conversion.from == UNKNOWN || conversion.to == UNKNOWN) {
        __loci_unmodelled("'iconv_open' knows ASCII, ISO-8859-1 and UTF-8 only: it fails");
        errno = EINVAL;
    } else {
        result = malloc(sizeof *result);
    }
    if (result == NULL) return (iconv_t)-1;
    *result = conversion;
    return result;
}

int iconv_close(iconv_t handle)
{
    free(handle);
    return 0;
}

/* How many bytes a character has that begins so; 0: none does. Five and six were allowed once. */
static int utf_8_length(unsigned char first)
{
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xfd) return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : first < 0xfc ? 5 : 6;
}

/* The character at the front: how many bytes it has, or minus an error number. */
static int decode_utf_8(const unsigned char *bytes, size_t count, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = utf_8_length(bytes[0]);
    uint32_t value = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if ((size_t)i == count) return -EINVAL;
        if ((bytes[i] & 0xc0) != 0x80) return -EILSEQ;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (length == 0 || length > 4 || value < least[length]) return -EILSEQ;
    if (value >= 0xd800 && value < 0xe000) return -EILSEQ;
    *character = value;
    return length;
}

static int decode(enum encoding from, const unsigned char *bytes, size_t count, uint32_t *character)
{
    if (from == UTF_8) return decode_utf_8(bytes, count, character);
    *character = bytes[0];
    return from == ASCII && bytes[0] >= 0x80 ? -EILSEQ : 1;
}

static int encode_utf_8(uint32_t character, unsigned char *bytes, size_t room)
{
    int length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    if ((size_t)length > room) return -E2BIG;
    for (int i = length - 1; i > 0; i--, character >>= 6) bytes[i] = (unsigned char)(0x80 | (character & 0x3f));
    bytes[0] = (unsigned char)(length == 1 ? character : (0xf00u >> length & 0xff) | character);
    return length;
}

static int encode(enum encoding to, uint32_t character, unsigned char *bytes, size_t room)
{
    if (to == UTF_8) return encode_utf_8(character, bytes, room);
    if (room == 0) return -E2BIG;
    if (character >= (to == ASCII ? 0x80u : 0x100u)) return -EILSEQ;
    bytes[0] = (unsigned char)character;
    return 1;
}

size_t iconv(iconv_t handle, char **restrict input, size_t *restrict input_left, char **restrict output, size_t *restrict output_left)
{
    const struct conversion *conversion = handle;
    if (input == NULL || *input == NULL) return 0;
    while (*input_left > 0) {
        uint32_t character;
        int taken = decode(conversion->from, (const unsigned char *)*input, *input_left, &character);
        int given = taken < 0 ? taken : encode(conversion->to, character, (unsigned char *)*output, *output_left);
        if (given < 0) {
            errno = -given;
            return (size_t)-1;
        }
        *input += taken;
        *input_left -= (size_t)taken;
        *output += given;
        *output_left -= (size_t)given;
    }
    return 0;
}
