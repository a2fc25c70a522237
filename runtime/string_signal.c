/* strsignal and psignal: the texts of the GNU C library. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
    [1] = "Hangup",
    [2] = "Interrupt",
    [3] = "Quit",
    [4] = "Illegal instruction",
    [5] = "Trace/breakpoint trap",
    [6] = "Aborted",
    [7] = "Bus error",
    [8] = "Floating point exception",
    [9] = "Killed",
    [10] = "User defined signal 1",
    [11] = "Segmentation fault",
    [12] = "User defined signal 2",
    [13] = "Broken pipe",
    [14] = "Alarm clock",
    [15] = "Terminated",
    [16] = "Stack fault",
    [17] = "Child exited",
    [18] = "Continued",
    [19] = "Stopped (signal)",
    [20] = "Stopped",
    [21] = "Stopped (tty input)",
    [22] = "Stopped (tty output)",
    [23] = "Urgent I/O condition",
    [24] = "CPU time limit exceeded",
    [25] = "File size limit exceeded",
    [26] = "Virtual timer expired",
    [27] = "Profiling timer expired",
    [28] = "Window changed",
    [29] = "I/O possible",
    [30] = "Power failure",
    [31] = "Bad system call",
};

static const char *text_of(int number)
{
    if (number <= 0 || number >= (int)(sizeof texts / sizeof *texts)) return NULL;
    return texts[number];
}

char *strsignal(int number)
{
    static char other[40];
    const char *text = text_of(number);
    if (text != NULL) return (char *)text;
    if (number >= 34 && number <= 64) snprintf(other, sizeof other, "Real-time signal %d", number - 34);
    else snprintf(other, sizeof other, "Unknown signal %d", number);
    return other;
}

const char *sigdescr_np(int number)
{
    return text_of(number);
}

void psignal(int number, const char *prefix)
{
    const char *separator = ": ";
    if (prefix == NULL || *prefix == '\0') prefix = separator = "";
    fprintf(stderr, "%s%s%s\n", prefix, separator, strsignal(number));
}
