/* Heap blocks that are lost for some inputs of a path.
 *
 * What numbers lead to is reached whatever the inputs are (machine/leaks.c). Each block that is left is reached under a
 * condition: a word that is a term points to it, and the block that this word stands in, if it stands in one, is
 * reached too. The path forks on the condition that some block is not; the path's model then says which one is to be
 * named, in the same order as `exec` names them; before that it forks on where that one was made. */
#include "semantics/leaks_decide.h"

#include "semantics/leaks_graph.h"
#include "semantics/leaks_words.h"

#include <stdlib.h>

/* Of words and blocks, of edges followed, of blocks made at several places: what is beyond is counted. */
enum { MOST_PAIRS = 1 << 16, MOST_STEPS = 1 << 16, MOST_NAMED = 64 };

enum { NO_HOLDER = UINT32_MAX };
typedef struct {
    LeakWord word;
    u32 holder; /* the doubtful block it stands in; NO_HOLDER: whatever it is in is reached */
} HeldWord;

typedef struct {
    Machine *m;
    LeakMarker marker; /* what is reached for certain */
    VEC(HeldWord) words;
    bool has_guesses;    /* among them */
    LeakBlocks blocks;   /* those in doubt, ascending */
    Map places;          /* block -> its index */
    VEC(LeakEdge) links; /* between them, by numbers; without conditions */
    u32 holder;          /* while a block is looked at */
    bool is_thorough;    /* of words, those that are hardly ever pointers too */
} Doubts;

static void add_link(Doubts *d, u32 block) {
    u64 place;
    if (map_get(&d->places, block, &place))
        vec_push(&d->links, (LeakEdge){d->holder, (u32)place, term_true(d->m->symbolic->terms)});
}

static void add_links(void *self, u32 object, u32 address) {
    Doubts *d = self;
    u32 blocks[2], count = leak_blocks_at(&d->m->objects, object, address, blocks);
    for (u32 i = 0; i < count; i++) add_link(d, blocks[i]);
}

static void add_word(void *self, const LeakWord *word) {
    Doubts *d = self;
    if (leak_word_is_number(word)) {
        u32 object = word->object ? (u32)word->object->value : 0,
            address = word->address ? (u32)word->address->value : 0;
        if (d->holder == NO_HOLDER) leak_reach(&d->marker, object, address);
        else add_links(d, object, address);
        return;
    }
    d->has_guesses = d->has_guesses || word->is_guess;
    vec_push(&d->words, (HeldWord){*word, d->holder});
}

static void add_words(void *self, LeakMarker *marker, u32 object) {
    const Doubts *d = self;
    leak_visit_words(d->m, object, d->is_thorough, add_word, self);
}

/* All words that are terms, and the blocks that are reached only if they lead there. */
static void find_doubts(Doubts *d, const Code *ip, u64 *r) {
    const Objects *objects = &d->m->objects;
    d->marker = leak_marker(d->m);
    d->marker.look_further = add_words;
    d->marker.self = d;
    d->holder = NO_HOLDER;
    leak_visit_registers(d->m, ip, r, add_word, d);
    leak_mark(&d->marker, ip, r);
    for (u32 number = STATIC_OBJECTS - 1; (number = leak_next_live(objects, number + 1)) < objects->next;) {
        if (!leak_is_block(object_info(objects, number)) || leak_is_marked(&d->marker, number)) continue;
        map_put(&d->places, number, d->blocks.count);
        vec_push(&d->blocks, number);
    }
    for (u32 i = 0; i < d->blocks.count && !d->m->options.wants_cleanup; i++) {
        d->holder = i;
        leak_visit_numbers(d->m, d->blocks.at[i], add_links, d);
        leak_visit_words(d->m, d->blocks.at[i], d->is_thorough, add_word, d);
    }
}

static void doubts_free(Doubts *d) {
    leak_marker_free(&d->marker);
    vec_free(&d->words);
    vec_free(&d->blocks);
    vec_free(&d->links);
    map_free(&d->places);
}

static int cut(Machine *m) {
    strategy_cut(m, CUT_LEAK);
    return 0;
}

/* ---- The condition ---- */

static void add_edge(const Doubts *d, LeakGraph *graph, const HeldWord *held, u32 place) {
    TermStore *store = d->m->symbolic->terms;
    Term *leads = leak_points_to(d->m, &held->word, d->blocks.at[place]);
    if (term_is_false(leads) || held->holder == place) return;
    if (held->holder != NO_HOLDER) vec_push(&graph->edges, (LeakEdge){held->holder, place, leads});
    else graph->roots[place] = term_or(store, graph->roots[place], leads);
}

/* Returns how many conditions it made. */
static u64 add_edges(const Doubts *d, LeakGraph *graph, const HeldWord *held) {
    LeakBlocks possible = {0};
    u64 made = 0, place;
    if (leak_possible_blocks(d->m, &held->word, &possible)) {
        for (u32 i = 0; i < possible.count; i++)
            if (map_get(&d->places, possible.at[i], &place)) {
                add_edge(d, graph, held, (u32)place);
                made++;
            }
    } else {
        for (u32 i = 0; i < d->blocks.count; i++) add_edge(d, graph, held, i);
        made = d->blocks.count;
    }
    vec_free(&possible);
    return made;
}

/* What has been freed is not lost. What such a block holds counts for nothing (LeakWord.exists). */
static Term *is_dead(Machine *m, u32 block) {
    const Contents *contents = object_at(&m->objects, block)->contents;
    TermStore *store = m->symbolic->terms;
    return contents && contents->live ? term_not(store, contents->live) : term_false(store);
}

/* What leads to the blocks in doubt; with guesses, or as if no input were an address. False: it is too large. */
static bool make_graph(const Doubts *d, bool with_guesses, LeakGraph *graph) {
    *graph = (LeakGraph){.count = d->blocks.count, .roots = xcalloc(d->blocks.count + 1, sizeof(Term *))};
    u64 pairs = 0;
    for (u32 i = 0; i < graph->count; i++) graph->roots[i] = is_dead(d->m, d->blocks.at[i]);
    for (u32 i = 0; i < d->links.count; i++) vec_push(&graph->edges, d->links.at[i]);
    for (u32 i = 0; i < d->words.count && pairs <= MOST_PAIRS; i++)
        if (with_guesses || !d->words.at[i].word.is_guess) pairs += add_edges(d, graph, &d->words.at[i]);
    return pairs <= MOST_PAIRS;
}

static void graph_free(LeakGraph *graph) {
    vec_free(&graph->edges);
    free(graph->roots);
}

/* The condition that a block is lost. NULL: it is too large. */
static Term *is_lost(const Doubts *d, bool with_guesses) {
    LeakGraph graph;
    bool is_made = make_graph(d, with_guesses, &graph);
    Term *lost = is_made ? leak_graph_misses(d->m->symbolic->terms, &graph, MOST_STEPS) : NULL;
    graph_free(&graph);
    return lost;
}

/* ---- Where the block that is named was made ---- */

/* Blocks that are made at one place are one leak to the reader. */
static LocationId place_of(const Doubts *d, u32 i) { return object_info(&d->m->objects, d->blocks.at[i])->made_at; }

static bool have_one_place(const Doubts *d) {
    for (u32 i = 1; i < d->blocks.count; i++)
        if (place_of(d, i) != place_of(d, 0)) return false;
    return true;
}

static bool is_certain(const LeakGraph *graph) {
    for (u32 i = 0; i < graph->count; i++)
        if (!term_is_const(graph->roots[i])) return false;
    for (u32 i = 0; i < graph->edges.count; i++)
        if (!term_is_const(graph->edges.at[i].condition)) return false;
    return true;
}

/* A condition for each place at which the block to be named may have been made, and one for the rest: that nothing is
 * lost, which was decided before. */
static void conditions_by_place(const Doubts *d, Term *const *named, TermVec *out) {
    TermStore *store = d->m->symbolic->terms;
    Map places = {0};
    Term *rest = term_true(store);
    for (u32 i = 0; i < d->blocks.count; i++) {
        u64 way = out->count;
        if (!map_get(&places, place_of(d, i), &way)) {
            map_put(&places, place_of(d, i), way);
            vec_push(out, term_false(store));
        }
        out->at[way] = term_or(store, out->at[way], named[i]);
        rest = term_and(store, rest, term_not(store, named[i]));
    }
    vec_push(out, rest);
    map_free(&places);
}

/* The path forks on where the block that will be named was made, so that no leak hides behind another. -1: it is paused. */
static int choose_place(const Doubts *d, const Code *ip, u64 *r) {
    if (have_one_place(d)) return 1;
    LeakGraph graph;
    Term **named = xcalloc(d->blocks.count + 1, sizeof(Term *));
    bool is_made = make_graph(d, false, &graph), matters = !is_made || !is_certain(&graph);
    bool fits = is_made && graph.count <= MOST_NAMED;
    int found = 1;
    if (matters && fits && leak_graph_named(d->m->symbolic->terms, &graph, MOST_STEPS, named)) {
        TermVec ways = {0};
        conditions_by_place(d, named, &ways);
        if (strategy_choose(d->m, ip, r, CHOICE_ERROR, ways.at, ways.count) < 0) found = -1;
        vec_free(&ways);
    } else if (matters) {
        (void)cut(d->m);
    }
    graph_free(&graph);
    free(named);
    return found;
}

/* ---- The block to name ---- */

static u32 value_of(Machine *m, Term *term) {
    Term *value = term ? strategy_evaluate(m, term) : NULL;
    return value ? (u32)value->value : 0;
}

static void reach_by_model(void *self, const LeakWord *word) {
    LeakMarker *marker = self;
    if (word->exists && !value_of(marker->m, word->exists)) return;
    leak_reach(marker, value_of(marker->m, word->object), value_of(marker->m, word->address));
}

static void reach_words_by_model(void *self, LeakMarker *marker, u32 object) {
    leak_visit_words(marker->m, object, true, reach_by_model, marker);
}

/* What is lost when the inputs are those of the path's model. */
static void report(const Doubts *d, const Code *ip, u64 *r) {
    LeakMarker marker = leak_marker(d->m);
    marker.look_further = reach_words_by_model;
    leak_visit_registers(d->m, ip, r, reach_by_model, &marker);
    for (u32 i = 0; i < d->blocks.count; i++) {
        u32 block = d->blocks.at[i];
        if (value_of(d->m, is_dead(d->m, block))) leak_reach(&marker, block, object_at(&d->m->objects, block)->base);
    }
    leak_mark(&marker, ip, r);
    u32 lost = leak_first_lost(&marker);
    leak_report(d->m, r, lost ? lost : d->blocks.at[0]); /* none: the path has no model */
    leak_report_others(&marker, d->m->fault.lost);
    leak_marker_free(&marker);
}

/* ---- The decision ---- */

/* A block seems to be lost: is it, when every word is looked at? */
static int decide_thoroughly(Machine *m, const Code *ip, u64 *r, const Term *seems_lost) {
    TermStore *store = m->symbolic->terms;
    Doubts d = {.m = m, .is_thorough = true};
    find_doubts(&d, ip, r);
    Term *lost = is_lost(&d, false);
    int found = !lost ? cut(m) : lost == seems_lost ? 1 : strategy_decide(m, ip, r, CHOICE_ERROR, lost);
    if (found == 1 && d.has_guesses) { /* the path may force an input to be an address: then its model has it */
        lost = is_lost(&d, true);
        if (!lost) found = cut(m);
        else if (!m->memory->preferred(m->memory->self, term_zext(store, lost, 32)))
            found = strategy_decide(m, ip, r, CHOICE_ERROR, lost);
    }
    if (found == 1) found = choose_place(&d, ip, r);
    if (found == 1) report(&d, ip, r);
    doubts_free(&d);
    return found;
}

static bool numbers_reach_all(Machine *m, const Code *ip, u64 *r) {
    LeakMarker marker = leak_marker(m);
    leak_mark(&marker, ip, r);
    bool all = leak_marked_all(&marker);
    leak_marker_free(&marker);
    return all;
}

/* Those that may hold a pointer. */
static void make_sparse_objects_dense(Machine *m) {
    const Objects *objects = &m->objects;
    bool has_sparse = objects->sparse_made > 0;
    for (u32 number = 0; has_sparse && (number = leak_next_live(objects, number + 1)) < objects->next;) {
        if (!object_info(objects, number)->is_sparse) continue;
        if (object_is_large(object_info(objects, number))) continue; /* it stays what it is */
        if (leak_sparse_may_hold_pointer(m, object_at(objects, number)->contents))
            contents_make_dense(&m->symbolic->memory, number);
    }
}

/* Some object may hold pointers that nobody can find. */
static bool is_any_unreadable(Machine *m) {
    const Objects *objects = &m->objects;
    for (u32 number = 0;
         objects_have_large(objects) && (number = leak_next_live(objects, number + 1)) < objects->next;) {
        const ObjectInfo *info = object_info(objects, number);
        if (info->is_sparse && object_is_large(info) && !leak_can_visit_pieces(m, object_at(objects, number)->contents))
            return true;
    }
    return false;
}

int leak_decide(Machine *m, const Code *ip, u64 *r) {
    if (!m->objects.live_heap_blocks) return 0;
    make_sparse_objects_dense(m);
    if (numbers_reach_all(m, ip, r)) return 0;
    leak_forget_arrays(m);
    if (is_any_unreadable(m)) return cut(m);
    Doubts d = {.m = m};
    find_doubts(&d, ip, r);
    Term *lost = is_lost(&d, false);
    doubts_free(&d);
    int found = lost ? strategy_decide(m, ip, r, CHOICE_ERROR, lost) : cut(m);
    return found == 1 ? decide_thoroughly(m, ip, r, lost) : found;
}
