/* Nodes and points of a track on their way to other places. */
#ifndef PADDOCK_CLI_TRACK_MOVES_H
#define PADDOCK_CLI_TRACK_MOVES_H

#include "arguments.h"
#include "paddock/paddock.h"

enum { CLI_DIRECTIONS = 3 };

typedef struct cli_moves {
    const char *file; /* the track, for messages */
    pdk_edit *edit;
    size_t count;                   /* nodes of the track */
    double *places[CLI_DIRECTIONS]; /* where they are: x, y, z; malloc'd */
    size_t changes;
} cli_moves;

/* The letter of an axis. */
extern const char *const cli_axes[CLI_DIRECTIONS];

/* Puts a node at `value` on an axis. CLI_FINE, or another status after saying why. */
int cli_move_node(cli_moves *moves, size_t node, int axis, double value);
/* A point of a node's row is stored as its difference from the point before, in steps of 1/128 m. Adds steps to it on
 * an axis. `point` is the number that the file has for it. */
int cli_move_point(cli_moves *moves, size_t node, unsigned point, int axis, long steps);
/* A number of the track by the path of its field, as it is after the changes so far. CLI_FINE, or another status after
 * saying why. */
int cli_get_place(const cli_moves *moves, const char *path, double *value);
int cli_set_place(cli_moves *moves, const char *path, double value);
/* Computes what follows from places of nodes, if any has changed. CLI_FINE, or another status after saying why. */
int cli_finish_moves(cli_moves *moves);

/* track_scene.c: moves nodes, points and props as they were moved in the scene `path`, a GLB or OBJ that was made from
 * this track and edited. CLI_FINE, or another status after saying why. */
int cli_move_by_scene(cli_moves *moves, const cli_arguments *arguments, const pdk_document *track, const char *path);

#endif
