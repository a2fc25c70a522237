/* What test cases print with. */
#include "std_testcase.h"

#include <ctype.h>
#include <inttypes.h>
#include <wctype.h>

void printLine(const char *line) {
    if (line != NULL) printf("%s\n", line);
}

void printWLine(const wchar_t *line) {
    if (line != NULL) wprintf(L"%ls\n", line);
}

void printIntLine(int number) { printf("%d\n", number); }

void printShortLine(short number) { printf("%hd\n", number); }

void printFloatLine(float number) { printf("%f\n", number); }

void printLongLine(long number) { printf("%ld\n", number); }

void printLongLongLine(int64_t number) { printf("%" PRId64 "\n", number); }

void printSizeTLine(size_t number) { printf("%zu\n", number); }

void printHexCharLine(char number) { printf("%02x\n", number & 0xff); }

void printWcharLine(wchar_t character) {
    wchar_t text[2] = {character, L'\0'};
    printf("%ls\n", text);
}

void printUnsignedLine(unsigned number) { printf("%u\n", number); }

void printHexUnsignedCharLine(unsigned char number) { printf("%02x\n", number); }

void printDoubleLine(double number) { printf("%g\n", number); }

void printStructLine(const twoIntsStruct *pair) { printf("%d -- %d\n", pair->intOne, pair->intTwo); }

void printBytesLine(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) printf("%02x", bytes[i]);
    puts("");
}

size_t decodeHexChars(unsigned char *bytes, size_t count, const char *hex) {
    size_t written = 0;
    while (written < count && isxdigit((unsigned char)hex[2 * written]) && isxdigit((unsigned char)hex[2 * written + 1])) {
        unsigned byte;
        sscanf(&hex[2 * written], "%02x", &byte);
        bytes[written++] = (unsigned char)byte;
    }
    return written;
}

size_t decodeHexWChars(unsigned char *bytes, size_t count, const wchar_t *hex) {
    size_t written = 0;
    while (written < count && iswxdigit((wint_t)hex[2 * written]) && iswxdigit((wint_t)hex[2 * written + 1])) {
        unsigned byte;
        swscanf(&hex[2 * written], L"%02x", &byte);
        bytes[written++] = (unsigned char)byte;
    }
    return written;
}

int globalReturnsTrue(void) { return 1; }

int globalReturnsFalse(void) { return 0; }

int globalReturnsTrueOrFalse(void) { return rand() % 2; }

const int GLOBAL_CONST_TRUE = 1;
const int GLOBAL_CONST_FALSE = 0;
const int GLOBAL_CONST_FIVE = 5;
int globalTrue = 1;
int globalFalse = 0;
int globalFive = 5;
int globalArgc = 0;
char **globalArgv = NULL;
