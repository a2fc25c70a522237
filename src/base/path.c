#include "base/path.h"

#include "base/text.h"

#include <string.h>

const char *path_without_dots(Arena *arena, const char *path) {
    Text out = {0};
    for (const char *part = path; *part;) {
        part += strspn(part, "/");
        size_t length = strcspn(part, "/");
        bool is_up = length == 2 && part[0] == '.' && part[1] == '.';
        if (is_up && out.length) {
            out.length = (size_t)(strrchr(out.chars, '/') - out.chars);
            out.chars[out.length] = 0;
        } else if (length && !is_up && !(length == 1 && part[0] == '.')) {
            text_add_char(&out, '/');
            text_add_n(&out, part, length);
        }
        part += length;
    }
    const char *result = out.length ? arena_strdup(arena, out.chars) : "/";
    text_free(&out);
    return result;
}

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
