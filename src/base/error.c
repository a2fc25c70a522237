#include "base/error.h"

bool error_set(Error *error, const char *format, ...) {
    if (error_is_set(error)) return false;
    va_list args;
    va_start(args, format);
    text_vprintf(&error->message, format, args);
    va_end(args);
    return false;
}

void error_free(Error *error) { text_free(&error->message); }
