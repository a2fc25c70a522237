#include "base/cache.h"

#include "base/sha256.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DAY = 24 * 60 * 60, KEPT_DAYS = 30 };

/* ---- The folder ---- */

static bool make_folders(char *path) {
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    return !mkdir(path, 0777) || errno == EEXIST;
}

static char *users_folder(void) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    Text path = {0};
    if (base && base[0] == '/') text_printf(&path, "%s/loci", base);
    else if (home && home[0] == '/') text_printf(&path, "%s/.cache/loci", home);
    return path.chars;
}

static bool is_entry(const char *name) { return strlen(name) == CACHE_KEY - 1 || !strncmp(name, ".new-", 5); }

/* Once a day. */
static void forget_old(const Cache *cache) {
    Text mark = {0}, path = {0};
    struct stat status;
    time_t now = time(NULL);
    text_printf(&mark, "%s/.looked-through", cache->folder);
    bool is_due = stat(mark.chars, &status) || now - status.st_mtime > DAY;
    int file = is_due ? open(mark.chars, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    DIR *folder = file >= 0 ? opendir(cache->folder) : NULL;
    if (file >= 0) {
        futimens(file, NULL);
        close(file);
    }
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        if (!is_entry(entry->d_name)) continue;
        text_clear(&path);
        text_printf(&path, "%s/%s", cache->folder, entry->d_name);
        if (!stat(path.chars, &status) && now - status.st_mtime > (time_t)KEPT_DAYS * DAY) unlink(path.chars);
    }
    if (folder) closedir(folder);
    text_free(&mark);
    text_free(&path);
}

void cache_open(Cache *cache, const char *folder) {
    cache->folder = folder ? xstrdup(folder) : users_folder();
    if (cache->folder && !make_folders(cache->folder)) cache_close(cache);
    if (cache->folder) forget_old(cache);
}

void cache_close(Cache *cache) {
    free(cache->folder);
    cache->folder = NULL;
}

/* ---- Entries ---- */

void cache_key(const Text *content, char key[CACHE_KEY]) {
    sha256_hex(content->chars ? content->chars : "", content->length, key);
}

static bool is_sound(const Text *entry) {
    char hash[CACHE_KEY];
    enum { HEAD = CACHE_KEY }; /* with a newline */
    if (entry->length < HEAD) return false;
    sha256_hex(entry->chars + HEAD, entry->length - HEAD, hash);
    return !memcmp(hash, entry->chars, CACHE_KEY - 1);
}

bool cache_get(const Cache *cache, const char *key, Text *value) {
    if (!cache->folder) return false;
    Text path = {0}, entry = {0};
    text_printf(&path, "%s/%s", cache->folder, key);
    bool found = text_read_file(&entry, path.chars) && is_sound(&entry);
    if (found) {
        text_add_n(value, entry.chars + CACHE_KEY, entry.length - CACHE_KEY);
        utimensat(AT_FDCWD, path.chars, NULL, 0); /* it was of use */
    }
    text_free(&path);
    text_free(&entry);
    return found;
}

static bool write_all(int file, const char *bytes, size_t size) {
    while (size) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Errors are no matter: it is computed again then. */
void cache_put(const Cache *cache, const char *key, const Text *value) {
    if (!cache->folder) return;
    Text path = {0}, new_path = {0};
    char head[CACHE_KEY + 1];
    sha256_hex(value->chars ? value->chars : "", value->length, head);
    head[CACHE_KEY - 1] = '\n';
    text_printf(&path, "%s/%s", cache->folder, key);
    text_printf(&new_path, "%s/.new-XXXXXX", cache->folder);
    int file = mkostemp(new_path.chars, O_CLOEXEC);
    bool ok = file >= 0 && write_all(file, head, CACHE_KEY) && write_all(file, value->chars, value->length);
    if (file >= 0) ok = !close(file) && ok;
    if (file >= 0 && (!ok || rename(new_path.chars, path.chars))) unlink(new_path.chars);
    text_free(&path);
    text_free(&new_path);
}
