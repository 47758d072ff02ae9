/* Text for people: sizes, times, wrapped lines, tables of a document. */
#ifndef PADDOCK_CLI_LAYOUT_H
#define PADDOCK_CLI_LAYOUT_H

#include "output.h"
#include "paddock/paddock.h"

/* 1234567 as "1 234 567". */
const char *cli_grouped(char buffer[32], uint64_t value);
/* "1.8 MB" */
const char *cli_size_text(char buffer[32], uint64_t bytes);
/* Text out of a file, wrapped at blanks; the lines but the first begin with `indent` blanks, the first is that far
 * already. */
void cli_put_wrapped(cli_out *out, int indent, const char *text);
/* The tables of a document, with their columns and units if wanted. */
void cli_put_tables(cli_out *out, const pdk_document *document, bool columns);
/* The names of those that can be computed from it, with their meanings if wanted; nothing where there are none. */
void cli_put_computed(cli_out *out, const pdk_document *document, bool meanings);
/* Seconds as 1:20.500; nothing for NaN. */
void cli_put_clock(cli_out *out, double seconds);

#endif
