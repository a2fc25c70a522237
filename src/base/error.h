/* Errors are values: a function that can fail takes an Error and says in one sentence what went wrong;
 * only the command line prints it. The first error set is kept. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "base/text.h"

typedef struct {
    Text message; /* empty: no error */
} Error;

static inline bool error_is_set(const Error *error) { return error->message.length != 0; }
__attribute__((format(printf, 2, 3))) bool error_set(Error *error, const char *format, ...); /* returns false */
void error_free(Error *error);

#endif
