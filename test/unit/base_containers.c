/* Maps, texts, arenas and errors. */
#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "check.h"

#include <string.h>

static void maps_keep_what_was_put(void) {
    Map map = {0};
    for (u64 i = 0; i < 5000; i++) map_put(&map, i * 0x9e3779b97f4a7c15u, i);
    bool all = true, none = true;
    u64 value;
    for (u64 i = 0; i < 5000; i++) all = all && map_get(&map, i * 0x9e3779b97f4a7c15u, &value) && value == i;
    for (u64 i = 1; i < 5000; i++) none = none && !map_get(&map, i, NULL);
    CHECK(all);
    CHECK(none);
    CHECK(map.count == 5000);
    CHECK(map.entries[17].value == 17); /* in order of insertion */
    map_put(&map, 0, 99);
    CHECK(map_get(&map, 0, &value) && value == 99 && map.count == 5000);
    map_clear(&map);
    CHECK(!map_get(&map, 0, NULL) && map.count == 0);
    map_free(&map);
}

static void string_maps_compare_text(void) {
    StringMap map = {0};
    char key[] = "key";
    u64 value = 0;
    string_map_put(&map, "key", 7);
    CHECK(string_map_get(&map, key, &value) && value == 7);
    CHECK(!string_map_get(&map, "ke", NULL));
    string_map_put(&map, key, 8);
    CHECK(string_map_get(&map, "key", &value) && value == 8 && map.count == 1);
    string_map_free(&map);
}

static void texts_grow(void) {
    Text text = {0};
    for (int i = 0; i < 1000; i++) text_printf(&text, "%d,", i);
    CHECK(text.length == strlen(text.chars));
    CHECK(!strncmp(text.chars, "0,1,2,", 6) && !strcmp(text.chars + text.length - 4, "999,"));
    Text numbers = {0};
    text_add_number(&numbers, 0);
    text_add_number(&numbers, 1070);
    text_add_number(&numbers, UINT64_MAX);
    CHECK(!strcmp(numbers.chars, "0107018446744073709551615"));
    text_clear(&numbers);
    text_printf(&numbers, "%0300d", 7); /* longer than the room that is there */
    CHECK(numbers.length == 300 && numbers.chars[299] == '7' && !numbers.chars[300]);
    text_free(&numbers);
    text_fill(&text, '-', 3);
    CHECK(!strcmp(text.chars + text.length - 4, ",---"));
    text_free(&text);
    CHECK(!text_read_file(&text, "/no/such/file"));
}

static void the_first_error_is_kept(void) {
    Error error = {0};
    CHECK(!error_is_set(&error));
    CHECK(!error_set(&error, "first %d", 1));
    error_set(&error, "second");
    CHECK(!strcmp(error.message.chars, "first 1"));
    error_free(&error);
}

static void arenas_give_aligned_pieces(void) {
    Arena arena = {0};
    bool aligned = true;
    for (size_t size = 0; size < 3000; size += 7) aligned = aligned && (uintptr_t)arena_alloc(&arena, size) % 16 == 0;
    CHECK(aligned);
    char *large = arena_calloc(&arena, 1 << 20);
    CHECK(large[0] == 0 && large[(1 << 20) - 1] == 0);
    CHECK(!strcmp(arena_printf(&arena, "%s-%d", "x", 5), "x-5"));
    arena_free(&arena);
    CHECK(arena.chunks == NULL);
}

static void numbers_are_extended(void) {
    CHECK(sign_extend(0xff, 8) == -1 && sign_extend(0x7f, 8) == 127 && sign_extend(1, 1) == -1);
    CHECK(sign_extend(0x8000000000000000u, 64) == INT64_MIN);
    CHECK(low_mask(0) == 0 && low_mask(1) == 1 && low_mask(64) == ~(u64)0);
    CHECK(align_up(17, 16) == 32 && align_up(16, 16) == 16);
}

int main(void) {
    maps_keep_what_was_put();
    string_maps_compare_text();
    texts_grow();
    the_first_error_is_kept();
    arenas_give_aligned_pieces();
    numbers_are_extended();
    return finish();
}
