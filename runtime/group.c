/* The group database: /etc/group, read line by line. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "loci_os.h"

enum { MEMBERS = 64 };

static char line[1024];
static char *members[MEMBERS + 1];
static struct group entry;

/* Cuts a field off at its end; returns what follows, or NULL if it was the last. */
static char *cut(char *field, char end)
{
    char *found = strchr(field, end);
    if (found == NULL) return NULL;
    *found = '\0';
    return found + 1;
}

static _Bool parse(char *text)
{
    char *fields[4];
    int count = 0;
    text[strcspn(text, "\n")] = '\0';
    for (int i = 0; i < 4; i++) {
        if (text == NULL) return 0;
        fields[i] = text;
        text = cut(text, ':');
    }
    for (char *name = fields[3]; name != NULL && *name != '\0' && count < MEMBERS;) {
        members[count++] = name;
        name = cut(name, ',');
    }
    members[count] = NULL;
    entry = (struct group){.gr_name = fields[0], .gr_passwd = fields[1], .gr_gid = (gid_t)strtoul(fields[2], NULL, 10),
                           .gr_mem = members};
    return 1;
}

/* By name, or by number if there is no name. */
static struct group *find(const char *name, gid_t gid)
{
    FILE *file = fopen("/etc/group", "r");
    struct group *found = NULL;
    if (file == NULL) return NULL;
    while (found == NULL && fgets(line, sizeof line, file) != NULL)
        if (parse(line) && (name != NULL ? strcmp(entry.gr_name, name) == 0 : entry.gr_gid == gid)) found = &entry;
    fclose(file);
    return found;
}

struct group *getgrgid(gid_t gid)
{
    return find(NULL, gid);
}

struct group *getgrnam(const char *name)
{
    return find(name, 0);
}

int getgroups(int size, gid_t list[])
{
    LOCI_ASKS_OUTSIDE("getgroups");
    if (size < 0) {
        errno = EINVAL;
        return -1;
    }
    if (size > 0) list[0] = getegid();
    return 1;
}

/* ---- one entry after the other ---- */

static FILE *walk; /* null: at the beginning */

void endgrent(void)
{
    if (walk != NULL) fclose(walk);
    walk = NULL;
}

void setgrent(void)
{
    endgrent();
}

struct group *getgrent(void)
{
    if (walk == NULL) walk = fopen("/etc/group", "r");
    while (walk != NULL && fgets(line, sizeof line, walk) != NULL)
        if (parse(line)) return &entry;
    return NULL;
}
