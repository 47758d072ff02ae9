/* Points that are given in files. */
#ifndef PADDOCK_CLI_POINTS_H
#define PADDOCK_CLI_POINTS_H

#include <stddef.h>

typedef struct cli_points {
    double (*at)[3]; /* x, y, and z or NaN; malloc'd */
    size_t count, capacity;
} cli_points;

int cli_points_add(cli_points *points, double x, double y, double z);
/* Columns x and y, and z if there, of a CSV file. */
int cli_points_read(cli_points *points, const char *path);

#endif
