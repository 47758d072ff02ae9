/* paddock surface profile and roughness: heights along a line or path, and how rough they are. */
#include <math.h>
#include <stdlib.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "surface.h"
#include "target.h"

/* A profile and what it was made from. */
typedef struct track {
    const cli_arguments *arguments;
    double (*path)[2];
    size_t corners;
    double near, step;
    bool near_of_replay; /* `near` is a height of the replay, in the surface's own coordinates */
    bool as_json;
    pdk_profile_point *points;
    size_t count;
} track;

static int take_corners(track *made, const cli_points *points, bool of_replay)
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

static int read_path(const cli_arguments *arguments, track *made)
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

static int follow(const cli_surface *surface, const pdk_height_index *index, track *made)
{
    pdk_error error;
    pdk_profile_options how = { .struct_size = sizeof how, .step = made->step, .has_height = !isnan(made->near) };
    if (how.has_height) how.height = made->near - (made->near_of_replay ? 0 : surface->origin[2]);
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

/* ------------------------------------------------------------------------------------------------------ profile */

/* As it is printed; roughness is measured before. */
static pdk_profile_point rounded(const pdk_profile_point *point)
{
    pdk_profile_point made = { .has_surface = point->has_surface,
                               .distance = cli_nine_decimals(point->distance),
                               .x = cli_nine_decimals(point->x),
                               .y = cli_nine_decimals(point->y),
                               .z = cli_nine_decimals(point->z) };
    for (int axis = 0; axis < 3; axis++) made.normal[axis] = cli_nine_decimals(point->normal[axis]);
    return made;
}

/* Empty where there is no surface. */
static void put_cell(cli_out *out, double value, const char *end)
{
    if (isnan(value)) cli_print(out, "%s", end);
    else cli_put_number(out, value, PDK_FLOAT64, end);
}

static void put_csv(cli_out *out, const track *made)
{
    cli_print(out, "distance,x,y,z,normal_x,normal_y,normal_z\n");
    for (size_t i = 0; i < made->count; i++) {
        const pdk_profile_point shown = rounded(&made->points[i]), *point = &shown;
        put_cell(out, point->distance, ",");
        put_cell(out, point->x, ",");
        put_cell(out, point->y, ",");
        put_cell(out, point->z, ",");
        put_cell(out, point->normal[0], ",");
        put_cell(out, point->normal[1], ",");
        put_cell(out, point->normal[2], "\n");
    }
}

static void put_profile_json(cli_out *out, const track *made)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_number(&json, "step", made->step);
    pdk_member_begin(&json, "points", '[');
    for (size_t i = 0; i < made->count; i++) {
        const pdk_profile_point shown = rounded(&made->points[i]), *point = &shown;
        pdk_json_begin(&json, '{');
        pdk_member_number(&json, "distance", point->distance);
        pdk_member_number(&json, "x", point->x);
        pdk_member_number(&json, "y", point->y);
        pdk_member_number(&json, "z", point->z);
        pdk_member_numbers(&json, "normal", point->normal, 3);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

/* ---------------------------------------------------------------------------------------------------- roughness */

/* The longest run of samples with a height. */
static void longest_run(const track *made, size_t *first, size_t *count)
{
    *first = *count = 0;
    for (size_t i = 0, begin = 0; i < made->count; i++) {
        if (isnan(made->points[i].z)) begin = i + 1;
        if (i + 1 - begin <= *count) continue;
        *first = begin;
        *count = i + 1 - begin;
    }
}

typedef struct measured {
    pdk_roughness roughness;
    double *heights, *densities;
    size_t first, count, window;
} measured;

static int measure(const cli_surface *surface, const track *made, measured *got)
{
    longest_run(made, &got->first, &got->count);
    got->heights = malloc((got->count + 1) * sizeof(double));
    got->densities = malloc((got->count + 1) * sizeof(double));
    if (got->heights == NULL || got->densities == NULL) return cli_no_memory("a profile");
    for (size_t i = 0; i < got->count; i++) got->heights[i] = made->points[got->first + i].z;
    if (got->count < made->count) {
        cli_note("%s: the path leaves the surface; measured is the longest stretch on it, from %g m on for %g m",
                 cli_file_name(surface->path), made->points[got->first].distance,
                 got->count > 0 ? (double)(got->count - 1) * made->step : 0);
    }
    pdk_error error;
    if (pdk_roughness_of(got->heights, got->count, made->step, &got->roughness, &error) != PDK_OK)
        return cli_usage("%s", error.message);
    for (got->window = 16; got->window * 4 <= got->count;) got->window *= 2;
    if (pdk_spectrum_of(got->heights, got->count, made->step, got->window, got->densities, &error) != PDK_OK)
        return cli_usage("%s", error.message);
    return CLI_FINE;
}

static void put_roughness_json(cli_out *out, const track *made, const measured *got)
{
    const pdk_roughness *roughness = &got->roughness;
    char road_class[2] = { roughness->road_class, '\0' };
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_number(&json, "from", made->points[got->first].distance);
    pdk_member_number(&json, "length", (double)(got->count - 1) * made->step);
    pdk_member_number(&json, "step", made->step);
    pdk_member_number(&json, "iri", roughness->iri);
    pdk_member_number(&json, "rms", roughness->rms);
    pdk_member_number(&json, "density", roughness->density);
    pdk_member_number(&json, "exponent", roughness->exponent);
    pdk_member_text(&json, "class", roughness->has_road_class ? road_class : NULL);
    pdk_member_begin(&json, "spectrum", '[');
    for (size_t i = 1; i <= got->window / 2; i++) {
        pdk_json_begin(&json, '{');
        pdk_member_number(&json, "wavenumber", (double)i / ((double)got->window * made->step));
        pdk_member_number(&json, "density", got->densities[i]);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static void put_roughness_text(cli_out *out, const track *made, const measured *got)
{
    const pdk_roughness *roughness = &got->roughness;
    double length = (double)(got->count - 1) * made->step;
    cli_print(out, "length      %.3f m, a height every %g m\n", length, made->step);
    cli_print(out, "IRI         %.3f m/km%s\n", roughness->iri,
              length < 100 ? " (over less than 100 m: an indication)" : "");
    cli_print(out, "rms         %.3f mm about the trend\n", 1000 * roughness->rms);
    if (!roughness->has_road_class) cli_print(out, "ISO 8608    too short to say\n");
    else
        cli_print(out, "ISO 8608    class %c: %.4g m^3 at 0.1 cycles/m; the exponent that fits best is %.2f\n",
                  roughness->road_class, roughness->density, roughness->exponent);
}

/* -------------------------------------------------------------------------------------------------------- both */

static int put_profile(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out)
{
    track *made = user;
    int status = follow(surface, index, made);
    size_t outside = 0;
    for (size_t i = 0; i < made->count && status == CLI_FINE; i++) outside += isnan(made->points[i].z) ? 1 : 0;
    if (outside > 0) {
        cli_note("%s: no surface at %zu of %zu samples", cli_file_name(surface->path), outside, made->count);
    }
    if (status == CLI_FINE && made->as_json) put_profile_json(out, made);
    else if (status == CLI_FINE) put_csv(out, made);
    return status;
}

static int put_roughness(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out)
{
    track *made = user;
    measured got = { .heights = NULL };
    int status = follow(surface, index, made);
    if (status == CLI_FINE) status = measure(surface, made, &got);
    if (status == CLI_FINE && made->as_json) put_roughness_json(out, made, &got);
    else if (status == CLI_FINE) put_roughness_text(out, made, &got);
    free(got.heights);
    free(got.densities);
    return status;
}

static int run(const cli_arguments *arguments, cli_surface_asker ask)
{
    track made = { .arguments = arguments, .near = NAN, .step = 0.05, .as_json = cli_given(arguments, CLI_JSON) };
    int status = cli_metres_of(arguments, CLI_STEP, &made.step);
    if (status == CLI_FINE && !(made.step > 0))
        status = cli_usage("--step takes a number of metres above 0, not \"%s\"", arguments->values[CLI_STEP]);
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_NEAR, &made.near);
    if (status == CLI_FINE) status = read_path(arguments, &made);
    if (status == CLI_FINE) {
        cli_places places = { made.path[0], made.corners, 2, true, cli_given(arguments, CLI_PATH) };
        status = cli_surface_ask(arguments, &places, ask, &made);
    }
    free(made.path);
    free(made.points);
    return status;
}

int cli_surface_profile(const cli_arguments *arguments)
{
    return run(arguments, put_profile);
}
int cli_surface_roughness(const cli_arguments *arguments)
{
    return run(arguments, put_roughness);
}
