/* Objects whose bytes are bound as needed: ObjectInfo.is_sparse.
 *
 * Making, filling or copying a large object must not cost what its size is, for most of its bytes are never looked at (Xu,
 * Kremenek and Zhang, sections 4.2 and 7). A sparse object has no bytes. It is a list of *pieces* in order: a run that is
 * undefined, a run of which every byte is the same number, which are default bindings, or a *leaf* of 64 bytes at a multiple
 * of 64, of which each byte has its own number, mask and term: direct bindings. What number, mask and term mean is what they
 * mean in objects with bytes (contents.h).
 *
 * Everything is in one block of storage, which states and objects share until one of them writes. When there are so many
 * leaves that bytes are cheaper, the object gets bytes (contents_make_dense) and the fast path accesses it: until then as
 * much was done to it as that costs. One that is larger than a window gets bytes only where the host wants them, for as an
 * array term it is its pieces, and as bytes it would be more than anybody can name. */
#ifndef MEMORY_BYTES_SPARSE_H
#define MEMORY_BYTES_SPARSE_H

#include "base/base.h"
#include "term/term.h"

enum { LEAF_BYTES = 64 };
typedef enum { PIECE_UNDEFINED, PIECE_FILLED, PIECE_LEAF } PieceKind;

typedef struct {
    u64 start; /* it ends where the next one begins */
    u32 leaf;  /* PIECE_LEAF: its number */
    u8 kind;   /* PieceKind */
    u8 byte;   /* PIECE_FILLED */
} Piece;

typedef struct {
    Term *terms[LEAF_BYTES]; /* NULL: there is none */
    u8 bytes[LEAF_BYTES], undefined[LEAF_BYTES];
} Leaf;

/* Storage (storage.h) with the pieces behind it, and the leaves behind those. */
typedef struct {
    u64 size; /* of the object */
    u32 piece_count, piece_capacity;
    u32 leaf_count, leaf_capacity;
} Sparse;

/* What one byte is. */
typedef struct {
    u8 byte, mask;
    Term *term;
} ByteBinding;

Sparse *sparse_new(u64 size, bool cleared);
void sparse_visit_terms(const Sparse *sparse, TermVisit *visit, void *self);
bool sparse_is_full(const Sparse *sparse); /* bytes would be cheaper */

u32 sparse_piece_at(const Sparse *sparse, u64 offset); /* the piece's number */
const Piece *sparse_pieces(const Sparse *sparse);
u64 sparse_piece_end(const Sparse *sparse, u32 piece);
const Leaf *sparse_leaf(const Sparse *sparse, const Piece *piece);
ByteBinding sparse_byte(const Sparse *sparse, u64 offset);

/* The block is not shared; what is returned takes its place. */
Sparse *sparse_set(Sparse *sparse, u64 offset, ByteBinding binding);
/* Every byte of the range becomes this one: without a term, and all defined or all undefined. */
Sparse *sparse_fill(Sparse *sparse, u64 offset, u64 size, ByteBinding binding);

#endif
