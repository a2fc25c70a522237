/* The user database: /etc/passwd, read line by line. */
#define _GNU_SOURCE
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1024];
static struct passwd entry;

/* Cuts the field off at its colon; returns what follows, or NULL if it was the last. */
static char *cut(char *field)
{
    char *colon = strchr(field, ':');
    if (colon == NULL) return NULL;
    *colon = '\0';
    return colon + 1;
}

static _Bool parse(char *text)
{
    char *fields[7];
    text[strcspn(text, "\n")] = '\0';
    for (int i = 0; i < 7; i++) {
        if (text == NULL) return 0;
        fields[i] = text;
        text = cut(text);
    }
    entry = (struct passwd){.pw_name = fields[0],
                            .pw_passwd = fields[1],
                            .pw_uid = (uid_t)strtoul(fields[2], NULL, 10),
                            .pw_gid = (gid_t)strtoul(fields[3], NULL, 10),
                            .pw_gecos = fields[4],
                            .pw_dir = fields[5],
                            .pw_shell = fields[6]};
    return 1;
}

/* By name, or by number if there is no name. */
static struct passwd *find(const char *name, uid_t uid)
{
    FILE *file = fopen("/etc/passwd", "r");
    struct passwd *found = NULL;
    if (file == NULL) return NULL;
    while (found == NULL && fgets(line, sizeof line, file) != NULL)
        if (parse(line) && (name != NULL ? strcmp(entry.pw_name, name) == 0 : entry.pw_uid == uid)) found = &entry;
    fclose(file);
    return found;
}

struct passwd *getpwuid(uid_t uid)
{
    return find(NULL, uid);
}

struct passwd *getpwnam(const char *name)
{
    return find(name, 0);
}

/* ---- one entry after the other ---- */

static FILE *walk; /* null: at the beginning */

void endpwent(void)
{
    if (walk != NULL) fclose(walk);
    walk = NULL;
}

void setpwent(void)
{
    endpwent();
}

struct passwd *getpwent(void)
{
    if (walk == NULL) walk = fopen("/etc/passwd", "r");
    while (walk != NULL && fgets(line, sizeof line, walk) != NULL)
        if (parse(line)) return &entry;
    return NULL;
}
