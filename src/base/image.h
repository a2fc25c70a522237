/* Images of flat areas: what an area of memory held at some moment, in chunks that images share.
 *
 * A state that is saved keeps images of the machine's stacks. Chunks that did not change since the image
 * the state came from are shared with it, so that saving costs a comparison of what is in use and memory
 * only for what differs. */
#ifndef BASE_IMAGE_H
#define BASE_IMAGE_H

#include "base/base.h"

enum { IMAGE_CHUNK = 1024 };

typedef struct {
    u32 references;
    u32 mark; /* for whoever walks over all chunks once */
    _Alignas(16) u8 bytes[IMAGE_CHUNK];
} ImageChunk;

typedef struct {
    ImageChunk **chunks;
    u32 count;
    u64 bytes;
} Image;

/* The first `bytes` of `area`; shares with `from` (may be NULL) what is equal. */
void image_save(Image *image, const void *area, u64 bytes, const Image *from);
void image_load(const Image *image, void *area);
Image image_copy(const Image *image); /* shares everything */
void image_free(Image *image);

#endif
