#include "alias/moves.h"

enum { MOST_WORDS = 16 };

static Move *move_of(Moves *moves, u32 constraint) {
    bool is_new;
    u64 *cell = map_cell(&moves->numbers, constraint, &is_new);
    if (is_new) {
        *cell = moves->list.count;
        vec_push(&moves->list, (Move){.constraint = constraint});
    }
    return &moves->list.at[*cell];
}

/* Word number `word` from the place on is a part of the node, or the other way round. */
static void link_word(Moves *moves, Constraints *cs, u32 place, u32 word, u32 size, u32 node, bool is_target) {
    Node at = cs->nodes.at[place];
    vec_clear(&moves->scratch);
    vec_clear(&moves->parts);
    layout_step(&cs->objects.at[at.object].layout, at.place, (i64)word * cs->program->pointer_bytes, &moves->scratch);
    for (u32 i = 0; i < moves->scratch.count; i++)
        layout_access(&cs->objects.at[at.object].layout, moves->scratch.at[i], size, &moves->parts);
    for (u32 i = 0; i < moves->parts.count; i++) {
        u32 part = constraints_place(cs, at.object, moves->parts.at[i]);
        if (is_target) constraints_add(cs, SET_COPY, cs->nodes.at[part].content, node, 0, 0);
        else constraints_add(cs, SET_COPY, node, cs->nodes.at[part].loaded, 0, 0);
    }
}

/* All that the object holds, in whatever order. */
static void link_all(Constraints *cs, u32 place, const MoveGroup *group, bool is_target) {
    const Abstract *object = &cs->objects.at[cs->nodes.at[place].object];
    u32 any = object->any, all = object->all;
    for (u32 i = 0; i < group->words; i++)
        constraints_add(cs, SET_COPY, is_target ? any : group->first + i, is_target ? group->first + i : all, 0, 0);
}

static void link_words(Moves *moves, Constraints *cs, u32 place, const MoveGroup *group, u32 size, bool is_target) {
    u32 word = cs->program->pointer_bytes;
    const Node *at = &cs->nodes.at[place];
    const Layout *layout = &cs->objects.at[at->object].layout;
    if (layout->kind == LAYOUT_RAW && at->place) { /* too many places to tell their words apart */
        link_all(cs, place, group, is_target);
        return;
    }
    for (u32 i = 0; i < group->words; i++)
        link_word(moves, cs, place, i, MIN(word, size - i * word), group->first + i, is_target);
}

static MoveGroup new_group(Constraints *cs, u32 period, u32 bytes) {
    MoveGroup group = {.period = period,
                       .words = (bytes + cs->program->pointer_bytes - 1) / cs->program->pointer_bytes};
    group.first = constraints_node(cs);
    for (u32 i = 1; i < group.words; i++) constraints_node(cs);
    return group;
}

/* ---- An unknown number of bytes ---- */

static u32 period_of(const Constraints *cs, u32 place) {
    const Node *at = &cs->nodes.at[place];
    const Layout *layout = &cs->objects.at[at->object].layout;
    if (at->place == PLACE_ANY || layout->kind == LAYOUT_SINGLE || layout->kind == LAYOUT_RAW) return 0;
    u64 size = layout->type->size;
    return size % layout->word == 0 && size <= (u64)MOST_WORDS * layout->word ? (u32)size : 0;
}

static void link_group(Moves *moves, Constraints *cs, const MoveGroup *group, u32 place, bool is_target) {
    if (group->period && period_of(cs, place) == group->period) {
        link_words(moves, cs, place, group, group->period, is_target);
        return;
    }
    link_all(cs, place, group, is_target);
}

static void add_source(Moves *moves, Constraints *cs, Move *move, u32 place) {
    u32 period = period_of(cs, place), i = 0;
    while (i < move->groups.count && move->groups.at[i].period != period) i++;
    if (i == move->groups.count) {
        vec_push(&move->groups, new_group(cs, period, MAX(period, 1u)));
        for (u32 k = 0; k < move->targets.count; k++)
            link_group(moves, cs, &move->groups.at[i], move->targets.at[k], true);
    }
    link_group(moves, cs, &move->groups.at[i], place, false);
}

static void add_target(Moves *moves, Constraints *cs, Move *move, u32 place) {
    vec_push(&move->targets, place);
    for (u32 i = 0; i < move->groups.count; i++) link_group(moves, cs, &move->groups.at[i], place, true);
}

void moves_handle(Moves *moves, Constraints *cs, u32 constraint, u32 place, bool is_target) {
    bool is_new; /* a solver that merges nodes may come again with the same */
    map_cell(&moves->done, ((u64)constraint << 32 | place) << 1 | is_target, &is_new);
    if (!is_new) return;
    Move *move = move_of(moves, constraint);
    u32 size = cs->list.at[constraint].size;
    if (size && size <= MOST_WORDS * cs->program->pointer_bytes) {
        if (!move->groups.count) vec_push(&move->groups, new_group(cs, 0, size));
        link_words(moves, cs, place, &move->groups.at[0], size, is_target);
    } else if (is_target) {
        add_target(moves, cs, move, place);
    } else {
        add_source(moves, cs, move, place);
    }
}

void moves_free(Moves *moves) {
    for (u32 i = 0; i < moves->list.count; i++) {
        vec_free(&moves->list.at[i].groups);
        vec_free(&moves->list.at[i].targets);
    }
    vec_free(&moves->list);
    vec_free(&moves->scratch);
    vec_free(&moves->parts);
    map_free(&moves->numbers);
    map_free(&moves->done);
}
