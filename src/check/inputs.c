#include "check/inputs.h"

#include "base/map.h"

#include <inttypes.h>
#include <string.h>

enum { LONGEST_TEXT = 48, SHORTEST_RUN = 8 };

const char *inputs_plain_name(const char *name) {
    static const char *const prefixes[] = {INPUT_OF_ARGUMENT, INPUT_OF_VARIABLE, INPUT_OF_SETTING};
    for (u32 i = 0; i < COUNT_OF(prefixes); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return name + strlen(prefixes[i]);
    return name;
}

/* ---- Texts ---- */

static void add_byte(Text *out, u8 byte) {
    if (byte == '"' || byte == '\\') text_printf(out, "\\%c", byte);
    else if (byte >= ' ' && byte <= '~') text_add_char(out, (char)byte);
    else if (byte == '\n') text_add(out, "\\n");
    else text_printf(out, "\\x%02x", byte);
}

static const char *kept(Arena *arena, Text *text) {
    const char *copy = arena_printf(arena, "%s", text->chars);
    text_free(text);
    return copy;
}

/* "GET \x80 (40 times)...": long runs of one byte are counted, and what is longer than anybody reads is cut. */
static const char *text_of(Arena *arena, const u8 *bytes, u32 count) {
    Text text = {0};
    text_add_char(&text, '"');
    u32 i = 0;
    while (i < count && text.length < LONGEST_TEXT) {
        u32 run = 1;
        while (i + run < count && bytes[i + run] == bytes[i]) run++;
        if (run < SHORTEST_RUN) run = 1;
        add_byte(&text, bytes[i]);
        if (run > 1) text_printf(&text, "\"... (%u times)%s", run, i + run < count ? " \"" : "");
        i += run;
        if (run > 1 && i == count) return kept(arena, &text);
    }
    text_add(&text, i < count ? "\"..." : "\"");
    return kept(arena, &text);
}

/* ---- Which inputs ---- */

typedef struct {
    const Description *d;
    Map open; /* symbols that the path's conditions speak of and that no text was found for yet */
    Finding *finding;
} Shown;

/* The symbol that the byte is, if a condition speaks of it. */
static Term *open_symbol(const Shown *shown, Term *byte) {
    return byte->op == TERM_SYMBOL ? map_get_ptr(&shown->open, byte) : NULL;
}

/* Few bytes that nobody would write as a text. */
static bool is_number(const u8 *bytes, u32 count) {
    u32 printable = 0, zeros = 0;
    while (printable < count && bytes[printable] >= ' ' && bytes[printable] <= '~') printable++;
    while (printable + zeros < count && !bytes[printable + zeros]) zeros++;
    return !printable || printable + zeros < count;
}

static const char *number_of(Arena *arena, const u8 *bytes, u32 count) {
    u64 number = 0;
    for (u32 i = count; i-- > 0;) number = number << 8 | bytes[i];
    return arena_printf(arena, "%" PRId64, sign_extend(number, count * 8));
}

/* As much of the bytes as counts. */
static void show_bytes(const Shown *shown, const PathInput *input, u32 count) {
    const Description *d = shown->d;
    bool has_size_of_number = input->size <= 8 && !(input->size & (input->size - 1));
    if (has_size_of_number) count = input->size;
    u8 *bytes = ARENA_ARRAY(d->arena, u8, count);
    for (u32 i = 0; i < count; i++) {
        const Term *value = explore_evaluate(d->e, input->bytes[i]);
        bytes[i] = value ? (u8)value->value : 0;
    }
    bool is_shown_as_number = has_size_of_number && is_number(bytes, count);
    const char *value = is_shown_as_number ? number_of(d->arena, bytes, count) : text_of(d->arena, bytes, count);
    shown->finding->values[shown->finding->value_count++] = (FindingValue){inputs_plain_name(input->name), value};
}

static void show_input(Shown *shown, const PathInput *input, u32 most) {
    u32 count = 0;
    for (u32 i = 0; i < input->size; i++)
        if (open_symbol(shown, input->bytes[i])) count = i + 1;
    if (!count || input->size < 2 || shown->finding->value_count >= most) return;
    show_bytes(shown, input, count);
    for (u32 i = 0; i < count; i++) {
        Term *symbol = open_symbol(shown, input->bytes[i]);
        if (symbol) map_put_ptr(&shown->open, symbol, NULL);
    }
}

void inputs_show_texts(const Description *d, Finding *finding, u32 most, TermVec *symbols) {
    const Path *path = &d->e->now.path;
    Shown shown = {.d = d, .finding = finding};
    u32 left = 0;
    for (u32 i = 0; i < symbols->count; i++)
        if (symbols->at[i]->op == TERM_SYMBOL) map_put_ptr(&shown.open, symbols->at[i], symbols->at[i]);
    for (u32 i = 0; i < path->inputs.count; i++) show_input(&shown, &path->inputs.at[i], most);
    for (u32 i = 0; i < symbols->count; i++)
        if (map_get_ptr(&shown.open, symbols->at[i])) symbols->at[left++] = symbols->at[i];
    symbols->count = left;
    map_free(&shown.open);
}
