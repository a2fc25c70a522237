/* JSON, written. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "base/text.h"

/* A string; bytes that are no text are given as the characters of their numbers. */
void json_string(Text *out, const char *chars);

#endif
