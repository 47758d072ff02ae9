/* Props of a track that were moved or turned in an edited GLB. */
#ifndef PADDOCK_CLI_TRACK_PROPS_H
#define PADDOCK_CLI_TRACK_PROPS_H

#include "scene_nodes.h"
#include "track_moves.h"

/* The objects of props in a scene. */
typedef struct cli_prop_scene {
    const char *path; /* for messages */
    const pdk_document *document;
    cli_scene_nodes nodes;
    size_t count;     /* props of the track */
    size_t *nodes_of; /* of each prop: its row among the nodes; CLI_NO_NODE = it has none. malloc'd */
    size_t there;     /* props that have one */
    bool *reshaped;   /* of each prop: its points were changed; malloc'd */
    size_t copies;    /* nodes that are called like a prop, but are not taken for one ... */
    pdk_text copy;    /* ... and the name of the first */
} cli_prop_scene;

/* Finds them by their names. CLI_FINE, or another status after saying why. Give it to cli_forget_props in any case. */
int cli_find_props(cli_prop_scene *scene, const pdk_document *track);
void cli_forget_props(cli_prop_scene *scene);
/* The failure of a prop: "FILE: prop 3: WHAT". */
int cli_fail_prop(const cli_prop_scene *scene, size_t prop, pdk_status status, const char *what);

/* Where a prop stands. */
typedef struct cli_prop_place {
    double place[CLI_DIRECTIONS]; /* m: x right, y forward, z up */
    double heading;               /* anticlockwise, 0 along y */
} cli_prop_place;

/* --- track_prop_shape.c --- */

/* Where a prop's object is. CLI_FINE, or another status after saying why no prop of a file can stand so. */
int cli_place_prop(const cli_prop_scene *scene, size_t prop, cli_prop_place *there);
/* Finds out which bitmaps have points elsewhere than where the object of their prop has them. CLI_FINE, or another
 * status after saying why no prop of a file can be so. */
int cli_check_prop_shapes(cli_prop_scene *scene, const pdk_document *track);
/* The failure of one. */
int cli_fail_shape(const cli_prop_scene *scene, size_t prop);

/* --- track_prop_moves.c --- */

/* Props whose object was moved or turned stand where the scene has it; the others go with their nodes. `made` is a
 * scene of the track as it is. After nodes have moved. CLI_FINE, or another status after saying why. */
int cli_move_props(cli_moves *moves, const pdk_document *track, const pdk_document *made, const pdk_document *scene,
                   const char *path);

#endif
