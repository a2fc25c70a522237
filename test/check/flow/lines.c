/* Lines of input that are searched, compared and copied: what goes wrong depends on where in them something stands. */
#include "../corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int split(const char *line, char *key, size_t size, size_t most) {
    const char *end = strchr(line, '=');
    if (!end) return -1;
    size_t length = (size_t)(end - line);
    if (length > most) return -1;
    memcpy(key, line, length);
    if (length <= size) key[length] = 0; // expect: out-of-bounds
    return 0;
}

// run: give_input("abcdefghijklmnopqrstuvwxyz012345=x\n"); key_fills_its_room();
int key_fills_its_room(void) {
    char line[100], key[32];
    if (!fgets(line, sizeof line, stdin)) return 0;
    return split(line, key, sizeof key, sizeof key);
}

static int split_well(const char *line, char *key, size_t size) {
    const char *end = strchr(line, '=');
    if (!end) return -1;
    size_t length = (size_t)(end - line);
    if (length >= size) return -1;
    memcpy(key, line, length);
    key[length] = 0;
    return 0;
}

// run: give_input("abcdefghijklmnopqrstuvwxyz01234=x\n"); key_with_room_for_its_end();
int key_with_room_for_its_end(void) {
    char line[100], key[32];
    if (!fgets(line, sizeof line, stdin)) return 0;
    return split_well(line, key, sizeof key);
}

// run: give_input("user:0123456789\n"); name_behind_a_colon();
void name_behind_a_colon(void) {
    char line[64], name[8];
    if (!fgets(line, sizeof line, stdin)) return;
    char *colon = strchr(line, ':');
    if (!colon) return;
    *colon = 0;
    if (strcmp(line, "user") != 0) return;
    if (strlen(colon + 1) > 12) return;
    strcpy(name, colon + 1); // expect: out-of-bounds
    show_text(name);
}

// run: give_input("user:0123456789\n"); name_that_fits();
void name_that_fits(void) {
    char line[64], name[16];
    if (!fgets(line, sizeof line, stdin)) return;
    char *colon = strchr(line, ':');
    if (!colon) return;
    *colon = 0;
    if (strcmp(line, "user") != 0) return;
    if (strlen(colon + 1) >= sizeof name) return;
    strcpy(name, colon + 1);
    show_text(name);
}

// run: give_input("0123456789\n"); block_without_its_end();
void block_without_its_end(void) {
    char line[60];
    if (!fgets(line, sizeof line, stdin)) return;
    size_t length = strlen(line);
    char *copy = malloc(length);
    if (!copy) return;
    strcpy(copy, line); // expect: out-of-bounds
    show_text(copy);
    free(copy);
}

// run: give_input("0123456789\n"); block_with_its_end();
void block_with_its_end(void) {
    char line[60];
    if (!fgets(line, sizeof line, stdin)) return;
    size_t length = strlen(line);
    char *copy = malloc(length + 1);
    if (!copy) return;
    strcpy(copy, line);
    show_text(copy);
    free(copy);
}

// run: give_input("012345678901234567890123456789012345678901234567890123456789012345678901234567\n"); joined_too_tightly();
void joined_too_tightly(void) {
    char line[80], all[100];
    if (!fgets(line, sizeof line, stdin)) return;
    strcpy(all, "prefix of a text to be joined: ");
    strcat(all, line); // expect: out-of-bounds
    show_text(all);
}

// run: give_input("012345678901234567890123456789012345678901234567890123456789012345678901234567\n"); joined_with_room();
void joined_with_room(void) {
    char line[60], all[100];
    if (!fgets(line, sizeof line, stdin)) return;
    strcpy(all, "prefix of a text to be joined: ");
    strcat(all, line);
    show_text(all);
}

// run: give_input("-3\n"); negative_amount();
void negative_amount(void) {
    char line[14], target[100] = "";
    short amount = 0;
    if (fgets(line, sizeof line, stdin)) amount = (short)atoi(line);
    if (amount >= 100) return;
    strncpy(target, "a text that is shorter than the room that there is for it", (size_t)amount); // expect: out-of-bounds
    show_text(target);
}

// run: give_input("99\n"); amount_that_fits();
void amount_that_fits(void) {
    char line[14], target[100] = "";
    short amount = 0;
    if (fgets(line, sizeof line, stdin)) amount = (short)atoi(line);
    if (amount < 0 || amount >= 100) return;
    strncpy(target, "a text that is shorter than the room that there is for it", (size_t)amount);
    show_text(target);
}

// run: give_input("abc\n"); command_that_is_not_there();
void command_that_is_not_there(void) {
    static const char *const names[] = {"get", "put", "list"};
    char line[32];
    const char *found = NULL;
    if (!fgets(line, sizeof line, stdin)) return;
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < 3; i++)
        if (strcmp(line, names[i]) == 0) found = names[i];
    show(found[0]); // expect: null-dereference
}

// run: give_input("put\n"); command_that_is_looked_for();
void command_that_is_looked_for(void) {
    static const char *const names[] = {"get", "put", "list"};
    char line[32];
    const char *found = NULL;
    if (!fgets(line, sizeof line, stdin)) return;
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < 3; i++)
        if (strcmp(line, names[i]) == 0) found = names[i];
    if (found) show(found[0]);
}
