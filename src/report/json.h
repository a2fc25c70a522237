/* JSON, written. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "base/text.h"

/* A string; bytes that are no text are given as the characters of their numbers. */
void json_string(Text *out, const char *chars);

/* Objects in objects: commas, line ends and indentation are the writer's business. A key is NULL inside of an array and for
 * the outermost value. What a line can hold stays on it: json_open_flat. */
enum { JSON_MOST_DEPTH = 32 };
typedef struct {
    Text *out;
    u32 depth, flat;                   /* flat: the depth from which on everything is on one line; 0: nowhere */
    bool has_members[JSON_MOST_DEPTH]; /* of what is open */
    char closing[JSON_MOST_DEPTH];
} Json;

void json_open_object(Json *json, const char *key);
void json_open_array(Json *json, const char *key);
void json_open_flat_object(Json *json, const char *key);
void json_open_flat_array(Json *json, const char *key);
void json_close(Json *json); /* what was opened last */
void json_text(Json *json, const char *key, const char *value);
void json_number(Json *json, const char *key, i64 value);
void json_real(Json *json, const char *key, double value);
void json_truth(Json *json, const char *key, bool value);

#endif
