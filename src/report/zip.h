/* A zip file of files that are stored as they are (PKWARE's APPNOTE, without compression), with the records of ZIP64 where
 * there are more files or bytes than the old ones can say. */
#ifndef REPORT_ZIP_H
#define REPORT_ZIP_H

#include "base/text.h"
#include "base/vec.h"

#include <stdio.h>

typedef struct {
    char *name;
    u32 checksum, size;
    u64 at; /* where its record begins */
} ZipEntry;

typedef struct {
    FILE *file;
    u64 written;
    VEC(ZipEntry) entries;
} Zip;

/* The descriptor is the zip's from here on. */
bool zip_begin(Zip *zip, int descriptor);
void zip_add(Zip *zip, const char *name, const Text *content); /* less than 4 GiB */
bool zip_end(Zip *zip);                                        /* whether all was written */

#endif
