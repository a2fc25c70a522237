/* The text of source files by lines, each file read once. */
#ifndef CHECK_SOURCES_H
#define CHECK_SOURCES_H

#include "base/text.h"
#include "base/vec.h"

typedef struct {
    const char *path;
    Text text;
    VEC(u32) starts; /* of the lines in the text; one more for its end */
} SourceFile;

typedef struct {
    VEC(SourceFile *) files; /* in the order in which they were asked for */
} Sources;

/* Empty (no lines) if it cannot be read. The path must outlive the sources. */
const SourceFile *sources_get(Sources *sources, const char *path);
u32 sources_line_count(const SourceFile *file);
/* A line without its end; NULL if there is none of this number. */
const char *sources_line(const SourceFile *file, u32 number, u32 *length);
/* The column after the word or sign that begins at a column. */
u32 sources_end_of_word(const SourceFile *file, u32 line, u32 column);
/* A word in capitals stands there, which is what macros are called. */
bool sources_is_macro(const SourceFile *file, u32 line, u32 column);
void sources_free(Sources *sources);

#endif
