/* The environment. Entries that setenv made are never freed, since a program may still hold what getenv
 * gave it; they are kept in a list, so that they are not lost either. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "loci_machine.h"

static char **own_list; /* the array of entries, once it had to be copied */

struct own_entry {
    struct own_entry *older;
    char text[];
};

static struct own_entry *own_entries;

static char *new_entry(size_t size)
{
    struct own_entry *entry = malloc(sizeof *entry + size);
    if (entry == NULL) return NULL;
    entry->older = own_entries;
    own_entries = entry;
    return entry->text;
}

static size_t count_entries(void)
{
    size_t count = 0;
    if (environ != NULL)
        while (environ[count] != NULL) count++;
    return count;
}

static _Bool has_name(const char *entry, const char *name, size_t length)
{
    return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

/* Where the entry of a name is, or the place of the final null. */
static size_t find(const char *name, size_t length)
{
    size_t i = 0;
    if (environ == NULL) return 0;
    while (environ[i] != NULL && !has_name(environ[i], name, length)) i++;
    return i;
}

static char *value_of(const char *name)
{
    if (environ == NULL || name[0] == '\0') return NULL;
    size_t length = strlen(name), i = find(name, length);
    return environ[i] != NULL ? environ[i] + length + 1 : NULL;
}

char *getenv(const char *name)
{
    if (__loci_is_run() == LOCI_UNKNOWN_WORLD) __loci_unmodelled("the variables of the environment are not known");
    return value_of(name);
}

char *secure_getenv(const char *name)
{
    return value_of(name);
}

static int append(char *entry)
{
    size_t count = count_entries();
    char **list = malloc((count + 2) * sizeof *list);
    if (list == NULL) return -1;
    if (count > 0) memcpy(list, environ, count * sizeof *list);
    list[count] = entry;
    list[count + 1] = NULL;
    free(own_list);
    environ = own_list = list;
    return 0;
}

static int put_entry(char *entry, size_t name_length)
{
    size_t i = find(entry, name_length);
    if (environ == NULL || environ[i] == NULL) return append(entry);
    environ[i] = entry;
    return 0;
}

static void remove_entries(const char *name, size_t length)
{
    size_t to = 0;
    if (environ == NULL) return;
    for (size_t from = 0; environ[from] != NULL; from++)
        if (!has_name(environ[from], name, length)) environ[to++] = environ[from];
    environ[to] = NULL;
}

static _Bool is_valid_name(const char *name)
{
    if (name[0] != '\0' && strchr(name, '=') == NULL) return 1;
    errno = EINVAL;
    return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (!is_valid_name(name)) return -1;
    if (!overwrite && value_of(name) != NULL) return 0;
    size_t name_length = strlen(name), value_length = strlen(value);
    char *entry = new_entry(name_length + value_length + 2);
    if (entry == NULL) return -1;
    memcpy(entry, name, name_length);
    entry[name_length] = '=';
    memcpy(entry + name_length + 1, value, value_length + 1);
    return put_entry(entry, name_length);
}

int unsetenv(const char *name)
{
    if (!is_valid_name(name)) return -1;
    remove_entries(name, strlen(name));
    return 0;
}

int putenv(char *entry)
{
    char *equals = strchr(entry, '=');
    if (equals != NULL) return put_entry(entry, (size_t)(equals - entry));
    remove_entries(entry, strlen(entry));
    return 0;
}

int clearenv(void)
{
    free(own_list);
    own_list = NULL;
    environ = NULL;
    return 0;
}
