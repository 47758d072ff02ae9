#include "track_points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"

static const cli_numbering in_glb = {
    .limits = { CLI_MOST_ROWS, CLI_ROW },
    .code = "track.numbers",
    .message = "no point has the number of a node in a second UV map: make the GLB with this version of `paddock "
               "convert`, without --quantize, --axes, --scale and --origin, and keep the UV maps when you export it",
};

static int fail_obj(const char *file)
{
    pdk_error error = { .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "track.numbers" };
    snprintf(error.message, sizeof error.message,
             "no point has the number of a node in its texture coordinates: make the OBJ with this version of `paddock "
             "convert`, without --axes, --scale and --origin, and keep the UV map when you export it");
    return cli_fail(file, &error);
}

/* Corners of a car or of props have numbers, too: more than a row of a road has points, or too few in every row. */
static int check_road(const cli_scene_points *road, const char *file)
{
    enum { WHOLE = (1 << CLI_ROW) - 1 };
    unsigned *there = calloc(CLI_MOST_ROWS, sizeof *there);
    bool whole = false;
    if (there == NULL) return cli_no_memory("rows of a road");
    for (size_t i = 0; i < road->count && !whole; i++) {
        unsigned *row = &there[road->numbers[i][CLI_ROW_NUMBER]];
        *row |= 1u << road->numbers[i][CLI_POINT_NUMBER];
        whole = *row == WHOLE;
    }
    free(there);
    if (whole && road->beyond == 0) return CLI_FINE;
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "track.heights" };
    snprintf(error.message, sizeof error.message,
             whole ? "points have numbers that no road has: this is the scene of a car or of props"
                   : "no row of the road has all its eleven points: this is not the scene of a track");
    return cli_fail(file, &error);
}

int cli_read_road(cli_scene_points *road, const pdk_document *scene, const char *file)
{
    *road = (cli_scene_points){ 0 };
    bool is_obj = strcmp(pdk_document_format(scene)->id, "obj") == 0;
    int status = is_obj ? cli_read_obj_road(road, scene, file) : cli_read_points(road, scene, file, &in_glb);
    if (status == CLI_FINE && road->count == 0) status = fail_obj(file);
    return status == CLI_FINE ? check_road(road, file) : status;
}
