#include "track_points.h"

#include <stdio.h>
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

int cli_read_road(cli_scene_points *road, const pdk_document *scene, const char *file)
{
    *road = (cli_scene_points){ 0 };
    if (strcmp(pdk_document_format(scene)->id, "obj") != 0) return cli_read_points(road, scene, file, &in_glb);
    int status = cli_read_obj_road(road, scene, file);
    return status == CLI_FINE && road->count == 0 ? fail_obj(file) : status;
}
