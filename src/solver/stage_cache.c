/* What earlier queries taught.
 *   results  the same set of constraints again: the same answer
 *   models   a stored model that satisfies the query answers yes. For each constraint two masks say which of the MODELS
 *            latest models have been tried on it and which satisfy it, so a path's constraints are evaluated once a model
 *            and a query costs an AND of masks and the evaluation of what is new
 *   cores    a stored set of constraints that cannot hold together and is part of the query answers no
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
    u32 begin, count; /* its constraints in Cache.terms, in order of term_compare */
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
    Map cores_with; /* constraint -> number + 1 of a link */
    VEC(u64) links; /* core << 32 | number + 1 of the next link */
    TermVec terms;
    u64 by_result, by_model, by_core;
} Cache;

/* Sets of constraints. */

static int compare_terms(const void *a, const void *b) { return term_compare(*(Term *const *)a, *(Term *const *)b); }

static void sorted_set(const Query *query, TermVec *out) {
    for (u32 i = 0; i < query->count; i++) vec_push(out, query->constraints[i]);
    qsort(out->at, out->count, sizeof *out->at, compare_terms);
    u32 kept = 0;
    for (u32 i = 0; i < out->count; i++)
        if (i == 0 || out->at[i] != out->at[i - 1]) out->at[kept++] = out->at[i];
    out->count = kept;
}

static u64 set_hash(const TermVec *set) {
    u64 hash = set->count;
    for (u32 i = 0; i < set->count; i++) hash = hash_combine(hash, set->at[i]->hash);
    return hash;
}

/* Results. */

static const Entry *find_result(Cache *cache, const TermVec *set, u64 hash) {
    u64 number;
    if (!map_get(&cache->entry_of, hash, &number)) return NULL;
    const Entry *entry = &cache->entries.at[number - 1];
    if (entry->count != set->count) return NULL;
    for (u32 i = 0; i < set->count; i++)
        if (cache->terms.at[entry->begin + i] != set->at[i]) return NULL;
    return entry;
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

static bool contains(const TermVec *set, const Term *term) {
    u32 low = 0, high = set->count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        int order = term_compare(set->at[middle], term);
        if (order == 0) return true;
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

static bool is_within(const Cache *cache, Core core, const TermVec *set) {
    if (core.count > set->count) return false;
    for (u32 i = 0; i < core.count; i++)
        if (!contains(set, cache->terms.at[core.begin + i])) return false;
    return true;
}

/* A core within the query contains one of its new constraints, for the others hold together. */
static const Core *find_core(const Cache *cache, const Query *query, const TermVec *set) {
    for (u32 i = query->known; i < query->count; i++) {
        u64 link = 0;
        map_get(&cache->cores_with, (u64)(uintptr_t)query->constraints[i], &link);
        for (; link; link = (u32)cache->links.at[link - 1]) {
            const Core *core = &cache->cores.at[cache->links.at[link - 1] >> 32];
            if (is_within(cache, *core, set)) return core;
        }
    }
    return NULL;
}

static void keep_core(Cache *cache, const TermVec *core) {
    if (core->count > LARGEST_CORE || core->count == 0) return;
    vec_push(&cache->cores, (Core){cache->terms.count, core->count});
    for (u32 i = 0; i < core->count; i++) {
        u64 *first = map_cell(&cache->cores_with, (u64)(uintptr_t)core->at[i], NULL);
        vec_push(&cache->terms, core->at[i]);
        vec_push(&cache->links, (u64)(cache->cores.count - 1) << 32 | *first);
        *first = cache->links.count;
    }
}

static void drop_results(Cache *cache) {
    for (u32 i = 0; i < cache->entries.count; i++) model_release(cache->entries.at[i].model);
    map_clear(&cache->entry_of);
    map_clear(&cache->trial_of);
    map_clear(&cache->cores_with);
    vec_clear(&cache->entries);
    vec_clear(&cache->trials);
    vec_clear(&cache->cores);
    vec_clear(&cache->links);
    vec_clear(&cache->terms);
}

static bool answer_from_memory(Cache *cache, const Query *query, const TermVec *set, u64 hash, Result *result) {
    const Entry *entry = find_result(cache, set, hash);
    if (entry) {
        cache->by_result++;
        result->answer = entry->answer;
        result->model = model_keep(entry->model);
        if (entry->answer == ANSWER_NO) result_no(result, query->constraints, query->count);
        return true;
    }
    const Core *core = find_core(cache, query, set);
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
    TermVec set = {0};
    sorted_set(query, &set);
    u64 hash = set_hash(&set);
    if (!answer_from_memory(cache, query, &set, hash, result)) {
        stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
        if (result->answer == ANSWER_YES) keep_model(cache, result->model);
        if (result->answer == ANSWER_NO) keep_core(cache, &result->core);
        /* A no is found again by its core, unless that is too large. */
        if (result->answer == ANSWER_YES || (result->answer == ANSWER_NO && result->core.count > LARGEST_CORE))
            keep_result(cache, &set, hash, result);
    }
    vec_free(&set);
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
    cache->entry_of = cache->trial_of = cache->cores_with = (Map){0};
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
    map_free(&old.cores_with);
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
    map_free(&cache->cores_with);
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
