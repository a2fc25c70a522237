/* Queries about a few floats, by intervals (boxes.h): what Z3 and gates take minutes for, the bounds of a polynomial over
 * an interval, falls to pieces. It has a part of the query's time only, for there are queries where intervals do not help. */
#include "solver/boxes.h"

typedef struct {
    Stage stage;
    Boxes *boxes;
} BoxStage;

/* Of the time that the query has left. */
#define PART_OF_TIME 0.5
enum { SECONDS_WITHOUT_LIMIT = 30 };

static void check(Stage *stage, const Query *query, Result *result) {
    double left = deadline_left(query->deadline);
    double seconds = MIN(left * PART_OF_TIME, (double)SECONDS_WITHOUT_LIMIT);
    if (boxes_answer(((BoxStage *)stage)->boxes, query, deadline_now() + seconds, result)) return;
    result_clear(result);
    stage_ask_next(stage, query, query->constraints, query->count, query->known, result);
}

static void statistics(const Stage *stage, Text *out) {
    text_printf(out, "%llu boxes", (unsigned long long)boxes_count(((const BoxStage *)stage)->boxes));
}

static void destroy(Stage *stage) {
    boxes_free(((BoxStage *)stage)->boxes);
    free(stage);
}

Stage *stage_boxes_new(TermStore *store, Stage *next) {
    static const StageApi api = {"boxes", check, NULL, NULL, statistics, destroy};
    BoxStage *boxes = xcalloc(1, sizeof *boxes);
    boxes->stage = (Stage){.api = &api, .next = next, .store = store, .counts.name = api.name};
    boxes->boxes = boxes_new(store);
    return &boxes->stage;
}
