/* Points of the road in a scene of a track: a GLB or an OBJ that was made of it. */
#ifndef PADDOCK_CLI_TRACK_POINTS_H
#define PADDOCK_CLI_TRACK_POINTS_H

#include "scene_points.h"

/* The numbers of a point: its row, which is that of its node (on a closed track the last row is again that of node 0),
 * and its place in the row, from the left. */
enum { CLI_ROW_NUMBER, CLI_POINT_NUMBER };
enum { CLI_ROW = 11 /* points across the road */, CLI_MOST_ROWS = 1 << 20 };

/* CLI_FINE, or another status after saying why `file` has none. Give them to cli_forget_points in any case. */
int cli_read_road(cli_scene_points *road, const pdk_document *scene, const char *file);

/* --- track_points_obj.c --- */

/* The same of an OBJ; there may be none. */
int cli_read_obj_road(cli_scene_points *road, const pdk_document *scene, const char *file);

#endif
