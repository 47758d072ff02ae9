/* The three standard streams and the terminal, for the command. A side whose programs have none need not have this. */
#ifndef PADDOCK_PLATFORM_CONSOLE_H
#define PADDOCK_PLATFORM_CONSOLE_H

#include "platform/files.h"

typedef enum pdk_stream { PDK_STANDARD_INPUT, PDK_STANDARD_OUTPUT, PDK_STANDARD_ERROR } pdk_stream;

/* Before anything else in main: streams that were closed are opened on nothing, so that no file of ours gets their
 * numbers, and all pass bytes as they are, text as UTF-8; what is printed on stderr waits for fflush. The program's
 * arguments become UTF-8. False when out of memory. */
bool pdk_console_begin(int *count, char ***arguments);

/* To read or write; PDK_NO_FILE and a failure when the stream was closed when we began. */
pdk_file pdk_stream_file(pdk_stream stream, pdk_failure *failure);
bool pdk_stream_is_terminal(pdk_stream stream);
/* The next line that is typed at the terminal of standard input, without its end, as UTF-8; malloc'd. NULL at the end
 * of input, or when out of memory. */
char *pdk_console_read_line(void);
/* Does its terminal show colours, and what else the ECMA-48 sequences ask for? */
bool pdk_stream_has_colours(pdk_stream stream);
/* Columns of its terminal; 0 = not known. */
int pdk_stream_width(pdk_stream stream);
/* A path that opens the regular file that is standard input from its beginning, when nothing was read of it yet and it
 * is not empty; otherwise NULL. */
const char *pdk_standard_input_path(void);

/* Has the system opened a window for this program alone, which closes when it ends? So Windows does for what is dropped
 * on a program in Explorer, and for a double click. False where streams lead elsewhere. */
bool pdk_console_is_own(void);
/* Waits for a key in that window. */
void pdk_console_await_key(void);

#endif
