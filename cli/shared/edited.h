/* Files that a verb has edited. */
#ifndef PADDOCK_CLI_EDITED_H
#define PADDOCK_CLI_EDITED_H

#include "arguments.h"
#include "paddock/paddock.h"

/* What is not text stays off a terminal. CLI_FINE, or CLI_USAGE after saying so. */
int cli_check_terminal(const char *path);
/* Where an edit of `in` goes: OUT, or `in` itself with --in-place. CLI_FINE, or CLI_USAGE after saying why. */
int cli_edit_target(const cli_arguments *arguments, const char *in, const char **path);
/* Writes what `edit` gives: packed as the document was, unless --plain or --gzip say otherwise. */
typedef pdk_status (*cli_edit)(void *user, const pdk_document *document, pdk_output *output, pdk_error *error);
int cli_write_edited(const cli_arguments *arguments, const pdk_document *document, const char *in, const char *path,
                     cli_edit edit, void *user);
/* CLI_FINE when a file that was written opens, as --as and --partial in the arguments (or NULL) say; otherwise
 * CLI_FINDINGS after saying that it is `done` but does not. */
int cli_look_at(const char *path, const cli_arguments *arguments, const char *done);

#endif
