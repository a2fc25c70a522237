/* Symbolic text of 8 bytes read by cJSON. */
#include <cJSON.h>
#include <klee/klee.h>

int main(void) {
    char text[9];
    klee_make_symbolic(text, sizeof text, "text");
    text[8] = 0;
    cJSON *read = cJSON_Parse(text);
    int is_read = read != NULL;
    cJSON_Delete(read);
    return is_read;
}
