#include "track_moves.h"

#include <stdio.h>
#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"
#include "track_points.h"

const char *const cli_axes[CLI_DIRECTIONS] = { "x", "y", "z" };

int cli_get_place(const cli_moves *moves, const char *path, double *value)
{
    const char *text;
    pdk_error error;
    if (pdk_edit_get(moves->edit, path, &text, &error) != PDK_OK) return cli_fail(moves->file, &error);
    *value = strtod(text, NULL);
    return CLI_FINE;
}

int cli_set_place(cli_moves *moves, const char *path, double value)
{
    pdk_error error;
    moves->changes++;
    return pdk_edit_set_number(moves->edit, path, value, &error) == PDK_OK ? CLI_FINE : cli_fail(moves->file, &error);
}

int cli_move_node(cli_moves *moves, size_t node, int axis, double value)
{
    char path[64];
    if (value == moves->places[axis][node]) return CLI_FINE;
    snprintf(path, sizeof path, "node[%zu].%s", node, cli_axes[axis]);
    return cli_set_place(moves, path, value);
}

/* In which record a node's row is, and at which of its points it begins. */
enum { ROWS = 4, STEPS = 128 /* a metre */ };

static int fail_far(const cli_moves *moves, size_t node, unsigned point, int axis, double apart)
{
    pdk_error error = { .status = PDK_E_ARGUMENT, .offset = PDK_NO_OFFSET, .code = "set.value" };
    char before[32] = "its node";
    if (point > 0) snprintf(before, sizeof before, "point %u", point == 6 ? 0 : point - 1);
    snprintf(error.message, sizeof error.message,
             "node %zu: point %u would be %.6g m from %s along %s, but the file can store -256 to 255.992 m", node,
             point, apart, before, cli_axes[axis]);
    return cli_fail(moves->file, &error);
}

int cli_move_point(cli_moves *moves, size_t node, unsigned point, int axis, long steps)
{
    char path[64];
    double apart = 0;
    if (steps == 0) return CLI_FINE;
    snprintf(path, sizeof path, "record[%zu].points[%zu].%s", node / ROWS, node % ROWS * CLI_ROW + point,
             cli_axes[axis]);
    int status = cli_get_place(moves, path, &apart);
    if (status != CLI_FINE) return status;
    apart += (double)steps / STEPS;
    if (apart < -256 || apart > 255.9922) return fail_far(moves, node, point, axis, apart);
    return cli_set_place(moves, path, apart);
}

int cli_finish_moves(cli_moves *moves)
{
    pdk_error error;
    if (moves->changes == 0) return CLI_FINE;
    return pdk_edit_recompute(moves->edit, &error) == PDK_OK ? CLI_FINE : cli_fail(moves->file, &error);
}
