/* JSON, read: a tree of values. */
#ifndef BASE_JSON_VALUE_H
#define BASE_JSON_VALUE_H

#include "base/arena.h"
#include "base/error.h"

typedef enum { JSON_NULL, JSON_TRUTH, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct JsonValue JsonValue;
struct JsonValue {
    JsonKind kind;
    bool truth;
    double number;
    const char *string;     /* UTF-8; characters of no meaning to C (\u0000) are left out */
    const char *key;        /* of a member of an object */
    const JsonValue *first; /* of an array or object */
    const JsonValue *next;  /* beside it */
};

/* NULL with an error that names the line. Everything lives in the arena. */
const JsonValue *json_read(const char *text, Arena *arena, Error *error);
const JsonValue *json_member(const JsonValue *object, const char *key);   /* NULL: there is none */
const char *json_member_string(const JsonValue *object, const char *key); /* NULL: no string of that name */

#endif
