/* Strings in JSON: text stays as it is, everything else is escaped, so that any byte can stand in a report. */
#include "check.h"
#include "report/json.h"

#include <string.h>

static bool becomes(const char *chars, const char *expected) {
    Text text = {0};
    json_string(&text, chars);
    bool same = !strcmp(text.chars, expected);
    text_free(&text);
    return same;
}

static bool writes_values(void) {
    Text text = {0};
    Json json = {&text};
    json_open_object(&json, NULL);
    json_number(&json, "n", -3);
    json_open_array(&json, "empty");
    json_close(&json);
    json_open_flat_object(&json, "flat");
    json_truth(&json, "yes", true);
    json_open_array(&json, "two");
    json_text(&json, NULL, "a");
    json_real(&json, NULL, 1.5);
    json_close(&json);
    json_close(&json);
    json_open_array(&json, "lines");
    json_number(&json, NULL, 1);
    json_number(&json, NULL, 2);
    json_close(&json);
    json_close(&json);
    bool same = !strcmp(text.chars, "{\n \"n\": -3,\n \"empty\": [],\n \"flat\": {\"yes\": true, \"two\": [\"a\", 1.50]},\n"
                                    " \"lines\": [\n  1,\n  2\n ]\n}");
    text_free(&text);
    return same;
}

int main(void) {
    CHECK(becomes("", "\"\""));
    CHECK(becomes("a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\""));
    CHECK(becomes("line\nnext\ttab", "\"line\\nnext\\u0009tab\""));
    CHECK(becomes("gr\xc3\xb6\xc3\x9f" "e", "\"gr\xc3\xb6\xc3\x9f" "e\""));
    CHECK(becomes("\xff\xc3", "\"\\u00ff\\u00c3\""));         /* no text */
    CHECK(becomes("\xed\xa0\x80", "\"\\u00ed\\u00a0\\u0080\"")); /* half of a surrogate pair */
    CHECK(becomes("\x7f\x01", "\"\x7f\\u0001\""));
    CHECK(becomes("\xe0\xa4\x85 \xef\xbc\x81 \xf0\x9f\x98\x80", "\"\xe0\xa4\x85 \xef\xbc\x81 \xf0\x9f\x98\x80\""));
    CHECK(becomes("\xe0\x80\x80", "\"\\u00e0\\u0080\\u0080\"")); /* too long a form */
    CHECK(becomes("\xf4\x90\x80\x80", "\"\\u00f4\\u0090\\u0080\\u0080\"")); /* beyond U+10FFFF */
    CHECK(writes_values());
    return finish();
}
