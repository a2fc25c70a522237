/* Heap blocks that are lost for some inputs of a path.
 *
 * leaks.c marks generously: a term leads to whatever it mentions. A block that is marked only thanks to terms may be
 * lost for some inputs. It certainly is where no word, wherever it stands, points to it: that is a condition, and the
 * path forks on it. (A ring of blocks that point to each other is not found so.) */
#include "machine/leaks.h"
#include "semantics/lift.h"

#include <stdlib.h>

enum { MOST_PAIRS = 1 << 14 }; /* of a word and a block: more are not decided, which is counted */

typedef struct {
    LeakMarker possible, certain;
    VEC(u32) blocks; /* marked only thanks to terms, and named by no number */
    TermVec words;   /* that mention one of them; 64 bits: a cell, or a word of LP64 */
} Doubts;

static bool is_doubtful(const Doubts *doubts, u32 number) {
    return doubts->possible.marked[number] && !doubts->certain.marked[number];
}

/* Blocks that a number in a doubtful block names are lost no earlier than that one. */
static void find_blocks(Doubts *doubts) {
    Machine *m = doubts->possible.m;
    LeakMarker named = leak_marker(m, true);
    for (u32 i = 1; i < m->objects.next; i++)
        if (is_doubtful(doubts, i)) leak_look_at_bytes(&named, i, object_info(&m->objects, i)->size);
    for (u32 i = 1; i < m->objects.next; i++)
        if (is_doubtful(doubts, i) && !named.marked[i]) vec_push(&doubts->blocks, i);
    leak_marker_free(&named);
}

static void add_word(Doubts *doubts, LeakMarker *probe, Term *word) {
    bool mentions = false;
    leak_look_at_term(probe, word);
    while (probe->pending.count) {
        u32 number = vec_pop(&probe->pending);
        probe->marked[number] = 0;
        mentions = mentions || is_doubtful(doubts, number);
    }
    if (mentions) vec_push(&doubts->words, word);
}

static void add_words_of_object(Doubts *doubts, LeakMarker *probe, u32 number) {
    Machine *m = probe->m;
    u32 word = m->program->pointer_bytes, size = object_info(&m->objects, number)->size;
    if (!object_at(&m->objects, number)->contents) return;
    for (u32 i = 0; i + word <= size; i += word)
        if (!contents_are_plain(&m->objects, number, i, word))
            add_word(doubts, probe, contents_load(&m->explorer->memory, number, i, word));
}

static void find_words(Doubts *doubts, u64 *r) {
    Machine *m = doubts->possible.m;
    LeakMarker probe = leak_marker(m, false);
    for (Frame *frame = frame_of(r); frame && leak_user_is_running(r); frame = frame->caller) {
        Term *const *terms = frame->is_tracked ? terms_of(m, frame_cells(frame)) : NULL;
        for (u32 i = 0; terms && i < frame->compiled->cells; i++)
            if (terms[i]) add_word(doubts, &probe, terms[i]);
    }
    for (u32 i = 0; (i = objects_skip_empty(&m->objects, i + 1)) < m->objects.next;)
        if (leak_is_root(object_info(&m->objects, i)) || doubts->possible.marked[i])
            add_words_of_object(doubts, &probe, i);
    leak_marker_free(&probe);
}

/* The word points into the block, or one past its end. */
static Term *points_to(Machine *m, Term *word, u32 block) {
    TermStore *store = m->explorer->terms;
    Term *based = term_false(store);
    word = term_cleared(store, word); /* what is undefined points nowhere */
    if (word->width == 64) based = term_eq(store, term_extract(store, word, 32, 32), term_const(store, 32, block));
    if (!m->objects.placement) return based;
    Term *start = term_const(store, 32, object_at(&m->objects, block)->base);
    Term *offset = term_sub(store, term_extract(store, word, 0, 32), start);
    Term *size = term_const(store, 32, object_info(&m->objects, block)->size);
    return term_or(store, based, term_ule(store, offset, size));
}

static Term *is_lost(Machine *m, const Doubts *doubts, u32 block) {
    TermStore *store = m->explorer->terms;
    Term *lost = term_true(store);
    for (u32 i = 0; i < doubts->words.count; i++)
        lost = term_and(store, lost, term_not(store, points_to(m, doubts->words.at[i], block)));
    return lost;
}

/* One question for all blocks; the path's model says which one it is. */
static int decide(Machine *m, const Code *ip, u64 *r, const Doubts *doubts) {
    TermStore *store = m->explorer->terms;
    if ((u64)doubts->blocks.count * doubts->words.count > MOST_PAIRS) {
        explore_cut(m->explorer, CUT_LEAK);
        return 0;
    }
    Term *any = term_false(store);
    for (u32 i = 0; i < doubts->blocks.count; i++) any = term_or(store, any, is_lost(m, doubts, doubts->blocks.at[i]));
    int found = explore_decide(m, ip, r, CHOICE_ERROR, any);
    for (u32 i = 0; found == 1 && i < doubts->blocks.count; i++) {
        Term *lost = explore_evaluate(m->explorer, is_lost(m, doubts, doubts->blocks.at[i]));
        if (!lost || !lost->value) continue;
        leak_report(m, doubts->blocks.at[i]);
        return 1;
    }
    return found < 0 ? -1 : 0;
}

int leak_decide(Machine *m, const Code *ip, u64 *r) {
    if (!m->objects.live_heap_blocks) return 0;
    Doubts doubts = {.possible = leak_marker(m, false), .certain = leak_marker(m, true)};
    leak_mark(&doubts.possible, r);
    leak_mark(&doubts.certain, r);
    find_blocks(&doubts);
    if (doubts.blocks.count) find_words(&doubts, r);
    int found = doubts.blocks.count ? decide(m, ip, r, &doubts) : 0;
    leak_marker_free(&doubts.possible);
    leak_marker_free(&doubts.certain);
    vec_free(&doubts.blocks);
    vec_free(&doubts.words);
    return found;
}
