/* Symbolic text of 6 bytes parsed by expat as a document. */
#include <expat.h>
#include <klee/klee.h>

int main(void) {
    char text[6];
    klee_make_symbolic(text, sizeof text, "text");
    XML_Parser parser = XML_ParserCreate("UTF-8");
    if (!parser) return 2;
    XML_SetHashSalt(parser, 1);
    int status = XML_Parse(parser, text, sizeof text, 1);
    XML_ParserFree(parser);
    return status == XML_STATUS_OK;
}
