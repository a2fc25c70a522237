/* Tests that a command is given: files and folders of .ktest files. */
#ifndef CLI_GIVEN_TESTS_H
#define CLI_GIVEN_TESTS_H

#include "machine/inputs.h"
#include "report/ktest.h"

typedef struct {
    VEC(KTest) tests;
    VEC(MachineInputs) inputs; /* of each its objects, and the settings they were made under */
} GivenTests;

/* Lists with commas between; NULL: none. Those of a folder come in the order of their names. */
bool given_tests_read(GivenTests *given, const char *files, const char *folders, Error *error);
void given_tests_free(GivenTests *given);

#endif
