/* Files that hold several pieces of bitcode: archives, and native files in which `loci cc` has kept the code for Loci.
 *
 * What loci cc keeps stands in a section of the object file that is not loaded. Linkers put the sections of all objects
 * they take one behind the other, so an executable has the whole program in it. The section is a sequence of records:
 *
 *     "LOCIKEPT"  length of the name  length of the bitcode  (both 8 bytes, little endian)
 *     name of the source, bitcode; each filled up with zeros to a multiple of 8
 *
 * Without bitcode (length 0) the name is a sentence that says why there is none. Without a name what stands in the place of the
 * bitcode is the path of an archive that the program was linked with: the linker took what the native code asked for, and
 * the code for Loci may ask for more, since its headers do not know that the native code is optimised. */
#ifndef FRONTEND_CONTAINERS_H
#define FRONTEND_CONTAINERS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "base/vec.h"
#include "frontend/frontend.h"

#define KEPT_SECTION ".loci"

typedef struct {
    const char *name; /* of the source, or of the member */
    const u8 *bytes;  /* in the arena */
    u64 size;         /* 0: there is no bitcode, and the name says why */
    u32 member;       /* of an archive, from 0; pieces of one member belong together */
    bool is_ours;     /* loci cc has kept it */
} Piece;

typedef VEC(Piece) Pieces;
typedef VEC(const char *) PathList;

/* All pieces of an archive or of a native file. False with an error: it cannot be read, or is damaged. */
bool pieces_of_archive(const char *path, Arena *arena, Pieces *pieces, Error *error);
bool pieces_of_native(const char *path, Arena *arena, Pieces *pieces, PathList *archives, Error *error);
/* Those of the members that define one of the names, as the archive's own table says. None if the archive cannot be read:
 * it was a file of the build. */
void pieces_defining(const char *path, const FlagList *names, Arena *arena, Pieces *pieces);

void kept_archive(Text *out, const char *path);
void kept_record(Text *out, const char *name, const void *bytes, u64 size);

#endif
