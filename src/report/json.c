#include "report/json.h"

/* The length of the UTF-8 character at `at`; 0: there is none. */
static u32 utf8_length(const u8 *at) {
    u32 length = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : *at >= 0xe1 && *at < 0xed ? 3 : 0;
    for (u32 i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    return length;
}

void json_string(Text *out, const char *chars) {
    text_add_char(out, '"');
    for (const u8 *at = (const u8 *)chars; *at;) {
        u32 length = utf8_length(at);
        if (*at == '"' || *at == '\\') text_printf(out, "\\%c", *at);
        else if (*at == '\n') text_add(out, "\\n");
        else if (*at < 0x20 || !length) text_printf(out, "\\u%04x", *at);
        else text_add_n(out, (const char *)at, length);
        at += MAX(length, 1u);
    }
    text_add_char(out, '"');
}
