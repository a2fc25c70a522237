/* Unfolding: the node of a summary that is accessed becomes a block of its own. */
#include "engine/shape_inside.h"

#include <string.h>

typedef struct {
    Shape *s;
    Map copies; /* object -> its copy */
} Cloning;

static u32 copy_of(const Cloning *c, u32 object) {
    u64 copy = 0;
    return map_get(&c->copies, object, &copy) ? (u32)copy : object;
}

static u32 clone_object(Cloning *c, u32 from) {
    Objects *objects = &c->s->e->m->objects;
    const ObjectInfo before = *object_info(objects, from);
    u32 to = objects_new_heap(objects, before.size, before.align, false);
    if (!to) return 0;
    ObjectInfo *info = object_own_info(objects, to);
    info->made_at = before.made_at;
    info->site = before.site;
    if (before.state != OBJECT_LIVE) objects_end(objects, to, before.state);
    else if (before.size) contents_copy(shape_memory(c->s), to, 0, from, 0, before.size);
    map_put(&c->copies, from, to);
    return to;
}

static bool is_link_of(const Cloning *c, const Summary *summary, u32 copy, u32 offset) {
    if (!summary->is_double) return copy == copy_of(c, summary->next_in) && offset == summary->next;
    bool is_node = copy == copy_of(c, summary->first) || copy == copy_of(c, summary->last);
    return is_node && (offset == summary->next || offset == summary->previous);
}

/* A pointer to something that was copied leads to the copy. Not the links of a node: where a list begins or ends is
 * the same for all of it. */
static void redirect_pointers(const Cloning *c, u32 object, const Summary *of_node) {
    const Objects *objects = &c->s->e->m->objects;
    if (object_info(objects, object)->state != OBJECT_LIVE) return;
    u32 word = shape_pointer_bytes(c->s), size = object_info(objects, object)->size;
    for (u32 offset = 0; offset + word <= size; offset += word) {
        bool is_link = is_link_of(c, of_node, object, offset);
        if (is_link || !contents_are_plain(objects, object, offset, word)) continue;
        const Object *at = object_at(objects, object);
        u64 value = 0;
        memcpy(&value, at->bytes + offset, word);
        u32 target = word == 4 ? object_provenance(at, offset) : pointer_object(value), copy = copy_of(c, target);
        if (copy == target) continue;
        shape_write_pointer(c->s, object, offset, copy, (u32)value - object_at(objects, target)->base);
    }
}

static Summary copied_summary(const Cloning *c, u32 number) {
    const Summary *from = &c->s->summaries.at[number];
    Summary to = *from;
    to.first = copy_of(c, from->first);
    to.last = copy_of(c, from->last);
    to.next_in = copy_of(c, from->next_in);
    memset(&to.parts, 0, sizeof to.parts);
    memset(&to.last_parts, 0, sizeof to.last_parts);
    for (u32 i = 0; i < from->parts.count; i++) vec_push(&to.parts, copy_of(c, from->parts.at[i]));
    for (u32 i = 0; i < from->last_parts.count; i++) vec_push(&to.last_parts, copy_of(c, from->last_parts.at[i]));
    return to;
}

/* Summaries among the parts: of two blocks that belong together both are. */
static void copy_summary_of_part(const Cloning *c, u32 part) {
    u32 number = object_info(&c->s->e->m->objects, part)->summary;
    if (!number || c->s->summaries.at[number].first != part) return;
    Summary summary = copied_summary(c, number);
    vec_push(&c->s->summaries, summary);
    u32 copy = c->s->summaries.count - 1;
    shape_flag(c->s, summary.first, copy);
    if (summary.is_double) shape_flag(c->s, summary.last, copy);
}

/* Another node as this one, with parts of its own. 0: there is no room. */
static u32 clone_node(Cloning *c, u32 node, const Summary *summary, const u32 *parts, u32 count) {
    u32 clone = clone_object(c, node);
    for (u32 i = 0; i < count && clone; i++)
        if (!clone_object(c, parts[i])) return 0;
    if (!clone) return 0;
    redirect_pointers(c, clone, summary);
    for (u32 i = 0; i < count; i++) redirect_pointers(c, copy_of(c, parts[i]), summary);
    for (u32 i = 0; i < count; i++) copy_summary_of_part(c, parts[i]);
    return clone;
}

/* The clone stands behind the node, and the rest of the list is its own. */
static void link_single(Shape *s, Summary rest, u32 holder, u32 clone) {
    shape_write_pointer(s, holder, rest.next, clone, rest.next_at);
    vec_push(&s->summaries, rest);
    shape_flag(s, clone, s->summaries.count - 1);
}

static void link_double(Shape *s, Summary rest, u32 node, u32 clone) {
    bool is_first = node == rest.first;
    u32 before = is_first ? node : clone, after = is_first ? clone : node;
    shape_write_pointer(s, before, rest.next, after, rest.next_at);
    shape_write_pointer(s, after, rest.previous, before, rest.previous_at);
    if (is_first) rest.first = rest.next_in = clone;
    else rest.last = clone;
    shape_write_pointer(s, rest.first, rest.next, rest.last, rest.next_at);
    shape_write_pointer(s, rest.last, rest.previous, rest.first, rest.previous_at);
    vec_push(&s->summaries, rest);
    shape_flag(s, rest.first, s->summaries.count - 1);
    shape_flag(s, rest.last, s->summaries.count - 1);
}

bool shape_unfold(Shape *s, u32 object, bool more) {
    const Objects *objects = &s->e->m->objects;
    Summary summary = s->summaries.at[object_info(objects, object)->summary];
    bool is_first = object == summary.first;
    s->answer->unfolded++;
    shape_flag(s, object, 0);
    if (!more) {
        if (summary.is_double) shape_flag(s, is_first ? summary.last : summary.first, 0);
        return true;
    }
    Cloning c = {.s = s};
    u32 count = is_first ? summary.parts.count : summary.last_parts.count;
    u32 clone = clone_node(&c, object, &summary, is_first ? summary.parts.at : summary.last_parts.at, count);
    if (clone) {
        Summary rest = summary;
        memset(&rest.parts, 0, sizeof rest.parts);
        memset(&rest.last_parts, 0, sizeof rest.last_parts);
        for (u32 i = 0; i < summary.parts.count; i++)
            vec_push(&rest.parts, is_first ? copy_of(&c, summary.parts.at[i]) : summary.parts.at[i]);
        for (u32 i = 0; i < summary.last_parts.count; i++)
            vec_push(&rest.last_parts, is_first ? summary.last_parts.at[i] : copy_of(&c, summary.last_parts.at[i]));
        if (summary.is_double) {
            link_double(s, rest, object, clone);
        } else {
            rest.first = rest.last = clone;
            rest.next_in = copy_of(&c, summary.next_in);
            link_single(s, rest, summary.next_in, clone);
        }
    }
    map_free(&c.copies);
    return clone != 0;
}
