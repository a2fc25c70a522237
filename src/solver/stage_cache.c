/* What earlier queries taught.
 *   results  the same set of constraints again: the same answer
 *   models   a stored model that satisfies the query answers yes. For each constraint two masks say which of the MODELS
 *            latest models have been tried on it and which satisfy it, so a path's constraints are evaluated once a model
 *            and a query costs an AND of masks and the evaluation of what is new
 *   cores    a stored set of constraints that cannot hold together and is part of the query answers no. A constraint may be
 *            in thousands of them, each with others that the query hardly ever has: a core is found by pairs, each of its
 *            constraints with the rarest of the others
 * Everything is stored over terms: it survives a renewal of the SAT solver. Entries about dead terms go with the terms. */
#include "solver/stage.h"

#include <string.h>

enum {
    MODELS = 64,
    MODELS_TRIED = 24,      /* evaluations of one constraint for one query */
    RESULTS_KEPT = 1 << 13, /* each may hold a model; all are dropped when there are more */
    TRIALS_KEPT = 1 << 16,
    LARGEST_CORE = 64
};

typedef struct {
    u64 tried, satisfied; /* bit i: by the model in slot i */
    u64 serial;           /* models stored when the masks were last brought up to date */
} Trial;

typedef struct {
    u32 begin, count; /* its constraints in Cache.terms, each once */
    Answer answer;
    Model *model;
} Entry;

typedef struct {
    u32 begin, count; /* its constraints in Cache.terms */
} Core;

typedef struct {
    Stage stage;
    Model *models[MODELS];
    u64 serial;   /* models stored so far; the next goes into slot serial % MODELS */
    Map trial_of; /* constraint -> number of its trial + 1 */
    VEC(Trial) trials;
    Map entry_of; /* hash of the set -> number of its entry + 1 */
    VEC(Entry) entries;
    VEC(Core) cores;
    Map in_cores;   /* constraint -> in how many cores it is */
    Map pairs;      /* hash of a constraint and the rarest of the others in a core -> number + 1 of a link */
    VEC(u64) links; /* core << 32 | number + 1 of the next link */
    TermVec terms;
    Map members; /* the constraints of the query */
    TermVec set; /* the same, each once */
    u64 by_result, by_model, by_core;
} Cache;

/* Sets of constraints. */

static void collect_members(Cache *cache, const Query *query) {
    vec_clear(&cache->set);
    map_clear(&cache->members);
    for (u32 i = 0; i < query->count; i++) {
        bool inserted;
        map_cell(&cache->members, (u64)(uintptr_t)query->constraints[i], &inserted);
        if (inserted) vec_push(&cache->set, query->constraints[i]);
    }
}

static bool are_members(const Cache *cache, u32 begin, u32 count) {
    for (u32 i = 0; i < count; i++)
        if (!map_get(&cache->members, (u64)(uintptr_t)cache->terms.at[begin + i], NULL)) return false;
    return true;
}

/* Whatever their order. */
static u64 set_hash(const TermVec *set) {
    u64 hash = set->count;
    for (u32 i = 0; i < set->count; i++) hash += hash_combine(set->at[i]->hash, set->count);
    return hash;
}

/* Results. */

static const Entry *find_result(Cache *cache, u64 hash) {
    u64 number;
    if (!map_get(&cache->entry_of, hash, &number)) return NULL;
    const Entry *entry = &cache->entries.at[number - 1];
    return entry->count == cache->set.count && are_members(cache, entry->begin, entry->count) ? entry : NULL;
}

static void keep_result(Cache *cache, const TermVec *set, u64 hash, const Result *result) {
    Entry entry = {
        .begin = cache->terms.count, .count = set->count, .answer = result->answer, .model = model_keep(result->model)};
    for (u32 i = 0; i < set->count; i++) vec_push(&cache->terms, set->at[i]);
    vec_push(&cache->entries, entry);
    map_put(&cache->entry_of, hash, cache->entries.count);
}

/* Models. */

static Trial *trial_of(Cache *cache, Term *constraint) {
    u64 *cell = map_cell(&cache->trial_of, (u64)(uintptr_t)constraint, NULL);
    if (!*cell) {
        vec_push(&cache->trials, (Trial){.serial = cache->serial});
        *cell = cache->trials.count;
    }
    Trial *trial = &cache->trials.at[*cell - 1];
    u64 newer = cache->serial - trial->serial; /* slots that hold another model since */
    if (newer >= MODELS) {
        trial->tried = trial->satisfied = 0;
    } else {
        for (u64 i = 0; i < newer; i++) {
            u64 bit = (u64)1 << ((trial->serial + i) % MODELS);
            trial->tried &= ~bit;
            trial->satisfied &= ~bit;
        }
    }
    trial->serial = cache->serial;
    return trial;
}

/* Which of the `candidates` satisfy a constraint, trying the newest first and not too many. */
static u64 satisfied_by(Cache *cache, Term *constraint, u64 candidates) {
    u32 number = (u32)(trial_of(cache, constraint) - cache->trials.at), tries = 0;
    Trial trial = cache->trials.at[number];
    for (u64 age = 1; age <= MODELS && age <= cache->serial && tries < MODELS_TRIED; age++) {
        u32 slot = (u32)((cache->serial - age) % MODELS);
        u64 bit = (u64)1 << slot;
        if (!(candidates & bit) || trial.tried & bit) continue;
        tries++;
        trial.tried |= bit;
        if (model_satisfies(cache->models[slot], constraint)) trial.satisfied |= bit;
    }
    cache->trials.at[number] = trial;
    return candidates & trial.satisfied;
}

static Model *find_model(Cache *cache, const Query *query) {
    u64 candidates = ~(u64)0;
    /* Constraints of the path have been tried already; what is new is tried on their models only. */
    for (u32 i = 0; i < query->count && candidates; i++)
        candidates = satisfied_by(cache, query->constraints[i], candidates);
    for (u64 age = 1; age <= MODELS && age <= cache->serial; age++) {
        u32 slot = (u32)((cache->serial - age) % MODELS);
        if (candidates >> slot & 1) return cache->models[slot];
    }
    return NULL;
}

static void keep_model(Cache *cache, Model *model) {
    u32 slot = (u32)(cache->serial++ % MODELS);
    model_release(cache->models[slot]);
    cache->models[slot] = model_keep(model);
}

/* Cores. */

static u64 pair_key(const Term *one, const Term *other) {
    return hash_combine((u64)(uintptr_t)one, (u64)(uintptr_t)other);
}

static const Core *find_core_with(const Cache *cache, const Term *one, const Term *other) {
    u64 link = 0;
    map_get(&cache->pairs, pair_key(one, other), &link);
    for (; link; link = (u32)cache->links.at[link - 1]) {
        const Core *core = &cache->cores.at[cache->links.at[link - 1] >> 32];
        if (are_members(cache, core->begin, core->count)) return core;
    }
    return NULL;
}

/* A core within the query contains one of its new constraints, for the others hold together. */
static const Core *find_core(const Cache *cache, const Query *query) {
    for (u32 i = query->known; i < query->count; i++) {
        const Term *one = query->constraints[i];
        if (!map_get(&cache->in_cores, (u64)(uintptr_t)one, NULL)) continue;
        for (u32 j = 0; j < cache->set.count; j++) {
            const Core *core = find_core_with(cache, one, cache->set.at[j]);
            if (core) return core;
        }
    }
    return NULL;
}

/* Of the constraints of a core but `one`, that which is in the fewest cores; `one` itself if there is no other. */
static Term *rarest_but(const Cache *cache, const TermVec *core, Term *one) {
    Term *rarest = one;
    u64 least = UINT64_MAX;
    for (u32 i = 0; i < core->count; i++) {
        u64 count = 0;
        map_get(&cache->in_cores, (u64)(uintptr_t)core->at[i], &count);
        if (core->at[i] == one || count >= least) continue;
        rarest = core->at[i];
        least = count;
    }
    return rarest;
}

static void add_link(Cache *cache, u32 core, const Term *one, const Term *other) {
    u64 *first = map_cell(&cache->pairs, pair_key(one, other), NULL);
    vec_push(&cache->links, (u64)core << 32 | *first);
    *first = cache->links.count;
}

static void keep_core(Cache *cache, const TermVec *core) {
    if (core->count > LARGEST_CORE || core->count == 0) return;
    u32 number = cache->cores.count;
    Term *rarest = rarest_but(cache, core, NULL), *next = rarest_but(cache, core, rarest);
    vec_push(&cache->cores, (Core){cache->terms.count, core->count});
    for (u32 i = 0; i < core->count; i++) {
        vec_push(&cache->terms, core->at[i]);
        add_link(cache, number, core->at[i], core->at[i] == rarest ? next : rarest);
        ++*map_cell(&cache->in_cores, (u64)(uintptr_t)core->at[i], NULL);
    }
}

static void drop_results(Cache *cache) {
    for (u32 i = 0; i < cache->entries.count; i++) model_release(cache->entries.at[i].model);
    map_clear(&cache->entry_of);
    map_clear(&cache->trial_of);
    map_clear(&cache->in_cores);
    map_clear(&cache->pairs);
    vec_clear(&cache->entries);
    vec_clear(&cache->trials);
    vec_clear(&cache->cores);
    vec_clear(&cache->links);
    vec_clear(&cache->terms);
}

static bool answer_from_memory(Cache *cache, const Query *query, u64 hash, Result *result) {
    const Entry *entry = find_result(cache, hash);
    if (entry) {
        cache->by_result++;
        result->answer = entry->answer;
        result->model = model_keep(entry->model);
        if (entry->answer == ANSWER_NO) result_no(result, query->constraints, query->count);
        return true;
    }
    const Core *core = find_core(cache, query);
    if (core) {
        cache->by_core++;
        result_no(result, cache->terms.at + core->begin, core->count);
        return true;
    }
    Model *model = find_model(cache, query);
    if (!model) return false;
    cache->by_model++;
    result->answer = ANSWER_YES;
    result->model = model_keep(model);
    return true;
}

static void check(Stage *stage, const Query *query, Result *result) {
    Cache *cache = (Cache *)stage;
    if (cache->entries.count > RESULTS_KEPT || cache->cores.count > RESULTS_KEPT || cache->trials.count > TRIALS_KEPT)
        drop_results(cache);
    collect_members(cache, query);
    u64 hash = set_hash(&cache->set);
    if (!answer_from_memory(cache, query, hash, result)) {
        stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
        if (result->answer == ANSWER_YES) keep_model(cache, result->model);
        if (result->answer == ANSWER_NO) keep_core(cache, &result->core);
        /* A no is found again by its core, unless that is too large. */
        if (result->answer == ANSWER_YES || (result->answer == ANSWER_NO && result->core.count > LARGEST_CORE))
            keep_result(cache, &cache->set, hash, result);
    }
}

static void mark(Stage *stage, TermStore *store) {
    Cache *cache = (Cache *)stage;
    for (u32 i = 0; i < MODELS; i++)
        if (cache->models[i]) model_mark(cache->models[i], store);
    for (u32 i = 0; i < cache->entries.count; i++)
        if (cache->entries.at[i].model) model_mark(cache->entries.at[i].model, store);
}

static bool all_marked(Term *const *terms, u32 count) {
    for (u32 i = 0; i < count; i++)
        if (!term_is_marked(terms[i])) return false;
    return true;
}

/* Keeps what speaks of living terms only. */
static void sweep(Stage *stage, TermStore *store) {
    Cache old = *(Cache *)stage, *cache = (Cache *)stage;
    cache->entry_of = cache->trial_of = cache->in_cores = cache->pairs = (Map){0};
    memset(&cache->entries, 0, sizeof cache->entries);
    memset(&cache->trials, 0, sizeof cache->trials);
    memset(&cache->cores, 0, sizeof cache->cores);
    memset(&cache->links, 0, sizeof cache->links);
    memset(&cache->terms, 0, sizeof cache->terms);
    for (u32 i = 0; i < old.entries.count; i++) {
        Entry entry = old.entries.at[i];
        if (all_marked(old.terms.at + entry.begin, entry.count)) {
            TermVec set = {.at = old.terms.at + entry.begin, .count = entry.count};
            keep_result(cache, &set, set_hash(&set), &(Result){.answer = entry.answer, .model = entry.model});
        }
        model_release(entry.model);
    }
    for (u32 i = 0; i < old.cores.count; i++) {
        TermVec core = {.at = old.terms.at + old.cores.at[i].begin, .count = old.cores.at[i].count};
        if (all_marked(core.at, core.count)) keep_core(cache, &core);
    }
    for (u32 i = 0; i < old.trial_of.count; i++) {
        if (!term_is_marked((Term *)(uintptr_t)old.trial_of.entries[i].key)) continue;
        vec_push(&cache->trials, old.trials.at[old.trial_of.entries[i].value - 1]);
        map_put(&cache->trial_of, old.trial_of.entries[i].key, cache->trials.count);
    }
    map_free(&old.entry_of);
    map_free(&old.trial_of);
    map_free(&old.in_cores);
    map_free(&old.pairs);
    vec_free(&old.entries);
    vec_free(&old.trials);
    vec_free(&old.cores);
    vec_free(&old.links);
    vec_free(&old.terms);
}

static void statistics(const Stage *stage, Text *out) {
    const Cache *cache = (const Cache *)stage;
    text_printf(out, "%llu by a result, %llu by a model, %llu by a core", (unsigned long long)cache->by_result,
                (unsigned long long)cache->by_model, (unsigned long long)cache->by_core);
}

static void destroy(Stage *stage) {
    Cache *cache = (Cache *)stage;
    drop_results(cache);
    for (u32 i = 0; i < MODELS; i++) model_release(cache->models[i]);
    map_free(&cache->entry_of);
    map_free(&cache->trial_of);
    map_free(&cache->in_cores);
    map_free(&cache->pairs);
    map_free(&cache->members);
    vec_free(&cache->set);
    vec_free(&cache->entries);
    vec_free(&cache->trials);
    vec_free(&cache->cores);
    vec_free(&cache->links);
    vec_free(&cache->terms);
    free(cache);
}

Stage *stage_cache_new(TermStore *store, Stage *next) {
    static const StageApi api = {"cache", check, mark, sweep, statistics, destroy};
    Cache *cache = xcalloc(1, sizeof *cache);
    cache->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    return &cache->stage;
}
