/* --rulings FILE.csv: what stewards decided. */
#ifndef PADDOCK_CLI_RULINGS_H
#define PADDOCK_CLI_RULINGS_H

#include "arguments.h"
#include "paddock/paddock.h"

/* Reads the table that --rulings names, about the recordings that the operands are; with --join they are one. *rulings
 * is NULL where it is not given. CLI_USAGE after saying what is wrong with it, also where it names a file that is not
 * among them, or that several could be. pdk_rulings_close gives it back. */
int cli_read_rulings(const cli_arguments *arguments, pdk_rulings **rulings);
/* The same, about other recordings. */
int cli_read_rulings_of(const cli_arguments *arguments, const pdk_ruled_recording *recordings, size_t count,
                        pdk_rulings **rulings);
/* Those about one recording; NULL of NULL. pdk_rulings_close gives them back. */
int cli_select_rulings(const pdk_rulings *rulings, const pdk_ruled_recording *recording, pdk_rulings **own);
/* An error of pdk_analyse or pdk_rulings_read, if it is about rulings: says so and returns CLI_USAGE; otherwise
 * CLI_FINE. */
int cli_refuse_rulings(const cli_arguments *arguments, const pdk_error *error);

#endif
