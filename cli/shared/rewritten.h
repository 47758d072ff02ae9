/* Documents made of other documents' files on the way in: parts joined, names taken out. */
#ifndef PADDOCK_CLI_REWRITTEN_H
#define PADDOCK_CLI_REWRITTEN_H

#include "open.h"

/* How many recordings the operands are: with --join one, of which they are the parts. */
static inline int cli_recording_count(const cli_arguments *arguments)
{
    return cli_given(arguments, CLI_JOIN) && arguments->count > 0 ? 1 : arguments->count;
}
/* Opens one of them; its path is that of operand `i`. */
int cli_open_recording(cli_input *input, const cli_arguments *arguments, int i);
/* The parts of one recording as one document; `paths` are their files, at least one. Says why they do not fit. */
int cli_open_joined(cli_input *input, const cli_arguments *arguments, const char *const *paths, size_t count);
/* Are they parts of one recording? False also if one of them cannot be opened; says nothing. */
bool cli_are_parts(const cli_arguments *arguments, const char *const *paths, size_t count);
/* Puts the same recording without the names of people instead of an open document; `name` is what it is called. */
int cli_anonymise(cli_input *input, const cli_arguments *arguments, const char *path, const char *name);

#endif
