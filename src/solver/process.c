#include "solver/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(const char *const *arguments, int socket, size_t memory_bytes) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it must not outlive us */
    dup2(socket, 0);
    dup2(socket, 1);
    int nothing = open("/dev/null", O_WRONLY);
    if (nothing >= 0) dup2(nothing, 2);
    if (memory_bytes) setrlimit(RLIMIT_AS, &(struct rlimit){memory_bytes, memory_bytes});
    signal(SIGINT, SIG_IGN); /* an interruption is ours to handle */
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(127);
}

bool process_start(Process *process, const char *const *arguments, size_t memory_bytes) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return false;
    pid_t pid = fork();
    if (pid == 0) become(arguments, ends[1], memory_bytes);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    process->pid = pid;
    process->to = process->from = ends[0];
    text_clear(&process->unread);
    return true;
}

/* Waits until the child can be written to or read from, a little at a time, so that an interruption is seen. */
static bool wait_for(Process *process, short events, Deadline *deadline) {
    for (;;) {
        if (deadline_is_over(deadline)) return false;
        double left = deadline_left(deadline);
        struct pollfd ready = {process->from, events, 0};
        int count = poll(&ready, 1, left > 0.05 ? 50 : (int)(left * 1000) + 1);
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return false;
    }
}

static bool take_input(Process *process) {
    char block[1 << 16];
    ssize_t got = recv(process->from, block, sizeof block, MSG_DONTWAIT);
    if (got > 0) text_add_n(&process->unread, block, (size_t)got);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

bool process_send(Process *process, const char *text, size_t length, Deadline *deadline) {
    while (length) {
        ssize_t sent = send(process->to, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (errno != EAGAIN && errno != EINTR) {
            return false;
        } else if (!wait_for(process, POLLOUT | POLLIN, deadline) || !take_input(process)) {
            return false; /* it must be read while it writes, or both wait for ever */
        }
    }
    return true;
}

/* The end of the line `end` in what was received, or NULL. */
static const char *find_line(const Text *text, const char *end, const char **begin) {
    size_t length = strlen(end);
    for (const char *at = text->chars; at && (at = strstr(at, end)); at++) {
        bool starts = at == text->chars || at[-1] == '\n';
        if (!starts || at[length] != '\n') continue;
        *begin = at;
        return at + length + 1;
    }
    return NULL;
}

bool process_receive(Process *process, const char *end, Text *out, Deadline *deadline) {
    for (;;) {
        const char *begin, *behind = process->unread.length ? find_line(&process->unread, end, &begin) : NULL;
        if (behind) {
            text_add_n(out, process->unread.chars, (size_t)(begin - process->unread.chars));
            Text rest = {0};
            text_add(&rest, behind);
            text_free(&process->unread);
            process->unread = rest;
            return true;
        }
        if (!wait_for(process, POLLIN, deadline) || !take_input(process)) return false;
    }
}

bool process_has_line(Process *process, const char *end) {
    const char *begin;
    if (!take_input(process)) return true;
    return process->unread.length && find_line(&process->unread, end, &begin);
}

void process_kill(Process *process) {
    if (process->pid) {
        kill(process->pid, SIGKILL);
        waitpid(process->pid, NULL, 0);
        close(process->from);
    }
    text_free(&process->unread);
    *process = (Process){0};
}
