/* Names of files. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "base/arena.h"

/* "/a/./b/../c" is "/a/c". The path must be absolute. */
const char *path_without_dots(Arena *arena, const char *path);
const char *path_base(const char *path); /* behind the last slash */

#endif
