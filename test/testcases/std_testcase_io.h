/* What test cases print with, and the flags that the flows of control ask: defined in io.c, which a checker may or may
 * not be shown. */
#ifndef STD_TESTCASE_IO_H
#define STD_TESTCASE_IO_H

#include "std_testcase.h"

#ifdef __cplusplus
extern "C" {
#endif

void printLine(const char *line);
void printWLine(const wchar_t *line);
void printIntLine(int number);
void printShortLine(short number);
void printFloatLine(float number);
void printLongLine(long number);
void printLongLongLine(int64_t number);
void printSizeTLine(size_t number);
void printHexCharLine(char number);
void printWcharLine(wchar_t character);
void printUnsignedLine(unsigned number);
void printHexUnsignedCharLine(unsigned char number);
void printDoubleLine(double number);
void printStructLine(const twoIntsStruct *pair);
void printBytesLine(const unsigned char *bytes, size_t count);
size_t decodeHexChars(unsigned char *bytes, size_t count, const char *hex);
size_t decodeHexWChars(unsigned char *bytes, size_t count, const wchar_t *hex);
int globalReturnsTrue(void);
int globalReturnsFalse(void);
int globalReturnsTrueOrFalse(void);

extern const int GLOBAL_CONST_TRUE;
extern const int GLOBAL_CONST_FALSE;
extern const int GLOBAL_CONST_FIVE;
extern int globalTrue;
extern int globalFalse;
extern int globalFive;
extern int globalArgc;
extern char **globalArgv;

#ifdef __cplusplus
}
#endif

#endif
