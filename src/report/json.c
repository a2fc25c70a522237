#include "report/json.h"

/* The length of the UTF-8 character at `at`; 0: there is none. Table 3-7 of the Unicode standard: the first byte decides about
 * the length and, with the second, about forms that are too long, surrogates and what is beyond U+10FFFF. */
static u32 utf8_length(const u8 *at) {
    u8 first = at[0], low = 0x80, high = 0xbf;
    u32 length = first < 0x80                    ? 1
                 : first >= 0xc2 && first < 0xe0 ? 2
                 : first >= 0xe0 && first < 0xf0 ? 3
                 : first >= 0xf0 && first < 0xf5 ? 4
                                                 : 0;
    if (first == 0xe0) low = 0xa0;
    if (first == 0xed) high = 0x9f;
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;
    if (length > 1 && (at[1] < low || at[1] > high)) return 0;
    for (u32 i = 2; i < length; i++)
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

/* ---- Values in values ---- */

static void begin_member(Json *json, const char *key) {
    assert(json->depth < JSON_MOST_DEPTH);
    bool is_flat = json->flat && json->depth >= json->flat;
    if (json->has_members[json->depth]) text_add_char(json->out, ',');
    if (json->depth && !is_flat) {
        text_add_char(json->out, '\n');
        text_fill(json->out, ' ', json->depth);
    } else if (json->has_members[json->depth]) text_add_char(json->out, ' ');
    json->has_members[json->depth] = true;
    if (!key) return;
    json_string(json->out, key);
    text_add(json->out, ": ");
}

static void open_value(Json *json, const char *key, const char *brackets, bool is_flat) {
    begin_member(json, key);
    text_add_char(json->out, brackets[0]);
    json->depth++;
    assert(json->depth < JSON_MOST_DEPTH);
    json->has_members[json->depth] = false;
    json->closing[json->depth] = brackets[1];
    if (is_flat && !json->flat) json->flat = json->depth;
}

void json_open_object(Json *json, const char *key) { open_value(json, key, "{}", false); }
void json_open_array(Json *json, const char *key) { open_value(json, key, "[]", false); }
void json_open_flat_object(Json *json, const char *key) { open_value(json, key, "{}", true); }
void json_open_flat_array(Json *json, const char *key) { open_value(json, key, "[]", true); }

void json_close(Json *json) {
    assert(json->depth);
    if (json->has_members[json->depth] && !json->flat) {
        text_add_char(json->out, '\n');
        text_fill(json->out, ' ', json->depth - 1);
    }
    text_add_char(json->out, json->closing[json->depth]);
    if (json->flat == json->depth) json->flat = 0;
    json->depth--;
}

void json_text(Json *json, const char *key, const char *value) {
    begin_member(json, key);
    json_string(json->out, value);
}

void json_number(Json *json, const char *key, i64 value) {
    begin_member(json, key);
    text_printf(json->out, "%lld", (long long)value);
}

void json_real(Json *json, const char *key, double value) {
    begin_member(json, key);
    text_printf(json->out, "%.2f", value);
}

void json_truth(Json *json, const char *key, bool value) {
    begin_member(json, key);
    text_add(json->out, value ? "true" : "false");
}
