/* Messages on standard error. */
#ifndef PADDOCK_CLI_MESSAGES_H
#define PADDOCK_CLI_MESSAGES_H

#include "paddock/paddock.h"

#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* With --quiet notes are not printed. */
void cli_be_quiet(void);
bool cli_is_quiet(void);
/* "paddock: " and the sentence, on standard error; returns CLI_USAGE. */
int cli_usage(const char *format, ...) CLI_PRINTF(1, 2);
/* "paddock: out of memory for WHAT"; returns CLI_IO. */
int cli_no_memory(const char *what);
/* The same where it is not how the command was used: a failure whose status the caller gives. */
void cli_complain(const char *format, ...) CLI_PRINTF(1, 2);
/* The same for what is worth knowing. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);
/* "paddock: FILE: at 0x3E0: message (code)"; returns the exit status of the error. */
int cli_fail(const char *file, const pdk_error *error);
/* The exit status of a status of the library. */
int cli_status_of(pdk_status status);
/* Does a file's name end in this ('.png'), in capitals or not, and have something before it? */
bool cli_is_named(const char *path, const char *extension);
/* The name a file goes by in messages: "-" is "standard input". */
const char *cli_file_name(const char *path);

/* The failure that cli_fail said last and its file, until cli_forget_failure; NULL = none. */
const char *cli_last_failure(pdk_error *failure);
/* It has been put out. */
void cli_forget_failure(void);

/* A name that is not on the list: 'there is no WHAT "name"; did you mean "nearest"?', or all there are when none is
 * near. `get` gives the names by number, NULL after the last. `file` may be NULL. Returns CLI_USAGE. */
typedef const char *(*cli_names)(const void *user, size_t index);
int cli_no_such(const char *file, const char *what, const char *name, cli_names get, const void *user);
/* The same, and always all there are: of names from a file, which users cannot know by heart. */
int cli_no_such_of(const char *file, const char *what, const char *name, cli_names get, const void *user);

#endif
