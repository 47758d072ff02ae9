/* Points of a GLB of a track that know what they are in it. */
#ifndef PADDOCK_CLI_TRACK_POINTS_H
#define PADDOCK_CLI_TRACK_POINTS_H

#include "arguments.h"
#include "paddock/paddock.h"

enum { CLI_ROW = 11 /* points across the road */ };

typedef struct cli_road_points {
    size_t count, strange; /* points, and those among them whose second texture coordinates are no such numbers */
    double (*places)[3];   /* in the axes of the track; malloc'd */
    size_t *rows;          /* the number of a node; on a closed track the last row is again that of node 0. malloc'd */
    uint8_t *points;       /* from the left, 0 to CLI_ROW - 1; malloc'd */
} cli_road_points;

/* The points of a GLB that have numbers of nodes. CLI_FINE, or another status after saying why `file` has none. Give
 * them to cli_forget_road in any case. */
int cli_read_road(cli_road_points *road, const pdk_document *scene, const char *file);
/* The same of the GLB that `paddock convert` makes of the track. */
int cli_convert_road(cli_road_points *road, const pdk_document *track, const char *file);
void cli_forget_road(cli_road_points *road);

#endif
