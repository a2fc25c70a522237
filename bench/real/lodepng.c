/* A picture of two by two grey pixels whose compressed rows are twelve symbolic bytes, read by lodepng. */
#define LODEPNG_NO_COMPILE_DISK
#define LODEPNG_NO_COMPILE_ENCODER
#include "lodepng.cpp"

#include <klee/klee.h>

enum { ROWS = 12 };
static const unsigned char begin[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0,   0,   13,  'I', 'H',
                                      'D',  'R', 0,   0,   0,    2,    0,    0,    0,    2,   8,   0,   0,   0,
                                      0,    0,   0,   0,   0,    0,    0,    0,    ROWS, 'I', 'D', 'A', 'T'};
static const unsigned char end[] = {0, 0, 0, 0, 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0, 0, 0, 0};

int main(void) {
    unsigned char file[sizeof begin + ROWS + sizeof end], *pixels = NULL;
    unsigned width = 0, height = 0;
    memcpy(file, begin, sizeof begin);
    unsigned char rows[ROWS];
    klee_make_symbolic(rows, sizeof rows, "rows");
    memcpy(file + sizeof begin, rows, ROWS);
    memcpy(file + sizeof begin + ROWS, end, sizeof end);
    LodePNGState state;
    lodepng_state_init(&state);
    state.decoder.ignore_crc = 1;
    state.decoder.zlibsettings.ignore_adler32 = 1;
    unsigned error = lodepng_decode(&pixels, &width, &height, &state, file, sizeof file);
    free(pixels);
    lodepng_state_cleanup(&state);
    return error != 0;
}
