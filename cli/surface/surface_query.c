/* paddock surface query: what is at these points? */
#include <math.h>
#include <stdlib.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "layout.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "surface.h"

enum { MAX_LAYERS = 256 };

static int collect_points(const cli_arguments *arguments, cli_points *points)
{
    int status = CLI_FINE, at = 0;
    const char *text;
    while (status == CLI_FINE && (text = cli_next_value(arguments, CLI_AT, &at)) != NULL) {
        double point[2];
        status = cli_point_of("at", text, point);
        if (status == CLI_FINE) status = cli_points_add(points, point[0], point[1], NAN);
    }
    if (status == CLI_FINE && cli_given(arguments, CLI_COORDINATES))
        status = cli_points_read(points, arguments->values[CLI_COORDINATES]);
    if (status == CLI_FINE && cli_given(arguments, CLI_PATH))
        status = cli_points_of_path(points, arguments, arguments->values[CLI_PATH]);
    if (status == CLI_FINE && points->count == 0)
        status = cli_usage("`paddock surface query` needs points: --at X,Y, --coordinates FILE or --path FILE");
    return status;
}

/* Nearest to a height first. */
static void sort_by_distance(pdk_surface_hit *hits, size_t count, double near)
{
    for (size_t i = 1; i < count; i++) {
        pdk_surface_hit moved = hits[i];
        size_t at = i;
        for (; at > 0 && fabs(hits[at - 1].z - near) > fabs(moved.z - near); at--) hits[at] = hits[at - 1];
        hits[at] = moved;
    }
}

static void put_json_point(pdk_json *json, const double *point, const pdk_surface_hit *hits, size_t count)
{
    pdk_json_begin(json, '{');
    pdk_member_number(json, "x", point[0]);
    pdk_member_number(json, "y", point[1]);
    pdk_member_begin(json, "hits", '[');
    for (size_t i = 0; i < count; i++) {
        pdk_json_begin(json, '{');
        pdk_member_number(json, "z", hits[i].z);
        pdk_member_numbers(json, "normal", hits[i].normal, 3);
        pdk_member_natural(json, "triangle", hits[i].triangle);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

/* A line for each layer; a point without surface has one whose cells are empty. */
static void put_csv_point(cli_out *out, size_t number, const double *point, const pdk_surface_hit *hits, size_t count)
{
    for (size_t i = 0; i < (count > 0 ? count : 1); i++) {
        cli_print(out, "%zu,", number);
        cli_put_number(out, point[0], PDK_FLOAT64, ",");
        cli_put_number(out, point[1], PDK_FLOAT64, ",");
        if (count == 0) {
            cli_print(out, ",,,,\n");
            continue;
        }
        cli_put_number(out, hits[i].z, PDK_FLOAT64, ",");
        for (int axis = 0; axis < 3; axis++) cli_put_number(out, hits[i].normal[axis], PDK_FLOAT64, ",");
        cli_print(out, "%llu\n", (unsigned long long)hits[i].triangle);
    }
}

/* The questions, and how they are answered. */
typedef struct asking {
    cli_points points;
    double near;
    bool as_json;
    bool says_outside; /* points of a path: people do not look at each line of them */
} asking;

static void say_outside(const cli_surface *surface, size_t outside, size_t points)
{
    char left[32], all[32];
    cli_note("%s: %s of %s points of the path are outside the surface", cli_file_name(surface->path),
             cli_grouped(left, outside), cli_grouped(all, points));
}

static int put_all(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out)
{
    enum { REPORT = 1 << 10 };
    const asking *asked = user;
    size_t points = asked->points.count, met = 0;
    int status = CLI_FINE;
    pdk_json json = { .output = out->output, .indent = points == 1 ? 2 : 0 };
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    if (asked->as_json) pdk_json_begin(&json, '[');
    else cli_print(out, "point,x,y,z,normal_x,normal_y,normal_z,triangle\n");
    cli_progress_begin(&surface->progress, "asking");
    for (size_t i = 0; i < points; i++) {
        if (i % REPORT == 0 && !cli_progress_step(&surface->progress, i, points)) {
            status = CLI_INTERRUPTED;
            break;
        }
        const double *own = asked->points.at[i], *origin = surface->origin;
        double point[2] = { cli_nine_decimals(own[0] + origin[0]), cli_nine_decimals(own[1] + origin[1]) };
        pdk_surface_hit hits[MAX_LAYERS];
        size_t count = pdk_surface_query(index, own[0], own[1], &hint, hits, MAX_LAYERS);
        if (count > MAX_LAYERS) count = MAX_LAYERS;
        double wanted = isnan(own[2]) ? asked->near - origin[2] : own[2];
        if (!isnan(wanted)) sort_by_distance(hits, count, wanted);
        for (size_t k = 0; k < count; k++) {
            hits[k].z = cli_nine_decimals(hits[k].z + origin[2]);
            for (int axis = 0; axis < 3; axis++) hits[k].normal[axis] = cli_nine_decimals(hits[k].normal[axis]);
        }
        met += count > 0;
        if (asked->as_json) put_json_point(&json, point, hits, count);
        else put_csv_point(out, i, point, hits, count);
    }
    cli_progress_end(&surface->progress);
    if (status == CLI_FINE && met < points && asked->says_outside) say_outside(surface, points - met, points);
    if (asked->as_json && status == CLI_FINE) {
        pdk_json_end(&json, ']');
        cli_print(out, "\n");
    }
    return status;
}

int cli_surface_query(const cli_arguments *arguments)
{
    asking asked = { .near = NAN, .as_json = cli_given(arguments, CLI_JSON) };
    int status = collect_points(arguments, &asked.points);
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_NEAR, &asked.near);
    if (status == CLI_FINE) {
        asked.says_outside = cli_given(arguments, CLI_PATH);
        cli_places places = { asked.points.at[0], asked.points.count, 3, false, asked.says_outside };
        status = cli_surface_ask(arguments, &places, put_all, &asked);
    }
    free(asked.points.at);
    return status;
}
