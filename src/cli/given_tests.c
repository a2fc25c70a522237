#include "cli/given_tests.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool add_test(GivenTests *given, const char *path, Error *error) {
    KTest test = {0};
    if (!ktest_read(&test, path, error)) {
        ktest_free(&test);
        return false;
    }
    MachineInputs inputs = {0};
    for (u32 i = 0; i < test.objects.count; i++)
        inputs_add(&inputs, test.objects.at[i].name, test.objects.at[i].bytes, test.objects.at[i].size);
    inputs_settings_from_objects(&inputs);
    vec_push(&given->tests, test);
    vec_push(&given->inputs, inputs);
    return true;
}

static int is_test(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, ".ktest");
}

static bool add_folder(GivenTests *given, const char *folder, Error *error) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_test, alphasort);
    if (count < 0) return error_set(error, "cannot read the folder '%s': %s", folder, strerror(errno));
    Text path = {0};
    bool ok = count > 0 || error_set(error, "the folder '%s' has no tests (.ktest) in it", folder);
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_printf(&path, "%s/%s", folder, entries[i]->d_name);
        ok = ok && add_test(given, path.chars, error);
        free(entries[i]);
    }
    free(entries);
    text_free(&path);
    return ok;
}

static bool add_list(GivenTests *given, const char *list, bool (*add)(GivenTests *, const char *, Error *),
                     Error *error) {
    bool ok = true;
    while (ok && list && *list) {
        size_t length = strcspn(list, ",");
        char *path = strndup(list, length);
        ok = add(given, path, error);
        free(path);
        list += length + (list[length] == ',');
    }
    return ok;
}

bool given_tests_read(GivenTests *given, const char *files, const char *folders, Error *error) {
    return add_list(given, files, add_test, error) && add_list(given, folders, add_folder, error);
}

void given_tests_free(GivenTests *given) {
    for (u32 i = 0; i < given->tests.count; i++) {
        ktest_free(&given->tests.at[i]);
        inputs_free(&given->inputs.at[i]);
    }
    vec_free(&given->tests);
    vec_free(&given->inputs);
}
