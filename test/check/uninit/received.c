/* What is read from a descriptor: at its end, and where it fails, nothing is. */
#include "../corpus.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// run: int end = open("/dev/null", O_RDONLY); text_stays_at_the_end(end); close(end);
void text_stays_at_the_end(int descriptor) {
    char text[8];
    text[0] = 0;
    ssize_t count = read(descriptor, text, sizeof text - 1);
    if (count > 0) text[count] = 0;
    if (strlen(text) > 3) show(1);
}

// run: int end = open("/dev/null", O_RDONLY); first_character(end); close(end);
void first_character(int descriptor) {
    char c;
    read(descriptor, &c, 1);
    if (c == 'q') show(1); // expect: uninitialised
}

// run: int end = open("/dev/null", O_RDONLY); first_character_if_any(end); close(end);
void first_character_if_any(int descriptor) {
    char c;
    if (read(descriptor, &c, 1) != 1) return;
    if (c == 'q') show(1);
}
