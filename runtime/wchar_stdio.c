/* Wide characters through streams. */
#define _GNU_SOURCE
#include <errno.h>
#include <wchar.h>
#include "loci_file.h"
#include "loci_wide.h"

static wint_t put(wchar_t wide, FILE *stream)
{
    char byte;
    fwide(stream, 1);
    if (!__loci_narrow(wide, &byte)) {
        errno = EILSEQ;
        stream->_flags |= LOCI_ERROR;
        return WEOF;
    }
    return __loci_put_byte(__loci_file(stream), (unsigned char)byte) == EOF ? WEOF : (wint_t)wide;
}

static wint_t get(FILE *stream)
{
    fwide(stream, 1);
    int c = __loci_get_byte(__loci_file(stream));
    if (c == EOF) return WEOF;
    if (c < 128) return (wint_t)c;
    errno = EILSEQ;
    stream->_flags |= LOCI_ERROR;
    return WEOF;
}

wint_t fputwc(wchar_t wide, FILE *stream)
{
    return put(wide, stream);
}

wint_t putwc(wchar_t wide, FILE *stream)
{
    return put(wide, stream);
}

wint_t putwchar(wchar_t wide)
{
    return put(wide, stdout);
}

int fputws(const wchar_t *restrict text, FILE *restrict stream)
{
    for (; *text != L'\0'; text++)
        if (put(*text, stream) == WEOF) return -1;
    return 1;
}

wint_t fgetwc(FILE *stream)
{
    return get(stream);
}

wint_t getwc(FILE *stream)
{
    return get(stream);
}

wint_t getwchar(void)
{
    return get(stdin);
}

wchar_t *fgetws(wchar_t *restrict line, int size, FILE *restrict stream)
{
    int i = 0;
    while (i + 1 < size) {
        wint_t c = get(stream);
        if (c == WEOF) break;
        line[i++] = (wchar_t)c;
        if (c == L'\n') break;
    }
    if (i == 0) return NULL;
    line[i] = L'\0';
    return line;
}

wint_t ungetwc(wint_t c, FILE *stream)
{
    if (c >= 128 || __loci_unget_byte(__loci_file(stream), (int)c) == EOF) return WEOF;
    return c;
}

/* The first wide operation, or the first call that asks for one, decides the orientation. */
int fwide(FILE *stream, int mode)
{
    if (stream->_mode == 0 && mode != 0) stream->_mode = mode > 0 ? 1 : -1;
    return stream->_mode;
}
