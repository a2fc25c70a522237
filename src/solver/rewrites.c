#include "solver/rewrites.h"

#include <string.h>

enum { MOST_REPLACEMENTS = 1 << 20 }; /* kept; with more, all are forgotten */

static u64 hash_of(const Term *term, const ReplacementVec *replacements) {
    u64 hash = term->hash;
    for (u32 i = 0; i < replacements->count; i++)
        hash = hash_combine(hash_combine(hash, replacements->at[i].key->hash), replacements->at[i].value->hash);
    return hash;
}

static bool is_same(const Rewrites *rewrites, const Rewrite *known, const Term *term, const ReplacementVec *wanted) {
    return known->term == term && known->count == wanted->count &&
           !memcmp(rewrites->replacements.at + known->begin, wanted->at, wanted->count * sizeof *wanted->at);
}

static Term *substituted(TermStore *store, Term *term, const ReplacementVec *replacements) {
    Map map = {0};
    for (u32 i = 0; i < replacements->count; i++) map_put_ptr(&map, replacements->at[i].key, replacements->at[i].value);
    term_substitute(store, &term, 1, &map);
    map_free(&map);
    return term;
}

Term *rewrites_of(Rewrites *rewrites, TermStore *store, Term *term, const ReplacementVec *replacements) {
    if (replacements->count == 0) return term;
    if (rewrites->replacements.count > MOST_REPLACEMENTS) rewrites_forget(rewrites);
    u64 *newest = map_cell(&rewrites->newest, hash_of(term, replacements), NULL);
    for (u64 i = *newest; i; i = rewrites->at.at[i - 1].older)
        if (is_same(rewrites, &rewrites->at.at[i - 1], term, replacements)) return rewrites->at.at[i - 1].result;
    Rewrite made = {term, substituted(store, term, replacements), rewrites->replacements.count, replacements->count,
                    (u32)*newest};
    vec_push(&rewrites->at, made);
    for (u32 i = 0; i < replacements->count; i++) vec_push(&rewrites->replacements, replacements->at[i]);
    *newest = rewrites->at.count;
    return made.result;
}

void rewrites_forget(Rewrites *rewrites) {
    vec_clear(&rewrites->at);
    vec_clear(&rewrites->replacements);
    map_clear(&rewrites->newest);
}

void rewrites_free(Rewrites *rewrites) {
    vec_free(&rewrites->at);
    vec_free(&rewrites->replacements);
    map_free(&rewrites->newest);
}
