#include "report/html.h"

/* JSON inside of a script element: `<` stands in strings only, and there its number means the same. */
static void add_embedded(Text *out, const Text *json) {
    for (size_t i = 0; i < json->length; i++) {
        if (json->chars[i] == '<') text_add(out, "\\u003c");
        else text_add_char(out, json->chars[i]);
    }
}

void html_page(Text *out, const HtmlPage *page) {
    text_add(out,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
             "script-src 'unsafe-inline'\">\n<title>Loci: ");
    text_add_markup(out, page->title);
    text_add(out, "</title>\n<style>\n");
    text_add(out, page->style);
    text_add(out, "</style>\n</head>\n<body>\n");
    text_add(out, page->body);
    text_add(out, "<script type=\"application/json\" id=\"data\">");
    add_embedded(out, page->data);
    text_add(out, "</script>\n<script>\n");
    text_add(out, page->scripts[0]);
    if (page->scripts[1]) text_add(out, page->scripts[1]);
    text_add(out, "</script>\n</body>\n</html>\n");
}
