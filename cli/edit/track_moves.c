#include "track_moves.h"

#include <stdio.h>

#include "exit_status.h"
#include "messages.h"

static const char *const axes[CLI_DIRECTIONS] = { "x", "y", "z" };

int cli_move_node(cli_moves *moves, size_t node, int axis, double value)
{
    char path[64];
    pdk_error error;
    if (value == moves->places[axis][node]) return CLI_FINE;
    snprintf(path, sizeof path, "node[%zu].%s", node, axes[axis]);
    moves->changes++;
    if (pdk_edit_set_number(moves->edit, path, value, &error) == PDK_OK) return CLI_FINE;
    return cli_fail(moves->file, &error);
}
