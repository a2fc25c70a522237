/* Symbolic text of 6 bytes scanned and parsed by libyaml. */
#include <klee/klee.h>
#include <yaml.h>

int main(void) {
    unsigned char text[6];
    yaml_parser_t parser;
    yaml_event_t event;
    klee_make_symbolic(text, sizeof text, "text");
    if (!yaml_parser_initialize(&parser)) return 2;
    yaml_parser_set_input_string(&parser, text, sizeof text);
    int is_over = 0;
    while (!is_over && yaml_parser_parse(&parser, &event)) {
        is_over = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return is_over;
}
