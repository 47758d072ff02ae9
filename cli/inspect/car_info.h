/* The file about a lap's car (CAR_info.bin): the one that --car-info names, else one beside the lap that belongs to it.
 */
#ifndef PADDOCK_CLI_CAR_INFO_H
#define PADDOCK_CLI_CAR_INFO_H

#include "beside.h"

typedef struct cli_car_info {
    cli_found file;
    pdk_document *analysis; /* the lap's answers with it; NULL = the lap's own */
} cli_car_info;

/* cli_find_table of the lap `document`; with such a file for the tables that it changes. What is found beside the lap
 * is said in a note. Give `car` to cli_close_car_info, when the table is no longer read. */
int cli_find_table_of_car(const cli_arguments *arguments, const char *path, const pdk_document *document,
                          const char *name, cli_car_info *car, const pdk_table **table);
void cli_close_car_info(cli_car_info *car);

#endif
