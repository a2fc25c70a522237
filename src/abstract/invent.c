#include "abstract/invent.h"

#include "base/clock.h"

enum { MOST_TERMS = 20, MOST_CONSTANTS = 12, MOST_CANDIDATES = 1200, MOST_HEADS = 6, MOST_LEARNED = 12 };

typedef struct {
    Term *term; /* over the places of its head */
    bool is_dropped;
    bool is_wanted; /* it keeps the error away, or another one that does needs it */
} Guess;

/* A head of the loop, and what a round from it does, of which nothing else is known. */
typedef struct {
    Head *head;
    BlockRun run;
    VEC(Guess) guesses;
} Site;

typedef struct {
    Cegar *c;
    VEC(Site) sites;
    double end;
    bool is_given_up;
} Invention;

static bool is_over(Invention *v) {
    v->is_given_up = v->is_given_up || cegar_stops(v->c) || clock_seconds() > v->end;
    return v->is_given_up;
}

/* ---- What can be said ---- */

typedef struct {
    Cegar *c;
    const Head *head;
    TermVec terms;     /* variables and words of memory */
    TermVec constants; /* that such are compared with */
} Vocabulary;

static void add_term(TermVec *list, Term *term, u32 most) {
    for (u32 i = 0; i < list->count; i++)
        if (list->at[i] == term) return;
    if (list->count < most) vec_push(list, term);
}

/* Both sides of a comparison. */
static void add_sides(void *self, Term *atom) {
    Vocabulary *words = self;
    if (atom->op != TERM_EQ && atom->op != TERM_ULT && atom->op != TERM_SLT) return;
    for (u32 i = 0; i < 2; i++) {
        Term *side = atom->arg[i];
        if (side->width < 8 || side->width > 64 || term_is_array(side)) continue;
        if (term_is_const(side)) add_term(&words->constants, side, MOST_CONSTANTS);
        else if (head_has_symbols(words->c, words->head, side)) add_term(&words->terms, side, MOST_TERMS);
    }
}

static void add_first_values(Vocabulary *words) {
    for (u32 i = 0; i < words->head->places.count; i++) {
        const Place *place = &words->head->places.at[i];
        const Seen *seen = &words->head->seen.at[i];
        if (place->kind == PLACE_MEMORY || place->symbol->width < 8 || place->symbol->width > 64) continue;
        if (place->kind == PLACE_REGISTER && place->frame != words->head->context->depth) continue;
        add_term(&words->terms, place->symbol, MOST_TERMS);
        if (seen->count && term_is_const(seen->values[0])) add_term(&words->constants, seen->values[0], MOST_CONSTANTS);
    }
}

/* Predicates first: they are what the refinements were about. */
static void find_words(Vocabulary *words, const Site *site) {
    Cegar *c = words->c;
    const Head *head = words->head;
    for (u32 i = head->predicates.count; i-- > 0;)
        interpolant_atoms(c->terms, c->predicates.at[head->predicates.at[i]], add_sides, words);
    add_first_values(words);
    for (u32 i = 0; i < site->run.exits.count; i++)
        interpolant_atoms(c->terms, guard_term(c->terms, site->run.exits.at[i].state.guard), add_sides, words);
}

static void guess(Site *site, Term *term) {
    if (!term_is_const(term) && site->guesses.count < MOST_CANDIDATES) vec_push(&site->guesses, (Guess){.term = term});
}

static void guess_about(Vocabulary *words, Site *site, Term *a, Term *b) {
    TermStore *terms = words->c->terms;
    guess(site, term_eq(terms, a, b));
    guess(site, term_sle(terms, a, b));
    guess(site, term_sle(terms, b, a));
    guess(site, term_ule(terms, a, b));
    guess(site, term_ule(terms, b, a));
}

/* Two that have counted in steps of s and t since they were x and y: t (a - x) = s (b - y). */
static void guess_steps(Vocabulary *words, Site *site, u32 i, u32 k) {
    TermStore *terms = words->c->terms;
    const Seen *a = &words->head->seen.at[i], *b = &words->head->seen.at[k];
    Term *x = words->head->places.at[i].symbol, *y = words->head->places.at[k].symbol;
    if (a->count < 2 || b->count < 2 || x->width != y->width || term_is_array(x)) return;
    for (u32 n = 0; n < 2; n++)
        if (!term_is_const(a->values[n]) || !term_is_const(b->values[n])) return;
    Term *left = term_mul(terms, term_sub(terms, x, a->values[0]), term_sub(terms, b->values[1], b->values[0]));
    Term *right = term_mul(terms, term_sub(terms, y, b->values[0]), term_sub(terms, a->values[1], a->values[0]));
    guess(site, term_eq(terms, left, right));
}

/* What the lowest bits are, if the steps leave them. */
static void guess_low_bits(Vocabulary *words, Site *site, u32 i) {
    TermStore *terms = words->c->terms;
    const Seen *seen = &words->head->seen.at[i];
    Term *x = words->head->places.at[i].symbol;
    if (term_is_array(x) || x->width < 8 || seen->count < 2) return;
    for (u32 bits = 1; bits <= 3 && term_is_const(seen->values[0]) && term_is_const(seen->values[1]); bits++) {
        u64 first = seen->values[0]->value & low_mask(bits);
        if (first != (seen->values[1]->value & low_mask(bits))) break;
        guess(site, term_eq(terms, term_extract(terms, x, 0, bits), term_const(terms, bits, first)));
    }
}

/* One counts up what another counts down: their sum is a third, or a constant. */
static void guess_sums(Vocabulary *words, Site *site) {
    enum { MOST_SUMMED = 8 };
    TermStore *terms = words->c->terms;
    u32 count = MIN(words->terms.count, (u32)MOST_SUMMED);
    for (u32 i = 0; i < count; i++)
        for (u32 k = 0; k < i; k++) {
            Term *a = words->terms.at[i], *b = words->terms.at[k];
            if (a->width != b->width) continue;
            for (u32 n = 0; n < count; n++)
                if (n != i && n != k && words->terms.at[n]->width == a->width)
                    guess(site, term_eq(terms, term_add(terms, a, b), words->terms.at[n]));
            for (u32 n = 0; n < words->constants.count; n++)
                if (words->constants.at[n]->width == a->width)
                    guess(site, term_eq(terms, term_add(terms, a, b), words->constants.at[n]));
        }
}

static void make_guesses(Cegar *c, Site *site) {
    Vocabulary words = {.c = c, .head = site->head};
    find_words(&words, site);
    for (u32 i = 0; i < site->head->predicates.count; i++) {
        Term *predicate = c->predicates.at[site->head->predicates.at[i]];
        guess(site, predicate);
        guess(site, term_not(c->terms, predicate));
    }
    for (u32 i = 0; i < words.terms.count; i++) {
        Term *a = words.terms.at[i];
        for (u32 k = 0; k < i; k++)
            if (words.terms.at[k]->width == a->width) guess_about(&words, site, a, words.terms.at[k]);
        for (u32 k = 0; k < words.constants.count; k++)
            if (words.constants.at[k]->width == a->width) guess_about(&words, site, a, words.constants.at[k]);
    }
    for (u32 i = 0; i < site->head->places.count; i++) {
        guess_low_bits(&words, site, i);
        for (u32 k = 0; k < i; k++) guess_steps(&words, site, i, k);
    }
    guess_sums(&words, site);
    vec_free(&words.terms);
    vec_free(&words.constants);
}

/* ---- Which of it is so ---- */

static Site *site_of(Invention *v, const Head *head) {
    for (u32 i = 0; i < v->sites.count; i++)
        if (v->sites.at[i].head == head) return &v->sites.at[i];
    return NULL;
}

/* Drops what does not hold behind the exit, if `before` holds in front of it. */
static void check_exit(Invention *v, const TermVec *before, const BlockExit *exit, Site *to) {
    Cegar *c = v->c;
    VEC(u32) which = {0};
    TermVec behind = {0}, query = {0};
    Map places = {0};
    for (u32 i = 0; i < to->guesses.count; i++) {
        if (to->guesses.at[i].is_dropped) continue;
        vec_push(&which, i);
        vec_push(&behind, to->guesses.at[i].term);
    }
    head_places_behind(c, to->head, &exit->state, &places);
    term_substitute(c->terms, behind.at, behind.count, &places);
    Answer answer = ANSWER_YES;
    while (answer == ANSWER_YES && behind.count && !is_over(v)) {
        Term *all = term_true(c->terms);
        for (u32 i = 0; i < behind.count; i++)
            if (!to->guesses.at[which.at[i]].is_dropped) all = term_and(c->terms, all, behind.at[i]);
        Model *model = NULL;
        vec_clear(&query);
        for (u32 i = 0; i < before->count; i++) vec_push(&query, before->at[i]);
        vec_push(&query, guard_term(c->terms, exit->state.guard));
        vec_push(&query, term_not(c->terms, all));
        answer = cegar_ask_exactly(c, query.at, query.count, 2, &model, NULL);
        for (u32 i = 0; i < behind.count && answer == ANSWER_YES; i++)
            if (!model_satisfies(model, behind.at[i])) to->guesses.at[which.at[i]].is_dropped = true;
        model_release(model);
    }
    for (u32 i = 0; i < which.count && answer == ANSWER_UNKNOWN; i++) to->guesses.at[which.at[i]].is_dropped = true;
    vec_free(&which);
    vec_free(&behind);
    vec_free(&query);
    map_free(&places);
}

/* Where the loop is entered: the states of the graph that lead to it. */
static void check_entries(Invention *v) {
    Cegar *c = v->c;
    for (u32 i = 0; i < c->nodes.count && !is_over(v); i++) {
        const Node *node = c->nodes.at[i];
        Site *to = node->head ? site_of(v, node->head) : NULL;
        if (!to || (node->parent->head && site_of(v, node->parent->head))) continue;
        TermVec before = {0};
        vec_push(&before, predicates_at(c, node->parent));
        check_exit(v, &before, &node->parent->run->exits.at[node->exit], to);
        vec_free(&before);
    }
}

static void add_guesses(const Site *site, TermVec *out) {
    for (u32 i = 0; i < site->guesses.count; i++)
        if (!site->guesses.at[i].is_dropped) vec_push(out, site->guesses.at[i].term);
}

static u32 count_left(const Invention *v) {
    u32 count = 0;
    for (u32 i = 0; i < v->sites.count; i++)
        for (u32 k = 0; k < v->sites.at[i].guesses.count; k++) count += !v->sites.at[i].guesses.at[k].is_dropped;
    return count;
}

/* Rounds, until what is left is inductive. */
static void check_rounds(Invention *v) {
    for (u32 left = UINT32_MAX; left != count_left(v) && !is_over(v);) {
        left = count_left(v);
        for (u32 i = 0; i < v->sites.count; i++) {
            const Site *from = &v->sites.at[i];
            for (u32 k = 0; k < from->run.exits.count; k++) {
                const BlockExit *exit = &from->run.exits.at[k];
                Site *to = exit->end == EXIT_HEAD ? site_of(v, head_at(v->c, &exit->state)) : NULL;
                TermVec before = {0};
                add_guesses(from, &before);
                if (to) check_exit(v, &before, exit, to);
                vec_free(&before);
            }
        }
    }
}

/* ---- Which of it matters ---- */

/* The guesses before the exit that `behind` (what is not to be there) contradicts, are wanted. False: it does not. */
static bool want_core(Invention *v, Site *from, const BlockExit *exit, Term *behind) {
    Cegar *c = v->c;
    TermVec query = {0}, core = {0};
    add_guesses(from, &query);
    vec_push(&query, guard_term(c->terms, exit->state.guard));
    vec_push(&query, behind);
    bool holds = cegar_ask_exactly(c, query.at, query.count, 2, NULL, &core) == ANSWER_NO;
    for (u32 i = 0; i < core.count && holds; i++)
        for (u32 k = 0; k < from->guesses.count; k++)
            if (from->guesses.at[k].term == core.at[i]) from->guesses.at[k].is_wanted = true;
    vec_free(&query);
    vec_free(&core);
    return holds;
}

/* What the wanted ones need to hold after a round. */
static void want_rounds(Invention *v, Site *to, Guess *wanted) {
    Cegar *c = v->c;
    for (u32 i = 0; i < v->sites.count; i++) {
        Site *from = &v->sites.at[i];
        for (u32 k = 0; k < from->run.exits.count && !is_over(v); k++) {
            const BlockExit *exit = &from->run.exits.at[k];
            if (exit->end != EXIT_HEAD || head_at(c, &exit->state) != to->head) continue;
            Map places = {0};
            Term *behind = term_not(c->terms, wanted->term);
            head_places_behind(c, to->head, &exit->state, &places);
            term_substitute(c->terms, &behind, 1, &places);
            want_core(v, from, exit, behind);
            map_free(&places);
        }
    }
}

static bool want_errors_away(Invention *v) {
    bool keeps_one = false;
    for (u32 i = 0; i < v->sites.count; i++) {
        Site *site = &v->sites.at[i];
        for (u32 k = 0; k < site->run.exits.count && !is_over(v); k++)
            if (site->run.exits.at[k].end == EXIT_ERROR)
                keeps_one |= want_core(v, site, &site->run.exits.at[k], term_true(v->c->terms));
    }
    return keeps_one;
}

/* What is wanted if no error lies in the loop itself: equations, which say most. */
static void want_equations(Invention *v) {
    for (u32 i = 0; i < v->sites.count; i++) {
        u32 count = 0;
        for (u32 k = 0; k < v->sites.at[i].guesses.count && count < MOST_LEARNED; k++) {
            Guess *one = &v->sites.at[i].guesses.at[k];
            if (one->is_dropped || one->term->op != TERM_EQ || term_is_const(one->term->arg[1])) continue;
            one->is_wanted = true;
            count++;
        }
    }
}

static u32 learn_wanted(Invention *v) {
    u32 learned = 0;
    VEC(Guess *) done = {0};
    for (bool changed = true; changed && !is_over(v);) {
        changed = false;
        for (u32 i = 0; i < v->sites.count; i++)
            for (u32 k = 0; k < v->sites.at[i].guesses.count; k++) {
                Guess *one = &v->sites.at[i].guesses.at[k];
                bool is_new = one->is_wanted;
                for (u32 n = 0; n < done.count && is_new; n++) is_new = done.at[n] != one;
                if (!is_new) continue;
                vec_push(&done, one);
                learned += head_add_predicate(v->c, v->sites.at[i].head, one->term);
                want_rounds(v, &v->sites.at[i], one);
                changed = true;
            }
    }
    vec_free(&done);
    return learned;
}

/* ---- All together ---- */

static void add_site(Invention *v, Head *head) {
    Site site = {.head = head};
    Node anything = {.head = head};
    block_run(&v->c->encoder, node_state(v->c, &anything), &site.run);
    make_guesses(v->c, &site);
    vec_push(&v->sites, site);
}

static void invention_free(Invention *v) {
    for (u32 i = 0; i < v->sites.count; i++) {
        block_run_free(&v->sites.at[i].run);
        vec_free(&v->sites.at[i].guesses);
    }
    vec_free(&v->sites);
}

u32 invent_invariants(Cegar *c, Head *head) {
    enum { PART_OF_TIME = 4, MOST_SECONDS = 10 };
    double left = c->options.seconds > 0 ? c->options.seconds - (clock_seconds() - c->started) : MOST_SECONDS;
    Invention v = {.c = c, .end = clock_seconds() + MIN(left / PART_OF_TIME, (double)MOST_SECONDS)};
    bool *is_inside = heads_around(c, head);
    for (u32 i = 0; i < c->heads.count && v.sites.count < MOST_HEADS; i++)
        if (is_inside[i]) add_site(&v, c->heads.at[i]);
    free(is_inside);
    check_entries(&v);
    check_rounds(&v);
    u32 learned = 0, guessed = count_left(&v);
    if (!v.is_given_up) {
        if (!want_errors_away(&v)) want_equations(&v);
        learned = learn_wanted(&v);
    }
    cegar_log(c, "  guessed invariants of head %u: %u are inductive, %u new predicates%s", head->number, guessed,
              learned, v.is_given_up ? "; given up" : "");
    invention_free(&v);
    return learned;
}
