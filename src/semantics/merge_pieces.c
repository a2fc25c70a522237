/* Merging objects that never get bytes (object_is_large): what differs is found piece by piece, and is merged if it is little.
 * Representations need not be the same: the same bytes are. */
#include "semantics/merge_objects.h"

enum { MOST_DIFFERENT = 1 << 14 };

static bool are_runs(const Piece *a, const Piece *b) { return a->kind != PIECE_LEAF && b->kind != PIECE_LEAF; }

static bool is_same_run(const Piece *a, const Piece *b) {
    return a->kind == b->kind && (a->kind == PIECE_UNDEFINED || a->byte == b->byte);
}

static bool is_same_binding(ByteBinding a, ByteBinding b) {
    return a.term == b.term && a.mask == b.mask && !((a.byte ^ b.byte) & (u8)~a.mask);
}

/* From `at` on, where both have one piece each: where the first of them ends, and whether they are one run. */
static u64 end_of_both(const Sparse *a, const Sparse *b, u64 at, bool *are_same) {
    u32 one = sparse_piece_at(a, at), other = sparse_piece_at(b, at);
    const Piece *here = &sparse_pieces(a)[one], *there = &sparse_pieces(b)[other];
    *are_same = are_runs(here, there) && is_same_run(here, there);
    return MIN(sparse_piece_end(a, one), sparse_piece_end(b, other));
}

static bool is_in_runs(const Sparse *a, const Sparse *b, u64 at) {
    return are_runs(&sparse_pieces(a)[sparse_piece_at(a, at)], &sparse_pieces(b)[sparse_piece_at(b, at)]);
}

bool merge_pieces_differ_little(const Sparse *a, const Sparse *b) {
    u64 different = 0;
    bool are_same;
    assert(a->size == b->size);
    for (u64 at = 0, end; at < a->size && different <= MOST_DIFFERENT; at = end) {
        end = end_of_both(a, b, at, &are_same);
        if (!are_same && is_in_runs(a, b, at)) different += end - at;
        else
            for (u64 i = at; !are_same && i < end; i++)
                different += !is_same_binding(sparse_byte(a, i), sparse_byte(b, i));
    }
    return different <= MOST_DIFFERENT;
}

/* ---- Merging ---- */

static Term *value_there(Symbolic *s, u32 number, const Sparse *there, u64 offset, u32 size) {
    Term *value = NULL;
    for (u32 i = 0; i < size; i++) {
        Term *byte = merge_byte_term(s, number, offset + i, sparse_byte(there, offset + i));
        value = value ? term_concat(s->terms, byte, value) : byte;
    }
    return value;
}

/* In both states the bytes are one value: not several beside each other, and none that was never set. */
static bool is_word(Symbolic *s, u32 number, const Sparse *there, u64 offset, u32 size) {
    if (offset + size > there->size) return false;
    for (u64 i = offset; i < offset + size; i++) {
        ByteBinding byte = sparse_byte(there, i);
        if ((byte.mask && !byte.term) || !contents_is_known(&s->memory, number, i)) return false;
    }
    Term *here = contents_load(&s->memory, number, offset, size);
    return here->op != TERM_CONCAT && value_there(s, number, there, offset, size)->op != TERM_CONCAT;
}

/* Merges the value that the byte is part of; returns where it ends. What is accessed as a word is merged as a word. */
static u64 merge_value(Symbolic *s, Term *guard, u32 number, const Sparse *there, u64 offset) {
    u32 size = 8;
    while (size > 1 && !is_word(s, number, there, offset & ~(u64)(size - 1), size)) size /= 2;
    u64 start = offset & ~(u64)(size - 1);
    Term *here = contents_load(&s->memory, number, start, size);
    Term *value = term_ite(s->terms, guard, here, value_there(s, number, there, start, size));
    contents_store(&s->memory, number, start, value, size);
    return start + size;
}

static const Sparse *pieces_here(Symbolic *s, u32 number) {
    return object_at(&s->m->objects, number)->contents->sparse;
}

void merge_take_pieces(Symbolic *s, Term *guard, u32 number, const Sparse *there) {
    bool are_same;
    for (u64 at = 0, end; at < there->size; at = end) {
        end = end_of_both(pieces_here(s, number), there, at, &are_same);
        for (u64 i = at; !are_same && i < end;)
            if (is_same_binding(sparse_byte(pieces_here(s, number), i), sparse_byte(there, i))) i++;
            else i = merge_value(s, guard, number, there, i);
    }
}
