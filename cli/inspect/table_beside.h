/* A table of a recording with the files beside the recording: the file about its car, the path of its track. */
#ifndef PADDOCK_CLI_TABLE_BESIDE_H
#define PADDOCK_CLI_TABLE_BESIDE_H

#include "car_info.h"

typedef struct cli_table_beside {
    cli_car_info car;
    cli_found track;
    pdk_document *analysis; /* the answers on that track; NULL = the recording's own */
} cli_table_beside;

/* cli_find_table of `document`: with the file about its car, or on the track, for the tables that these change. What is
 * found beside the recording is said in a note. Give `beside` to cli_close_table_beside, when the table is no longer
 * read. */
int cli_find_table_beside(const cli_arguments *arguments, const char *path, const pdk_document *document,
                          const char *name, cli_table_beside *beside, const pdk_table **table);
void cli_close_table_beside(cli_table_beside *beside);

#endif
