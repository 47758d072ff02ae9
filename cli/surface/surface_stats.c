/* paddock surface stats: a surface in numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "layout.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "surface.h"

enum { UNIT_SIZE = 32, SQUARE_SIZE = 48 };

static void put_range(pdk_json *json, const char *key, double least, const double *mean, double most)
{
    pdk_member_begin(json, key, '{');
    pdk_member_number(json, "min", least);
    if (mean != NULL) pdk_member_number(json, "mean", *mean);
    pdk_member_number(json, "max", most);
    pdk_json_end(json, '}');
}

static void put_edges(pdk_json *json, const pdk_surface_stats *stats)
{
    pdk_member_begin(json, "edges", '{');
    pdk_member_natural(json, "total", stats->edges.total);
    pdk_member_natural(json, "shared", stats->edges.shared);
    pdk_member_natural(json, "boundary", stats->edges.boundary);
    pdk_member_natural(json, "non_manifold", stats->edges.non_manifold);
    pdk_member_natural(json, "inconsistent", stats->edges.inconsistent);
    pdk_json_end(json, '}');
}

/* The stored float of a bound, or its sum with an origin: the type that has the fewest digits. */
static pdk_type bound_type(const double origin[3], int axis)
{
    return origin[axis] == 0 ? PDK_FLOAT32 : PDK_FLOAT64;
}

static void put_bound(pdk_json *json, const char *key, const double bound[3], const double origin[3])
{
    pdk_member_begin(json, key, '[');
    for (int axis = 0; axis < 3; axis++) {
        if (bound_type(origin, axis) == PDK_FLOAT32) pdk_json_float(json, (float)bound[axis]);
        else pdk_json_number(json, bound[axis]);
    }
    pdk_json_end(json, ']');
}

/* What lengths are in: metres, unless the file says otherwise. */
static const char *unit_of(const pdk_document *document)
{
    const pdk_surface_info *info = pdk_document_surface_at(document, 0);
    return info != NULL && info->unit != NULL ? info->unit : "m";
}

static void put_json(cli_out *out, const pdk_surface_stats *stats, const double origin[3], const char *unit)
{
    pdk_json json = { .output = out->output, .indent = 2 };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "unit", unit);
    pdk_member_natural(&json, "points", stats->points);
    pdk_member_natural(&json, "triangles", stats->triangles);
    pdk_member_begin(&json, "bounds", '{');
    put_bound(&json, "min", stats->minimum, origin);
    put_bound(&json, "max", stats->maximum, origin);
    pdk_json_end(&json, '}');
    pdk_member_number(&json, "area", stats->area);
    pdk_member_number(&json, "area_projected", stats->area_projected);
    put_edges(&json, stats);
    pdk_member_natural(&json, "boundary_loops", stats->boundary_loops);
    pdk_member_number(&json, "boundary_length", stats->boundary_length);
    pdk_member_natural(&json, "components", stats->components);
    pdk_member_natural(&json, "degenerate", stats->degenerate);
    pdk_member_natural(&json, "duplicate_points", stats->duplicate_points);
    pdk_member_natural(&json, "duplicate_triangles", stats->duplicate_triangles);
    pdk_member_natural(&json, "unused_points", stats->unused_points);
    pdk_member_integer(&json, "euler", stats->euler);
    pdk_member_numbers(&json, "mean", stats->mean, 3);
    pdk_member_numbers(&json, "normal", stats->normal, 3);
    put_range(&json, "slope", stats->slope_min, NULL, stats->slope_max);
    put_range(&json, "edge_length", stats->edge_length_min, &stats->edge_length_mean, stats->edge_length_max);
    put_range(&json, "triangle_area", stats->triangle_area_min, NULL, stats->triangle_area_max);
    pdk_member_natural(&json, "flipped", stats->flipped);
    pdk_member_natural(&json, "points_not_finite", stats->points_not_finite);
    pdk_member_natural(&json, "triangles_not_finite", stats->triangles_not_finite);
    pdk_member_natural(&json, "triangles_out_of_range", stats->triangles_out_of_range);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

/* ------------------------------------------------------------------------------------------------------- for people */

static void put_label(cli_out *out, const char *label)
{
    cli_print(out, "  %-18s", label);
}

static void put_count(cli_out *out, const char *label, uint64_t count, const char *note)
{
    char buffer[32];
    put_label(out, label);
    cli_print(out, "%s%s%s\n", cli_grouped(buffer, count), note != NULL ? "  " : "", note != NULL ? note : "");
}

/* Zero needs no line. */
static void put_trouble(cli_out *out, const char *label, uint64_t count)
{
    if (count > 0) put_count(out, label, count, NULL);
}

/* What is calculated, with this many digits; never with an exponent, as areas of large tracks would have. */
static const char *digits(char buffer[PDK_NUMBER_SIZE], int count, double value)
{
    snprintf(buffer, PDK_NUMBER_SIZE, "%.*g", count, value);
    pdk_format_number(buffer, strtod(buffer, NULL), PDK_FLOAT64);
    return buffer;
}

static void put_bounds(cli_out *out, const pdk_surface_stats *stats, const double origin[3], const char *unit)
{
    char buffer[PDK_NUMBER_SIZE];
    for (int axis = 0; axis < 3; axis++) {
        if (isnan(stats->minimum[axis])) return;
        cli_print(out, "  %c                 ", "xyz"[axis]);
        cli_put_number(out, stats->minimum[axis], bound_type(origin, axis), " to ");
        cli_put_number(out, stats->maximum[axis], bound_type(origin, axis), " ");
        cli_print(out, "%s, %s %s\n", unit, digits(buffer, 6, stats->maximum[axis] - stats->minimum[axis]), unit);
    }
}

static void put_range_text(cli_out *out, const char *label, double least, double most, const char *unit)
{
    char rooms[2][PDK_NUMBER_SIZE];
    cli_print(out, "  %-18s%s to %s %s", label, digits(rooms[0], 4, least), digits(rooms[1], 4, most), unit);
}

static void put_sheet(cli_out *out, const pdk_surface_stats *stats, const char *unit)
{
    char rooms[4][PDK_NUMBER_SIZE], square[SQUARE_SIZE];
    snprintf(square, sizeof square, strcmp(unit, "m") == 0 ? "m2" : "square %s", unit);
    cli_print(out, "  %-18s%s %s, %s %s seen from above\n", "area", digits(rooms[0], 7, stats->area), square,
              digits(rooms[1], 7, stats->area_projected), square);
    if (stats->area > 0) {
        put_range_text(out, "slope", stats->slope_min, stats->slope_max, "degrees\n");
        put_range_text(out, "triangle area", stats->triangle_area_min, stats->triangle_area_max, square);
        cli_print(out, "\n");
    }
    if (stats->edges.total > 0) {
        put_range_text(out, "edge length", stats->edge_length_min, stats->edge_length_max, unit);
        cli_print(out, ", mean %s %s\n", digits(rooms[0], 4, stats->edge_length_mean), unit);
    }
    cli_print(out, "  %-18s%s: %s shared, %s on the boundary, %s in more than two triangles\n", "edges",
              cli_grouped(rooms[0], stats->edges.total), cli_grouped(rooms[1], stats->edges.shared),
              cli_grouped(rooms[2], stats->edges.boundary), cli_grouped(rooms[3], stats->edges.non_manifold));
    cli_print(out, "  %-18s%s, %s %s long\n", "boundary loops", cli_grouped(rooms[0], stats->boundary_loops),
              digits(rooms[1], 7, stats->boundary_length), unit);
    put_count(out, "parts", stats->components, NULL);
    cli_print(out, "  %-18s%lld\n", "Euler", (long long)stats->euler);
}

static void put_text(cli_out *out, const char *path, const pdk_surface_stats *stats, const double origin[3],
                     const char *unit)
{
    cli_heading(out, cli_file_name(path));
    cli_print(out, "\n");
    put_count(out, "points", stats->points, NULL);
    put_count(out, "triangles", stats->triangles, NULL);
    put_bounds(out, stats, origin, unit);
    if (stats->triangles > 0) put_sheet(out, stats, unit);
    put_trouble(out, "opposite facing", stats->edges.inconsistent);
    put_trouble(out, "facing down", stats->flipped);
    put_trouble(out, "no area", stats->degenerate);
    put_trouble(out, "duplicate points", stats->duplicate_points);
    put_trouble(out, "double triangles", stats->duplicate_triangles);
    if (stats->triangles > 0) put_trouble(out, "unused points", stats->unused_points);
    put_trouble(out, "not finite", stats->points_not_finite);
    put_trouble(out, "triangles there", stats->triangles_not_finite);
    put_trouble(out, "invalid triangles", stats->triangles_out_of_range);
}

int cli_surface_stats(const cli_arguments *arguments)
{
    const char *path = arguments->operands[0];
    cli_surface_input input;
    pdk_surface_stats stats;
    pdk_error error;
    int status = cli_open_surface(&input, arguments, path, "measuring");
    if (status != CLI_FINE) return status;
    if (pdk_surface_measure(&input.surface, &input.options, &stats, &error) != PDK_OK) {
        status = cli_fail(cli_file_name(path), &error);
    }
    cli_progress_end(&input.progress);
    if (status == CLI_FINE) status = cli_unchanged(&input.input, path);
    char unit[UNIT_SIZE];
    snprintf(unit, sizeof unit, "%s", unit_of(input.options.document));
    cli_close_surface(&input);
    if (status != CLI_FINE) return status;
    cli_out out;
    status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, &stats, input.options.origin, unit);
    else put_text(&out, path, &stats, input.options.origin, unit);
    return cli_close_out(&out, CLI_FINE);
}
