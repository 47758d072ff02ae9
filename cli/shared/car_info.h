/* The file about a lap's car (CAR_info.bin): the one that --car-info names, else one beside the lap that belongs to it.
 */
#ifndef PADDOCK_CLI_CAR_INFO_H
#define PADDOCK_CLI_CAR_INFO_H

#include "beside.h"

typedef struct cli_car_info {
    cli_found file;
    pdk_document *analysis; /* the lap's answers with it; NULL = the lap's own */
} cli_car_info;

/* Finds it for the lap `document`, and computes the answer `name` and `handling` with it. What is found beside the lap
 * is said in a note. Without one car->analysis is NULL. Give `car` to cli_close_car_info, when its answers are no
 * longer read. */
int cli_open_car_info(const cli_arguments *arguments, const char *path, const pdk_document *document, const char *name,
                      cli_car_info *car);
void cli_close_car_info(cli_car_info *car);

#endif
