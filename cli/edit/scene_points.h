/* Points of a GLB that know what they are in the file it was made of. */
#ifndef PADDOCK_CLI_SCENE_POINTS_H
#define PADDOCK_CLI_SCENE_POINTS_H

#include "arguments.h"
#include "paddock/paddock.h"

/* What their numbers may be, and what is said where no point has any. */
typedef struct cli_numbering {
    double limits[2]; /* they are below these */
    const char *code, *message;
} cli_numbering;

typedef struct cli_scene_points {
    size_t count, strange;    /* points, and those of the scene whose second texture coordinates are no such numbers */
    size_t beyond;            /* of the latter, those whose numbers are not below the limits */
    double (*places)[3];      /* m: x right, y forward, z up, as in the file. malloc'd, as are those below */
    double (*coordinates)[2]; /* of the texture; zeros where it has none */
    size_t (*numbers)[2];
    size_t *places_of_rows; /* of each row of the scene's table points: 1 + its place among these; 0 = it is none */
} cli_scene_points;

/* The points of a GLB that have numbers. CLI_FINE, or another status after saying why `file` has none. Give them to
 * cli_forget_points in any case. */
int cli_read_points(cli_scene_points *points, const pdk_document *scene, const char *file,
                    const cli_numbering *numbering);
void cli_forget_points(cli_scene_points *points);

/* The GLB that `paddock convert` makes of a document, opened with everything that is in it. */
typedef struct cli_made_scene {
    pdk_output *output;
    pdk_document *document;
} cli_made_scene;
int cli_make_scene(cli_made_scene *scene, const pdk_document *document, const char *file);
void cli_forget_scene(cli_made_scene *scene);

#endif
