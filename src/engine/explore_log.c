#include "engine/explore_inside.h"

void log_begin(Explorer *e) {
    if (e->choice_step == e->now.step) return;
    e->choice_step = e->now.step;
    vec_clear(&e->step_choices);
    e->step_settled = 0;
    vec_clear(&e->now.step_implied);
    e->now.step_settled = e->now.path.settled.count;
    state_free(e->step_start);
    e->step_start = NULL;
    check_step_begins(e);
}

LogSource log_read(Explorer *e, u32 *entry) {
    log_begin(e);
    if (e->pending_next < e->pending.count) {
        *entry = e->pending.at[e->pending_next++];
        vec_push(&e->step_choices, *entry);
        e->step_settled = e->step_choices.count;
        return LOG_PENDING;
    }
    if (!explore_replays(e)) return LOG_NEW;
    *entry = e->replay.decisions.at[e->replay_next++];
    if (!explore_replays(e) && e->replay_was_counted) explore_begin_counting(e);
    vec_push(&e->step_choices, *entry);
    e->step_settled = e->step_choices.count;
    path_log_add(&e->now.path.log, *entry);
    return LOG_REPLAY;
}

bool explore_replays(const Explorer *e) { return e->replay_next < e->replay.decisions.count; }

void log_write(Explorer *e, u32 entry) {
    log_begin(e);
    vec_push(&e->step_choices, entry);
    path_log_add(&e->now.path.log, entry);
    e->replay.joins = 0; /* it is where it has never been */
    e->remake.has_strayed = true;
}

/* 64 bits are two entries. */
void log_write_wide(Explorer *e, u64 value) {
    log_write(e, (u32)value);
    log_write(e, (u32)(value >> 32));
}
u64 log_read_wide(Explorer *e) {
    u32 low = 0, high = 0;
    log_read(e, &low);
    log_read(e, &high);
    return (u64)high << 32 | low;
}
