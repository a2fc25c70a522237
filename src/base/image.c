#include "base/image.h"

#include <stdlib.h>
#include <string.h>

static u64 chunk_bytes(u64 bytes, u32 chunk) { return MIN((u64)IMAGE_CHUNK, bytes - (u64)chunk * IMAGE_CHUNK); }

void image_save(Image *image, const void *area, u64 bytes, const Image *from) {
    u32 count = (u32)((bytes + IMAGE_CHUNK - 1) / IMAGE_CHUNK);
    *image = (Image){.chunks = xmalloc(MAX(1u, count) * sizeof(ImageChunk *)), .count = count, .bytes = bytes};
    for (u32 i = 0; i < count; i++) {
        const u8 *source = (const u8 *)area + (u64)i * IMAGE_CHUNK;
        u64 length = chunk_bytes(bytes, i);
        bool comparable = from && i < from->count && chunk_bytes(from->bytes, i) >= length;
        if (comparable && !memcmp(from->chunks[i]->bytes, source, length)) {
            image->chunks[i] = from->chunks[i];
            image->chunks[i]->references++;
            continue;
        }
        image->chunks[i] = xmalloc(sizeof(ImageChunk));
        image->chunks[i]->references = 1;
        image->chunks[i]->mark = 0;
        memcpy(image->chunks[i]->bytes, source, length);
        memset(image->chunks[i]->bytes + length, 0, IMAGE_CHUNK - length);
    }
}

void image_load(const Image *image, void *area) {
    for (u32 i = 0; i < image->count; i++)
        memcpy((u8 *)area + (u64)i * IMAGE_CHUNK, image->chunks[i]->bytes, chunk_bytes(image->bytes, i));
}

Image image_copy(const Image *image) {
    Image copy = {
        .chunks = xmalloc(MAX(1u, image->count) * sizeof(ImageChunk *)), .count = image->count, .bytes = image->bytes};
    for (u32 i = 0; i < image->count; i++) {
        copy.chunks[i] = image->chunks[i];
        copy.chunks[i]->references++;
    }
    return copy;
}

void image_free(Image *image) {
    for (u32 i = 0; i < image->count; i++) {
        assert(image->chunks[i]->references);
        if (--image->chunks[i]->references == 0) free(image->chunks[i]);
    }
    free(image->chunks);
    *image = (Image){0};
}
