/* Sixteen symbolic bytes behind a raw deflate stream's beginning, inflated by zlib. */
#include <klee/klee.h>
#include <string.h>
#include <zlib.h>

int main(void) {
    unsigned char in[16], out[64];
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    klee_make_symbolic(in, sizeof in, "in");
    if (inflateInit2(&stream, -15) != Z_OK) return 2;
    stream.next_in = in;
    stream.avail_in = sizeof in;
    stream.next_out = out;
    stream.avail_out = sizeof out;
    int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status == Z_STREAM_END;
}
