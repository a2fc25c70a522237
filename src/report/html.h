/* A page for a browser in one file: style, scripts and data are in it, and nothing is loaded from anywhere, which the page
 * itself forbids. Its data is one JSON value in the element `data`. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "base/text.h"

typedef struct {
    const char *title; /* plain text */
    const char *style, *body;
    const char *scripts[2]; /* in their order; the second may be NULL */
    const Text *data;       /* JSON */
} HtmlPage;

void html_page(Text *out, const HtmlPage *page);

#endif
