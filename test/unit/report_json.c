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

int main(void) {
    CHECK(becomes("", "\"\""));
    CHECK(becomes("a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\""));
    CHECK(becomes("line\nnext\ttab", "\"line\\nnext\\u0009tab\""));
    CHECK(becomes("gr\xc3\xb6\xc3\x9f" "e", "\"gr\xc3\xb6\xc3\x9f" "e\""));
    CHECK(becomes("\xff\xc3", "\"\\u00ff\\u00c3\""));         /* no text */
    CHECK(becomes("\xed\xa0\x80", "\"\\u00ed\\u00a0\\u0080\"")); /* half of a surrogate pair */
    CHECK(becomes("\x7f\x01", "\"\x7f\\u0001\""));
    return finish();
}
