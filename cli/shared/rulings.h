/* --rulings FILE.csv: what stewards decided. */
#ifndef PADDOCK_CLI_RULINGS_H
#define PADDOCK_CLI_RULINGS_H

#include "arguments.h"
#include "paddock/paddock.h"

/* Reads the table that --rulings names; *rulings is NULL where it is not given. CLI_USAGE after saying what is wrong
 * with it, also where it names a file that is not among `paths`. pdk_rulings_close gives it back. */
int cli_read_rulings(const cli_arguments *arguments, const char *const *paths, int count, pdk_rulings **rulings);
/* An error of pdk_analyse or pdk_rulings_read, if it is about rulings: says so and returns CLI_USAGE; else CLI_FINE. */
int cli_refuse_rulings(const cli_arguments *arguments, const pdk_error *error);

#endif
