/* The same for descriptors. */
#include "../corpus.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

struct connection {
    int fd;
    int is_open;
};

int never_closed(void) {
    char c = 0;
    int fd = open("/dev/null", O_RDONLY); // expect: file-leak
    if (fd < 0) return -1;
    if (read(fd, &c, 1) != 1) return 0;
    return c;
}

int closed(void) {
    char c = 0;
    int fd = open("/dev/null", O_RDONLY);
    if (fd < 0) return -1;
    if (read(fd, &c, 1) != 1) c = 0;
    close(fd);
    return c;
}

void closed_twice(void) {
    int fd = open("/dev/null", O_RDONLY);
    if (fd < 0) return;
    close(fd);
    close(fd); // expect: double-close
}

void closed_twice_by_goto(void) {
    int fd = open("/dev/null", O_RDONLY);
    if (fd < 0) return;
    if (close(fd) == 0) goto out;
    show(1);
    return;
out:
    close(fd); // expect: double-close
}

void marked_as_closed(void) {
    struct connection c = {open("/dev/null", O_RDONLY), 1};
    if (c.fd < 0) return;
    close(c.fd);
    c.fd = -1;
    if (c.fd >= 0) close(c.fd);
}

int used_when_closed(void) {
    char c = 0;
    int fd = open("/dev/null", O_RDONLY);
    if (fd < 0) return -1;
    close(fd);
    return (int)read(fd, &c, 1); // expect: use-after-close
}

// run: close(returned());
int returned(void) { return open("/dev/null", O_RDONLY); }

// run: struct connection c; stored(&c); close(c.fd);
int stored(struct connection *c) {
    c->fd = open("/dev/null", O_RDONLY);
    c->is_open = c->fd >= 0;
    return c->is_open;
}

void one_end_left_open(void) {
    int ends[2];
    if (pipe(ends) != 0) return; // expect: file-leak
    close(ends[0]);
}

void both_ends_closed(void) {
    int ends[2];
    if (pipe(ends) != 0) return;
    close(ends[0]);
    close(ends[1]);
}

/* Zero is a descriptor as any other. */
int zero_is_no_error(void) {
    int fd = open("/dev/null", O_RDONLY);
    if (fd == -1) return -1;
    int ok = fd >= 0;
    close(fd);
    return ok;
}

int turned_into_a_stream(void) {
    int fd = open("/dev/null", O_RDONLY);
    if (fd < 0) return -1;
    FILE *f = fdopen(fd, "r");
    if (!f) {
        close(fd);
        return -1;
    }
    int c = fgetc(f);
    fclose(f);
    return c;
}

int in_a_set(void) {
    fd_set set;
    int fd = open("/dev/null", O_RDONLY), is_there;
    if (fd < 0) return -1;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    is_there = FD_ISSET(fd, &set) != 0;
    close(fd);
    return is_there;
}

// run: source_left_open("/dev/null", "/nowhere/at/all");
int source_left_open(const char *from, const char *to) {
    int source = open(from, O_RDONLY); // expect: file-leak
    if (source < 0) return -1;
    int target = open(to, O_WRONLY);
    if (target < 0) return -1;
    close(source);
    close(target);
    return 0;
}

// run: source_closed_as_well("/dev/null", "/nowhere/at/all");
int source_closed_as_well(const char *from, const char *to) {
    int source = open(from, O_RDONLY);
    if (source < 0) return -1;
    int target = open(to, O_WRONLY);
    if (target < 0) {
        close(source);
        return -1;
    }
    close(source);
    close(target);
    return 0;
}
