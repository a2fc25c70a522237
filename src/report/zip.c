#include "report/zip.h"

#include <stdlib.h>
#include <string.h>

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50, END64 = 0x06064b50, LOCATOR64 = 0x07064b50 };
enum { VERSION = 20, VERSION64 = 45, UTF8_NAMES = 1 << 11, FIRST_OF_1980 = 1 << 5 | 1 };

/* ---- Numbers ---- */

static void add_number(Text *out, u64 value, u32 bytes) {
    for (u32 i = 0; i < bytes; i++, value >>= 8) text_add_char(out, (char)(u8)value);
}

/* CRC-32 as in Ethernet. */
static u32 checksum_of(const Text *content) {
    static u32 table[256];
    for (u32 i = 0; !table[255] && i < 256; i++) {
        table[i] = i;
        for (u32 k = 0; k < 8; k++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
    }
    u32 sum = UINT32_MAX;
    for (size_t i = 0; i < content->length; i++) sum = sum >> 8 ^ table[(u8)sum ^ (u8)content->chars[i]];
    return ~sum;
}

static void put(Zip *zip, Text *text) {
    if (text->length) fwrite(text->chars, 1, text->length, zip->file);
    zip->written += text->length;
    text_clear(text);
}

/* ---- Files ---- */

bool zip_begin(Zip *zip, int descriptor) {
    *zip = (Zip){.file = fdopen(descriptor, "w")};
    return zip->file != NULL;
}

/* What both records of a file have in the middle. */
static void add_description(Text *out, const ZipEntry *entry) {
    add_number(out, UTF8_NAMES, 2);
    add_number(out, 0, 2); /* stored */
    add_number(out, 0, 2); /* the time: none, so that the same tests make the same file */
    add_number(out, FIRST_OF_1980, 2);
    add_number(out, entry->checksum, 4);
    add_number(out, entry->size, 4);
    add_number(out, entry->size, 4);
    add_number(out, strlen(entry->name), 2);
}

void zip_add(Zip *zip, const char *name, const Text *content) {
    assert(content->length < UINT32_MAX);
    ZipEntry entry = {xstrdup(name), checksum_of(content), (u32)content->length, zip->written};
    Text record = {0};
    add_number(&record, LOCAL, 4);
    add_number(&record, VERSION, 2);
    add_description(&record, &entry);
    add_number(&record, 0, 2);
    text_add(&record, name);
    put(zip, &record);
    if (content->length) fwrite(content->chars, 1, content->length, zip->file);
    zip->written += content->length;
    vec_push(&zip->entries, entry);
    text_free(&record);
}

/* ---- The directory ---- */

static void add_to_directory(Text *out, const ZipEntry *entry) {
    bool is_far = entry->at >= UINT32_MAX;
    add_number(out, CENTRAL, 4);
    add_number(out, VERSION64, 2);
    add_number(out, is_far ? VERSION64 : VERSION, 2);
    add_description(out, entry);
    add_number(out, is_far ? 12 : 0, 2);
    add_number(out, 0, 2 + 2 + 2 + 4); /* no comment, on this disk, attributes */
    add_number(out, is_far ? UINT32_MAX : entry->at, 4);
    text_add(out, entry->name);
    if (!is_far) return;
    add_number(out, 1, 2);
    add_number(out, 8, 2);
    add_number(out, entry->at, 8);
}

static void add_large_end(Text *out, u64 count, u64 start, u64 end) {
    add_number(out, END64, 4);
    add_number(out, 44, 8);
    add_number(out, VERSION64, 2);
    add_number(out, VERSION64, 2);
    add_number(out, 0, 4 + 4);
    add_number(out, count, 8);
    add_number(out, count, 8);
    add_number(out, end - start, 8);
    add_number(out, start, 8);
    add_number(out, LOCATOR64, 4);
    add_number(out, 0, 4);
    add_number(out, end, 8);
    add_number(out, 1, 4);
}

bool zip_end(Zip *zip) {
    Text text = {0};
    u64 start = zip->written, count = zip->entries.count;
    for (u32 i = 0; i < count; i++) {
        add_to_directory(&text, &zip->entries.at[i]);
        put(zip, &text);
    }
    u64 end = zip->written;
    if (count >= UINT16_MAX || end >= UINT32_MAX) add_large_end(&text, count, start, end);
    add_number(&text, END, 4);
    add_number(&text, 0, 2 + 2);
    add_number(&text, MIN(count, (u64)UINT16_MAX), 2);
    add_number(&text, MIN(count, (u64)UINT16_MAX), 2);
    add_number(&text, MIN(end - start, (u64)UINT32_MAX), 4);
    add_number(&text, MIN(start, (u64)UINT32_MAX), 4);
    add_number(&text, 0, 2);
    put(zip, &text);
    text_free(&text);
    for (u32 i = 0; i < count; i++) free(zip->entries.at[i].name);
    vec_free(&zip->entries);
    bool ok = !ferror(zip->file);
    return !fclose(zip->file) && ok;
}
