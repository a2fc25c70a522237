/* Other processes: both sides of fork are followed, and what exec returns to. */
#include "../corpus.h"

#include <iconv.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int in_the_child(char **words) {
    char *message = NULL;
    pid_t child = fork();
    if (child == 0) {
        execv(words[0], words);
        message[0] = 'x'; // expect: null-dereference
        _exit(1);
    }
    return child > 0;
}

int in_the_parent(char **words) {
    int status;
    char *message = NULL;
    pid_t child = fork();
    if (child == 0) {
        execvp(words[0], words);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3) return message[0]; // expect: null-dereference
    return 0;
}

int conversion_kept(void) {
    iconv_t conversion = iconv_open("UTF-8", "LATIN1"); // expect: leak
    if (conversion == (iconv_t)-1) return -1;
    return 0;
}

int conversion_closed(char *text, size_t length) {
    char buffer[32], *to = buffer;
    size_t room = sizeof buffer - 1;
    iconv_t conversion = iconv_open("UTF-8", "LATIN1");
    if (conversion == (iconv_t)-1) return -1;
    int failed = iconv(conversion, &text, &length, &to, &room) == (size_t)-1;
    *to = '\0';
    iconv_close(conversion);
    return failed;
}
