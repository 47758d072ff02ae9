/* Points to ask for: from the command line, or the path of a car. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "surface.h"

int cli_point_of(const char *option, const char *text, double point[2])
{
    char *end = NULL;
    point[0] = strtod(text, &end);
    const char *second = end;
    bool good = end != text && *end == ',';
    if (good) {
        point[1] = strtod(++second, &end);
        good = end != second && *end == '\0' && isfinite(point[0]) && isfinite(point[1]);
    }
    return good ? CLI_FINE : cli_usage("--%s takes a point X,Y in metres, not \"%s\"", option, text);
}

enum { SAMPLES = 4096, AXES = 3 };

/* The first car's way, or that of one of its wheels. */
static int read_motion(cli_points *points, const char *path, const pdk_motion *motion)
{
    static const pdk_role roles[AXES] = { PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z };
    static double values[AXES][SAMPLES];
    pdk_channel_read reads[AXES];
    for (int axis = 0; axis < AXES; axis++)
        reads[axis] = (pdk_channel_read){ pdk_motion_find_channel(motion, roles[axis]), values[axis] };
    uint64_t samples = pdk_motion_run_count(motion) > 0 ? pdk_motion_run_at(motion, 0)->samples : 0;
    for (uint64_t first = 0; first < samples; first += SAMPLES) {
        size_t count = samples - first < SAMPLES ? (size_t)(samples - first) : SAMPLES;
        pdk_error error;
        if (pdk_motion_read(motion, 0, first, count, reads, AXES, &error) != PDK_OK)
            return cli_fail(cli_file_name(path), &error);
        for (size_t i = 0; i < count; i++) {
            int status = cli_points_add(points, values[0][i], values[1][i], values[2][i]);
            if (status != CLI_FINE) return status;
        }
    }
    return CLI_FINE;
}

static int add_places(cli_points *points, const char *path, const pdk_document *document, uint64_t first, size_t count)
{
    static double places[SAMPLES][3];
    pdk_error error;
    if (pdk_document_line_read(document, 0, first, count, places, &error) != PDK_OK)
        return cli_fail(cli_file_name(path), &error);
    int status = CLI_FINE;
    for (size_t i = 0; i < count && status == CLI_FINE; i++)
        status = cli_points_add(points, places[i][0], places[i][1], places[i][2]);
    return status;
}

/* The line of a document that is driven along; a closed one ends where it began. */
static int read_line_of(cli_points *points, const char *path, const pdk_document *document)
{
    const pdk_line_info *line = pdk_document_line_at(document, 0);
    int status = CLI_FINE;
    for (uint64_t first = 0; first < line->points && status == CLI_FINE; first += SAMPLES) {
        uint64_t left = line->points - first;
        status = add_places(points, path, document, first, left < SAMPLES ? (size_t)left : SAMPLES);
    }
    return status == CLI_FINE && line->closed ? add_places(points, path, document, 0, 1) : status;
}

int cli_points_of_path(cli_points *points, const cli_arguments *arguments, const char *path)
{
    cli_arguments reading = *arguments;
    reading.values[CLI_AS] = NULL; /* that is about the surface */
    cli_input input;
    int status = cli_open(&input, &reading, path);
    if (status != CLI_FINE) return status;
    pdk_motion_options options = PDK_MOTION_OPTIONS_INIT;
    options.wheel = arguments->values[CLI_WHEEL];
    pdk_motion *motion;
    pdk_error error;
    if (pdk_motion_open(input.document, &options, &motion, &error) == PDK_OK) {
        status = read_motion(points, path, motion);
        pdk_motion_close(motion);
    } else if (strcmp(error.code, "motion.none") == 0 && options.wheel == NULL &&
               pdk_document_line_count(input.document) > 0) {
        status = read_line_of(points, path, input.document);
    } else {
        status = cli_fail(cli_file_name(path), &error);
    }
    if (status == CLI_FINE) status = cli_unchanged(&input, path);
    cli_close(&input);
    return status;
}
