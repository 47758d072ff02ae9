/* Files that are opened. */
#ifndef PADDOCK_CLI_OPEN_H
#define PADDOCK_CLI_OPEN_H

#include "arguments.h"
#include "paddock/paddock.h"
#include "platform/files.h"
#include "progress.h"

typedef struct cli_input {
    pdk_document *document;
    void *bytes; /* what came through a pipe */
    size_t size;
    pdk_output *made;      /* the file that was made of others (rewritten.h) */
    cli_progress progress; /* the document's: it reports opening and checking, so it lives as long */
} cli_input;

/* Opens with --as, --partial and the limits given; "-" is standard input. Says what failed, and with --partial what is
 * missing. */
int cli_open(cli_input *input, const cli_arguments *arguments, const char *path);
/* The guard of the command: where a page of a mapped file is missing, its handler says that of `file`, which stays, and
 * ends the program. NULL when out of memory. */
pdk_guard *cli_guard(const char *file);
/* What reads files that are databases, from now on; NULL = nothing does. */
void cli_use_databases(const pdk_database_reader *reader);
const pdk_database_reader *cli_databases(void);
/* Opens a GLB, whatever --as says about another file, with what is in any of its scenes. */
int cli_open_scene(cli_input *input, const cli_arguments *arguments, const char *path);
/* For verbs that report missing parts themselves. */
int cli_open_quietly(cli_input *input, const cli_arguments *arguments, const char *path);
/* The same where the caller says why a file cannot be opened: `error`, with PDK_OK if it is open. Other than CLI_FINE
 * only after a message. */
int cli_try_open(cli_input *input, const cli_arguments *arguments, const char *path, pdk_error *error);
/* A file that is read without the library, and is an input from now on; "-" is standard input, which stays open.
 * PDK_NO_FILE after a failure. */
pdk_file cli_open_file(const char *path, pdk_failure *failure);
/* The bytes of a file as they are. */
int cli_read(cli_input *input, const char *path);
/* CLI_FINE, or CLI_IO after saying that another program changed the file meanwhile. Before success is reported. */
int cli_unchanged(const cli_input *input, const char *path);
void cli_close(cli_input *input);

/* pdk_answer with a progress bar, and interrupts heard. */
pdk_status cli_compute(const pdk_document *document, const char *name, const pdk_table **table, pdk_error *error);
/* The table of that name, or CLI_USAGE with the nearest right one. */
int cli_find_table(const pdk_document *document, const char *file, const char *name, const pdk_table **table);

#endif
