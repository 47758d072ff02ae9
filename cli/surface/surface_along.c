/* What the tools that follow a line or path share. */
#include <math.h>
#include <stdlib.h>

#include "along.h"
#include "arguments.h"
#include "exit_status.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "target.h"

static int take_corners(cli_along *made, const cli_points *points, bool of_replay)
{
    made->path = malloc((points->count + 1) * sizeof *made->path);
    if (made->path == NULL) return cli_no_memory("a path");
    for (size_t i = 0; i < points->count; i++) {
        made->path[i][0] = points->at[i][0];
        made->path[i][1] = points->at[i][1];
    }
    made->corners = points->count;
    if (isnan(made->near) && points->count > 0) {
        made->near = points->at[0][2];
        made->near_of_replay = of_replay;
    }
    return CLI_FINE;
}

static int read_path(const cli_arguments *arguments, cli_along *made)
{
    cli_points points = { NULL, 0, 0 };
    int status = CLI_FINE;
    if (cli_given(arguments, CLI_LINE)) {
        double(*line)[2];
        size_t count;
        status = cli_line_of(arguments, &line, &count);
        for (size_t i = 0; i < count && status == CLI_FINE; i++)
            status = cli_points_add(&points, line[i][0], line[i][1], NAN);
        free(line);
    } else if (cli_given(arguments, CLI_COORDINATES)) {
        status = cli_points_read(&points, arguments->values[CLI_COORDINATES]);
    } else if (cli_given(arguments, CLI_PATH)) {
        status = cli_points_of_path(&points, arguments, arguments->values[CLI_PATH]);
    } else {
        char buffer[32];
        status = cli_usage("`paddock %s` needs a line: --line X,Y,X,Y, --coordinates FILE or --path FILE",
                           cli_full_name(arguments->verb, buffer));
    }
    if (status == CLI_FINE && points.count == 0) status = cli_usage("the path has no points");
    if (status == CLI_FINE) status = take_corners(made, &points, cli_given(arguments, CLI_PATH));
    free(points.at);
    return status;
}

double cli_along_near(const cli_surface *surface, const cli_along *made)
{
    return made->near - (made->near_of_replay ? 0 : surface->origin[2]);
}

int cli_along_follow(const cli_surface *surface, const pdk_height_index *index, cli_along *made)
{
    pdk_error error;
    pdk_profile_options how = { .struct_size = sizeof how, .step = made->step, .has_height = !isnan(made->near) };
    if (how.has_height) how.height = cli_along_near(surface, made);
    const double(*path)[2] = (const double(*)[2])made->path;
    pdk_status status = pdk_surface_profile(index, path, made->corners, &how, NULL, 0, &made->count, &error);
    if (status == PDK_OK) {
        /* Roughness takes two doubles a sample more, and its spectrum two. */
        uint64_t size = sizeof *made->points + 4 * sizeof(double);
        int within = cli_within_memory(made->arguments, surface->path, made->count, size, "a profile");
        if (within != CLI_FINE) return within;
        made->points =
            made->count < SIZE_MAX / sizeof *made->points ? malloc(made->count * sizeof *made->points) : NULL;
        if (made->points == NULL) return cli_no_memory("that many samples; a larger --step makes fewer");
        status = pdk_surface_profile(index, path, made->corners, &how, made->points, made->count, &made->count, &error);
    }
    for (size_t i = 0; i < made->count && status == PDK_OK; i++) {
        made->points[i].x += surface->origin[0];
        made->points[i].y += surface->origin[1];
        made->points[i].z += surface->origin[2];
    }
    return status == PDK_OK ? CLI_FINE : cli_fail(cli_file_name(surface->path), &error);
}

int cli_along_begin(const cli_arguments *arguments, cli_along *made)
{
    *made = (cli_along){ .arguments = arguments, .near = NAN, .step = 0.05, .as_json = cli_given(arguments, CLI_JSON) };
    int status = cli_metres_of(arguments, CLI_STEP, &made->step);
    if (status == CLI_FINE && !(made->step > 0))
        status = cli_usage("--step takes a number of metres above 0, not \"%s\"", arguments->values[CLI_STEP]);
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_NEAR, &made->near);
    return status == CLI_FINE ? read_path(arguments, made) : status;
}

void cli_along_end(cli_along *made)
{
    free(made->path);
    free(made->points);
}

int cli_along_ask(cli_along *made, cli_surface_asker ask, void *user)
{
    cli_places places = { made->path[0], made->corners, 2, true, cli_given(made->arguments, CLI_PATH) };
    return cli_surface_ask(made->arguments, &places, ask, user);
}

void cli_put_cell(cli_out *out, double value, const char *end)
{
    if (isnan(value)) cli_print(out, "%s", end);
    else cli_put_number(out, value, PDK_FLOAT64, end);
}
