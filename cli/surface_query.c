/* paddock surface query: what is at these points? */
#include <math.h>
#include <stdlib.h>

#include "cli.h"

enum { MOST_LAYERS = 256 };

static int collect_points(const cli_arguments *arguments, cli_points *points)
{
    int status = CLI_FINE, at = 0;
    const char *text;
    while (status == CLI_FINE && (text = cli_next_value(arguments, CLI_AT, &at)) != NULL) {
        double point[2];
        status = cli_point_of("at", text, point);
        if (status == CLI_FINE) status = cli_points_add(points, point[0], point[1], NAN);
    }
    if (status == CLI_FINE && cli_given(arguments, CLI_POINTS_FILE)) status = cli_points_read(points, arguments->values[CLI_POINTS_FILE]);
    if (status == CLI_FINE && cli_given(arguments, CLI_PATH)) status = cli_points_of_replay(points, arguments, arguments->values[CLI_PATH]);
    if (status == CLI_FINE && points->count == 0) status = cli_usage("which points? --at X,Y names one, --points FILE a table of them, --path REPLAY a car's");
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
    pdk_json_key(json, "x");
    pdk_json_number(json, point[0]);
    pdk_json_key(json, "y");
    pdk_json_number(json, point[1]);
    pdk_json_key(json, "hits");
    pdk_json_begin(json, '[');
    for (size_t i = 0; i < count; i++) {
        pdk_json_begin(json, '{');
        pdk_json_key(json, "z");
        pdk_json_number(json, hits[i].z);
        pdk_json_key(json, "normal");
        pdk_json_begin(json, '[');
        for (int axis = 0; axis < 3; axis++) pdk_json_number(json, hits[i].normal[axis]);
        pdk_json_end(json, ']');
        pdk_json_key(json, "triangle");
        pdk_json_natural(json, hits[i].triangle);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

static void put_number(cli_out *out, double value, char behind)
{
    char text[PDK_NUMBER_ROOM];
    text[pdk_format_number(text, value, PDK_FLOAT64)] = '\0';
    cli_print(out, "%s%c", text, behind);
}

/* A line for each layer; a point without surface has one whose cells are empty. */
static void put_csv_point(cli_out *out, size_t number, const double *point, const pdk_surface_hit *hits, size_t count)
{
    for (size_t i = 0; i < (count > 0 ? count : 1); i++) {
        cli_print(out, "%zu,", number);
        put_number(out, point[0], ',');
        put_number(out, point[1], ',');
        if (count == 0) {
            cli_print(out, ",,,,\r\n");
            continue;
        }
        put_number(out, hits[i].z, ',');
        for (int axis = 0; axis < 3; axis++) put_number(out, hits[i].normal[axis], ',');
        cli_print(out, "%llu\r\n", (unsigned long long)hits[i].triangle);
    }
}

static int put_all(cli_out *out, const cli_arguments *arguments, cli_progress *progress, const pdk_height_index *index,
                   const cli_points *points, double near)
{
    enum { REPORT = 1 << 10 };
    bool as_json = cli_given(arguments, CLI_JSON);
    pdk_json json = { .output = out->output, .indent = points->count == 1 ? 2 : 0 };
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    if (as_json) pdk_json_begin(&json, '[');
    else cli_print(out, "point,x,y,z,normal_x,normal_y,normal_z,triangle\r\n");
    for (size_t i = 0; i < points->count; i++) {
        if (i % REPORT == 0 && !cli_progress_step(progress, i, points->count)) return CLI_INTERRUPTED;
        const double *point = points->at[i];
        pdk_surface_hit hits[MOST_LAYERS];
        size_t count = pdk_surface_query(index, point[0], point[1], &hint, hits, MOST_LAYERS);
        if (count > MOST_LAYERS) count = MOST_LAYERS;
        double wanted = isnan(point[2]) ? near : point[2];
        if (!isnan(wanted)) sort_by_distance(hits, count, wanted);
        if (as_json) put_json_point(&json, point, hits, count);
        else put_csv_point(out, i, point, hits, count);
    }
    if (!as_json) return CLI_FINE;
    pdk_json_end(&json, ']');
    cli_print(out, "\n");
    return CLI_FINE;
}

static int query(const cli_arguments *arguments, const cli_points *points, double near)
{
    cli_surface surface;
    pdk_height_index *index = NULL;
    cli_out out;
    int status = cli_surface_open(&surface, arguments, arguments->operands[1]);
    if (status != CLI_FINE) return status;
    status = cli_surface_index(&surface, arguments, &index);
    if (status == CLI_FINE) status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status == CLI_FINE) {
        cli_progress_begin(&surface.progress, "asking");
        status = put_all(&out, arguments, &surface.progress, index, points, near);
        cli_progress_end(&surface.progress);
        if (status == CLI_FINE) status = cli_unchanged(&surface.input, surface.path);
        status = cli_close_out(&out, status);
    }
    pdk_height_index_close(index);
    cli_surface_close(&surface);
    return status;
}

int cli_surface_query(const cli_arguments *arguments)
{
    if (arguments->count != 2) return cli_usage("surface query asks one file: paddock surface query FILE --at X,Y");
    cli_points points = { NULL, 0, 0 };
    double near = NAN;
    int status = collect_points(arguments, &points);
    if (status == CLI_FINE) status = cli_metres_of(arguments, CLI_NEAR, &near);
    if (status == CLI_FINE) status = query(arguments, &points, near);
    free(points.at);
    return status;
}
