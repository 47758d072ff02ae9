/* How the points of the road have moved, and what a row's points do to its node. */
#ifndef PADDOCK_CLI_TRACK_ROWS_H
#define PADDOCK_CLI_TRACK_ROWS_H

#include "track_moves.h"
#include "track_points.h"

/* How the vertices of one point have moved. */
typedef struct cli_point_move {
    double least[CLI_DIRECTIONS], most[CLI_DIRECTIONS], sum[CLI_DIRECTIONS];
    double off[CLI_DIRECTIONS]; /* a difference up to this is no move */
    size_t uses;                /* vertices; 0 = the scene does not have the point */
} cli_point_move;

/* Those of a row, from the left. */
typedef struct cli_row_move {
    cli_point_move points[CLI_ROW];
} cli_row_move;

/* By how much a coordinate may be off, and still be the same, after programs have turned a scene from one frame into
 * another. `largest` is the largest coordinate of the place. */
double cli_float_loss(double before, double after, double largest);
/* The number that the file has for a point, counted from the left. */
unsigned cli_point_number(size_t across);
/* One more vertex: from where the track has the point to where it is now. */
void cli_add_move(cli_point_move *move, const double from[CLI_DIRECTIONS], const double to[CLI_DIRECTIONS]);
/* Does the scene have any point of the row? */
bool cli_row_is_there(const cli_row_move *row);
/* Moves a node and the points of its row: the node alone if all have moved by the same; otherwise the node as point 0,
 * and each of the others on its own. `scene` is the file, for messages. */
int cli_move_row(cli_moves *moves, size_t node, const cli_row_move *row, const char *scene);
/* The failure of a row: "FILE: node 12: WHAT". */
int cli_fail_row(const char *scene, size_t node, const char *what);

#endif
