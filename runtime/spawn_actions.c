/* What a new process is to do first, and its attributes. None is ever started (process_start.c), so that nothing of this is
 * looked at. */
#define _GNU_SOURCE
#include <spawn.h>
#include <string.h>

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions)
{
    memset(actions, 0, sizeof *actions);
    return 0;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions)
{
    (void)actions;
    return 0;
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int fd, const char *restrict path,
                                     int flags, mode_t mode)
{
    (void)actions, (void)fd, (void)path, (void)flags, (void)mode;
    return 0;
}

int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int fd)
{
    (void)actions, (void)fd;
    return 0;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int fd, int target)
{
    (void)actions, (void)fd, (void)target;
    return 0;
}

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict path)
{
    (void)actions, (void)path;
    return 0;
}

int posix_spawnattr_init(posix_spawnattr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    return 0;
}

int posix_spawnattr_destroy(posix_spawnattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags)
{
    (void)attributes, (void)flags;
    return 0;
}

int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict attributes, const sigset_t *restrict mask)
{
    (void)attributes, (void)mask;
    return 0;
}

int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict attributes, const sigset_t *restrict signals)
{
    (void)attributes, (void)signals;
    return 0;
}

int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group)
{
    (void)attributes, (void)group;
    return 0;
}
