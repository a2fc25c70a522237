/* The header of all test cases: one that pulls in what most of them need. */
#ifndef STD_TESTCASE_H
#define STD_TESTCASE_H

#ifdef _WIN32
#define ALLOCA _alloca
#else
#define ALLOCA alloca
#include <alloca.h>
#endif

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#ifndef _WIN32
#include <unistd.h>
#endif

/* rand() has 31 bits at best, and 15 at worst. */
#define URAND31() (((unsigned)rand() << 30) ^ ((unsigned)rand() << 15) ^ rand())
#define RAND32() ((int)(rand() & 1 ? URAND31() : -URAND31() - 1))
#define URAND63()                                                                                                       \
    (((uint64_t)rand() << 60) ^ ((uint64_t)rand() << 45) ^ ((uint64_t)rand() << 30) ^ ((uint64_t)rand() << 15) ^ rand())
#define RAND64() ((int64_t)(rand() & 1 ? URAND63() : -URAND63() - 1))

typedef struct _twoIntsStruct {
    int intOne;
    int intTwo;
} twoIntsStruct;

#include "std_testcase_io.h"

#endif
