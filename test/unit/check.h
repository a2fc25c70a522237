/* The least a unit test needs: CHECK counts, says where it failed, and finish() prints the totals. */
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>

static int checks_passed, checks_failed;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (condition) {                                                                                               \
            checks_passed++;                                                                                           \
        } else {                                                                                                       \
            checks_failed++;                                                                                           \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                     \
        }                                                                                                              \
    } while (0)

static inline int finish(void) {
    printf("%d passed, %d failed\n", checks_passed, checks_failed);
    return checks_failed != 0;
}

#endif
