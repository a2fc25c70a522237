#include "memory/bytes/sparse.h"

#include "memory/store/objects.h"

#include <string.h>

enum { FIRST_PIECES = 4, FIRST_LEAVES = 1, LEAST_LEAVES = 8, MOST_LEAVES = 4096, BYTES_A_LEAF = 512 };

/* ---- Parts of the block ---- */

static Piece *pieces_of(const Sparse *sparse) { return (Piece *)(uintptr_t)(sparse + 1); }

static Leaf *leaves_of(const Sparse *sparse) {
    uintptr_t end = (uintptr_t)(pieces_of(sparse) + sparse->piece_capacity);
    return (Leaf *)align_up(end, _Alignof(Leaf));
}

static u64 bytes_for(u32 pieces, u32 leaves) {
    return align_up(sizeof(Sparse) + pieces * sizeof(Piece), _Alignof(Leaf)) + _Alignof(Leaf) + leaves * sizeof(Leaf);
}

/* Room for so many pieces and leaves. */
static Sparse *reserve(Sparse *sparse, u32 pieces, u32 leaves) {
    assert(!storage_is_shared(sparse));
    if (pieces <= sparse->piece_capacity && leaves <= sparse->leaf_capacity) return sparse;
    u32 piece_capacity = MAX(sparse->piece_capacity, pieces > sparse->piece_capacity ? pieces * 2 : 0);
    u32 leaf_capacity = MAX(sparse->leaf_capacity, leaves > sparse->leaf_capacity ? leaves * 2 : 0);
    Sparse *larger = storage_new(bytes_for(piece_capacity, leaf_capacity));
    *larger = *sparse;
    larger->piece_capacity = piece_capacity;
    larger->leaf_capacity = leaf_capacity;
    memcpy(pieces_of(larger), pieces_of(sparse), sparse->piece_count * sizeof(Piece));
    if (sparse->leaf_count) memcpy(leaves_of(larger), leaves_of(sparse), sparse->leaf_count * sizeof(Leaf));
    storage_drop(sparse);
    return larger;
}

Sparse *sparse_new(u64 size, bool cleared) {
    Sparse *sparse = storage_new(bytes_for(FIRST_PIECES, FIRST_LEAVES));
    *sparse = (Sparse){.size = size, .piece_count = 1, .piece_capacity = FIRST_PIECES, .leaf_capacity = FIRST_LEAVES};
    pieces_of(sparse)[0] = (Piece){.kind = cleared ? PIECE_FILLED : PIECE_UNDEFINED};
    return sparse;
}

void sparse_visit_terms(const Sparse *sparse, TermVisit *visit, void *self) {
    const Leaf *leaves = leaves_of(sparse);
    for (u32 i = 0; i < sparse->leaf_count; i++)
        for (u32 k = 0; k < LEAF_BYTES; k++)
            if (leaves[i].terms[k]) visit(self, leaves[i].terms[k]);
}

bool sparse_is_full(const Sparse *sparse) {
    if (sparse->size > WINDOW_MAX_SIZE) return false;
    return sparse->leaf_count > MIN(MAX((u32)LEAST_LEAVES, sparse->size / BYTES_A_LEAF), (u32)MOST_LEAVES);
}

/* ---- Reading ---- */

const Piece *sparse_pieces(const Sparse *sparse) { return pieces_of(sparse); }

u64 sparse_piece_end(const Sparse *sparse, u32 piece) {
    return piece + 1 < sparse->piece_count ? pieces_of(sparse)[piece + 1].start : sparse->size;
}

const Leaf *sparse_leaf(const Sparse *sparse, const Piece *piece) {
    assert(piece->kind == PIECE_LEAF && piece->leaf < sparse->leaf_count);
    return &leaves_of(sparse)[piece->leaf];
}

u32 sparse_piece_at(const Sparse *sparse, u64 offset) {
    const Piece *pieces = pieces_of(sparse);
    u32 low = 0, high = sparse->piece_count;
    assert(offset < sparse->size);
    while (high - low > 1) {
        u32 middle = low + (high - low) / 2;
        if (pieces[middle].start <= offset) low = middle;
        else high = middle;
    }
    return low;
}

static ByteBinding byte_of(const Sparse *sparse, const Piece *piece, u64 offset) {
    switch ((PieceKind)piece->kind) {
    case PIECE_UNDEFINED: return (ByteBinding){.mask = 0xff};
    case PIECE_FILLED: return (ByteBinding){.byte = piece->byte};
    case PIECE_LEAF: break;
    }
    const Leaf *leaf = sparse_leaf(sparse, piece);
    u64 at = offset - piece->start;
    return (ByteBinding){leaf->bytes[at], leaf->undefined[at], leaf->terms[at]};
}

ByteBinding sparse_byte(const Sparse *sparse, u64 offset) {
    return byte_of(sparse, &pieces_of(sparse)[sparse_piece_at(sparse, offset)], offset);
}

/* ---- Writing ---- */

/* A range from one multiple of the leaf's size to another, or to the end, becomes one piece. Leaves in it are not used any
 * more; their room is lost until the object gets bytes, or is filled as a whole. */
static Sparse *set_range(Sparse *sparse, u64 start, u64 end, Piece piece) {
    assert(start < end && start % LEAF_BYTES == 0 && (end % LEAF_BYTES == 0 || end == sparse->size));
    sparse = reserve(sparse, sparse->piece_count + 2, sparse->leaf_count);
    Piece *pieces = pieces_of(sparse);
    u32 first = sparse_piece_at(sparse, start), last = sparse_piece_at(sparse, end - 1);
    Piece behind = pieces[last];
    bool keeps_front = pieces[first].start<start, keeps_back = sparse_piece_end(sparse, last)> end;
    assert(!keeps_front || pieces[first].kind != PIECE_LEAF);
    assert(!keeps_back || behind.kind != PIECE_LEAF);
    u32 at = first + keeps_front, after = at + 1 + keeps_back, moved = sparse->piece_count - (last + 1);
    memmove(pieces + after, pieces + last + 1, moved * sizeof *pieces);
    piece.start = start;
    behind.start = end;
    pieces[at] = piece;
    if (keeps_back) pieces[at + 1] = behind;
    sparse->piece_count = after + moved;
    if (sparse->piece_count == 1 && piece.kind != PIECE_LEAF) sparse->leaf_count = 0;
    return sparse;
}

static void set_in_leaf(Leaf *leaf, u64 at, ByteBinding binding) {
    leaf->bytes[at] = binding.byte;
    leaf->undefined[at] = binding.mask;
    leaf->terms[at] = binding.term;
}

/* The leaf in which the offset lies, made if there is none. */
static Sparse *make_leaf(Sparse *sparse, u64 offset, u32 *number) {
    const Piece *piece = &pieces_of(sparse)[sparse_piece_at(sparse, offset)];
    if (piece->kind == PIECE_LEAF) {
        *number = piece->leaf;
        return sparse;
    }
    ByteBinding before = byte_of(sparse, piece, offset);
    sparse = reserve(sparse, sparse->piece_count, sparse->leaf_count + 1);
    *number = sparse->leaf_count++;
    for (u32 i = 0; i < LEAF_BYTES; i++) set_in_leaf(&leaves_of(sparse)[*number], i, before);
    u64 start = offset / LEAF_BYTES * LEAF_BYTES, end = MIN(start + LEAF_BYTES, sparse->size);
    return set_range(sparse, start, end, (Piece){.kind = PIECE_LEAF, .leaf = *number});
}

Sparse *sparse_set(Sparse *sparse, u64 offset, ByteBinding binding) {
    u32 leaf;
    sparse = make_leaf(sparse, offset, &leaf);
    set_in_leaf(&leaves_of(sparse)[leaf], offset % LEAF_BYTES, binding);
    return sparse;
}

/* Parts of leaves at both ends, and one piece between. */
Sparse *sparse_fill(Sparse *sparse, u64 offset, u64 size, ByteBinding binding) {
    assert(!binding.term && (!binding.mask || binding.mask == 0xff) && (u64)offset + size <= sparse->size);
    u64 end = offset + size, start = align_up(offset, LEAF_BYTES);
    u64 stop = end == sparse->size ? end : end / LEAF_BYTES * LEAF_BYTES;
    if (start >= stop) {
        for (u64 i = offset; i < end; i++) sparse = sparse_set(sparse, i, binding);
        return sparse;
    }
    for (u64 i = offset; i < start; i++) sparse = sparse_set(sparse, i, binding);
    for (u64 i = stop; i < end; i++) sparse = sparse_set(sparse, i, binding);
    Piece piece = {.kind = binding.mask ? PIECE_UNDEFINED : PIECE_FILLED, .byte = binding.byte};
    return set_range(sparse, start, stop, piece);
}
