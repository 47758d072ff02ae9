#define _DEFAULT_SOURCE
#include "platform/console.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "platform/posix/failure_posix.h"

static bool was_closed[3];

bool pdk_console_begin(int *count, char ***arguments)
{
    static char errors[1 << 14];
    setvbuf(stderr, errors, _IOFBF, sizeof errors);
    (void)count; /* they are bytes, and the user's terminal and ours agree on UTF-8 or it shows them otherwise */
    (void)arguments;
    for (int i = 0; i < 3; i++) was_closed[i] = fcntl(i, F_GETFD) < 0;
    int descriptor;
    do descriptor = open("/dev/null", O_RDWR); /* takes the lowest free number */
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor > STDERR_FILENO) close(descriptor);
    return true;
}

pdk_file pdk_stream_file(pdk_stream stream, pdk_failure *failure)
{
    if (!was_closed[stream]) return (pdk_file){ (intptr_t)stream };
    errno = EBADF;
    pdk_fail_errno(failure, NULL);
    return PDK_NO_FILE;
}

bool pdk_stream_is_terminal(pdk_stream stream)
{
    return isatty((int)stream) != 0;
}

char *pdk_console_read_line(void)
{
    char *line = NULL;
    size_t size = 0, room = 0;
    for (int letter; (letter = getchar()) != EOF || size > 0;) {
        if (size + 1 >= room) {
            char *larger = realloc(line, room = room * 2 + 128);
            if (larger == NULL) break;
            line = larger;
        }
        if (letter == '\n' || letter == EOF) {
            line[size] = '\0';
            return line;
        }
        line[size++] = (char)letter;
    }
    free(line);
    return NULL;
}

bool pdk_stream_has_colours(pdk_stream stream)
{
    const char *terminal = getenv("TERM");
    return pdk_stream_is_terminal(stream) && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

int pdk_stream_width(pdk_stream stream)
{
    struct winsize size;
    return ioctl((int)stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

const char *pdk_standard_input_path(void)
{
    static const char path[] = "/proc/self/fd/0";
    pdk_file input = pdk_stream_file(PDK_STANDARD_INPUT, NULL);
    pdk_file_info info;
    uint64_t position;
    bool whole = pdk_file_is_open(input) && pdk_file_look_into(input, &info, NULL) && info.kind == PDK_FILE_REGULAR &&
                 info.size > 0 && pdk_file_position(input, &position) && position == 0;
    return whole && access(path, R_OK) == 0 ? path : NULL;
}

bool pdk_console_is_own(void)
{
    return false; /* no desktop here opens a window for a command by itself */
}

void pdk_console_await_key(void) {}
