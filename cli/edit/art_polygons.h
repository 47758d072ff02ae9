/* Triangles of a scene as polygons of 3D parts: what each shows. */
#ifndef PADDOCK_CLI_ART_POLYGONS_H
#define PADDOCK_CLI_ART_POLYGONS_H

#include "scene_points.h"

/* The numbers of a point: its part, and four times its polygon plus its corner. */
enum { CLI_PART_NUMBER, CLI_CORNER_NUMBER, CLI_POLYGON_CORNERS = 4 };

/* A polygon of which there is a triangle. */
typedef struct cli_shown {
    size_t part, polygon;
    size_t image; /* of the scene's document; SIZE_MAX = none */
} cli_shown;

typedef struct cli_art_scene {
    const pdk_document *document;
    const char *file; /* for messages */
    cli_scene_points points;
    pdk_part_corner *corners; /* points that are in triangles; malloc'd */
    size_t corner_count;
    cli_shown *shown; /* of each triangle, sorted; malloc'd */
    size_t shown_count;
} cli_art_scene;

/* Fills it from its document. A triangle that is not of one polygon is refused. CLI_FINE, or another status after
 * saying why. Give it to cli_forget_art_scene in any case. */
int cli_read_art_scene(cli_art_scene *scene);
void cli_forget_art_scene(cli_art_scene *scene);

#endif
