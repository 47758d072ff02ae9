/* paddock surface sections: heights across a line, again and again along it. */
#include <math.h>
#include <stdlib.h>

#include "along.h"
#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "option_values.h"
#include "options.h"
#include "output.h"

typedef struct sections {
    cli_along along;
    double every, width;
    size_t half;       /* steps on each side of the line */
    size_t count;      /* sections */
    double (*line)[4]; /* of each where it crosses the line, and which way the line goes there */
    double *heights;   /* of each from right to left; NaN = no surface */
    double moved[2];   /* line - moved = the surface's own coordinates: a replay has those */
    double origin[3];  /* of the surface */
} sections;

static size_t across(const sections *made)
{
    return 2 * made->half + 1;
}

/* ------------------------------------------------------------------------------------------------- where they are */

static double length_of(const double from[2], const double to[2])
{
    return hypot(to[0] - from[0], to[1] - from[1]);
}

/* Which way the path goes from a corner on, of length 1; past points that are at one place. */
static void way_from(const cli_along *path, size_t corner, double way[2])
{
    size_t to = corner + 1;
    while (to + 1 < path->corners && !(length_of(path->path[corner], path->path[to]) > 0)) to++;
    double length = length_of(path->path[corner], path->path[to]);
    for (int k = 0; k < 2; k++)
        way[k] = length > 0 ? (path->path[to][k] - path->path[corner][k]) / length : (double)(k == 0);
}

/* In a corner, halfway between both directions. */
static void cross_at(const cli_along *path, size_t corner, double on, double at[4])
{
    double way[2], before[2];
    way_from(path, corner, way);
    for (int k = 0; k < 2; k++) at[k] = path->path[corner][k] + on * way[k];
    if (corner > 0 && !(on > 0)) {
        way_from(path, corner - 1, before);
        double x = way[0] + before[0], y = way[1] + before[1], length = hypot(x, y);
        for (int k = 0; k < 2 && length > 1e-9; k++) way[k] = (k == 0 ? x : y) / length;
    }
    at[2] = way[0];
    at[3] = way[1];
}

static double whole_length(const cli_along *path)
{
    double length = 0;
    for (size_t i = 0; i + 1 < path->corners; i++) length += length_of(path->path[i], path->path[i + 1]);
    return length;
}

static int lay(sections *made)
{
    const cli_along *path = &made->along;
    double length = whole_length(path), begin = 0, count = floor(length / made->every * (1 + 1e-12)) + 1;
    double half = floor(made->width / 2 / path->step * (1 + 1e-9));
    if (!(length > 0)) return cli_usage("sections need a line with a length");
    if (!(count * (2 * half + 1) < 1e12))
        return cli_usage("that many heights are too many; a larger --step makes fewer");
    made->count = (size_t)count;
    made->half = (size_t)half;
    uint64_t size = sizeof *made->line + across(made) * (sizeof *made->heights + 2 * sizeof(double));
    int status = cli_within_memory(path->arguments, path->arguments->operands[0], made->count, size, "sections");
    if (status != CLI_FINE) return status;
    made->line = calloc(made->count, sizeof *made->line);
    made->heights = malloc(made->count * across(made) * sizeof *made->heights);
    if (made->line == NULL || made->heights == NULL) return cli_no_memory("sections");
    size_t corner = 0;
    for (size_t i = 0; i < made->count; i++) {
        double on = fmin((double)i * made->every, length);
        while (corner + 2 < path->corners && on >= begin + length_of(path->path[corner], path->path[corner + 1])) {
            begin += length_of(path->path[corner], path->path[corner + 1]);
            corner++;
        }
        cross_at(path, corner, on - begin, made->line[i]);
    }
    return CLI_FINE;
}

static void place(const sections *made, size_t section, size_t number, double at[2])
{
    const double *line = made->line[section];
    double offset = ((double)number - (double)made->half) * made->along.step;
    at[0] = line[0] - line[3] * offset;
    at[1] = line[1] + line[2] * offset;
}

static void place_on_surface(const sections *made, size_t section, size_t number, double at[2])
{
    place(made, section, number, at);
    for (int k = 0; k < 2; k++) at[k] -= made->moved[k];
}

static double shown(const sections *made, double place, int axis)
{
    return cli_nine_decimals(place - made->moved[axis] + made->origin[axis]);
}

/* -------------------------------------------------------------------------------------------------------- heights */

static bool meet(const pdk_height_index *index, const double at[2], pdk_surface_hint *hint, double *near)
{
    pdk_surface_hit hit;
    bool met = isnan(*near) ? pdk_surface_query(index, at[0], at[1], hint, &hit, 1) > 0
                            : pdk_surface_query_near(index, at[0], at[1], *near, hint, &hit);
    if (met) *near = hit.z;
    return met;
}

/* From the line to one side, each height on the layer of the last. */
static void follow_side(sections *made, const pdk_height_index *index, size_t section, int side)
{
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    double *heights = made->heights + section * across(made), near = heights[made->half] - made->origin[2];
    for (size_t k = 1; k <= made->half; k++) {
        size_t number = side > 0 ? made->half + k : made->half - k;
        double at[2];
        place_on_surface(made, section, number, at);
        heights[number] = meet(index, at, &hint, &near) ? near + made->origin[2] : (double)NAN;
    }
}

/* Along the line first: a section begins on the layer of the one before. */
static void take_heights(sections *made, const cli_surface *surface, const pdk_height_index *index)
{
    pdk_surface_hint hint = PDK_SURFACE_HINT_INIT;
    double near = cli_along_near(surface, &made->along), at[2];
    for (size_t i = 0; i < made->count; i++) {
        place_on_surface(made, i, made->half, at);
        made->heights[i * across(made) + made->half] =
            meet(index, at, &hint, &near) ? near + made->origin[2] : (double)NAN;
        follow_side(made, index, i, 1);
        follow_side(made, index, i, -1);
    }
}

/* --------------------------------------------------------------------------------------------------------- output */

static double offset_of(const sections *made, size_t number)
{
    return cli_nine_decimals(((double)number - (double)made->half) * made->along.step);
}

static void put_csv(cli_out *out, const sections *made)
{
    cli_print(out, "distance,offset,x,y,z\n");
    for (size_t i = 0; i < made->count; i++) {
        for (size_t k = 0; k < across(made); k++) {
            double at[2];
            place(made, i, k, at);
            cli_put_cell(out, cli_nine_decimals((double)i * made->every), ",");
            cli_put_cell(out, offset_of(made, k), ",");
            cli_put_cell(out, shown(made, at[0], 0), ",");
            cli_put_cell(out, shown(made, at[1], 1), ",");
            cli_put_cell(out, cli_nine_decimals(made->heights[i * across(made) + k]), "\n");
        }
    }
}

static void put_section(pdk_json *json, const sections *made, size_t section)
{
    const double *line = made->line[section];
    pdk_json_begin(json, '{');
    pdk_member_number(json, "distance", cli_nine_decimals((double)section * made->every));
    pdk_member_number(json, "x", shown(made, line[0], 0));
    pdk_member_number(json, "y", shown(made, line[1], 1));
    pdk_member_number(json, "heading", cli_nine_decimals(atan2(line[3], line[2])));
    pdk_member_begin(json, "points", '[');
    for (size_t k = 0; k < across(made); k++) {
        pdk_json_begin(json, '{');
        pdk_member_number(json, "offset", offset_of(made, k));
        pdk_member_number(json, "z", cli_nine_decimals(made->heights[section * across(made) + k]));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

static void put_json(cli_out *out, const sections *made)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_number(&json, "every", made->every);
    pdk_member_number(&json, "width", made->width);
    pdk_member_number(&json, "step", made->along.step);
    pdk_member_begin(&json, "sections", '[');
    for (size_t i = 0; i < made->count; i++) put_section(&json, made, i);
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static int put_sections(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out)
{
    sections *made = user;
    size_t heights = made->count * across(made), missing = 0;
    for (int k = 0; k < 3; k++) made->origin[k] = surface->origin[k];
    for (int k = 0; k < 2; k++) made->moved[k] = cli_given(made->along.arguments, CLI_PATH) ? 0 : surface->origin[k];
    take_heights(made, surface, index);
    for (size_t i = 0; i < heights; i++) missing += isnan(made->heights[i]) ? 1 : 0;
    if (missing > 0) cli_note("%s: no surface at %zu of %zu points", cli_file_name(surface->path), missing, heights);
    if (made->along.as_json) put_json(out, made);
    else put_csv(out, made);
    return CLI_FINE;
}

/* Where the index must be true: at every point. */
static int ask(sections *made)
{
    size_t count = made->count * across(made);
    double(*points)[2] = malloc(count * sizeof *points);
    if (points == NULL) return cli_no_memory("sections");
    for (size_t i = 0; i < count; i++) place(made, i / across(made), i % across(made), points[i]);
    cli_places places = { points[0], count, 2, false, cli_given(made->along.arguments, CLI_PATH) };
    int status = cli_surface_ask(made->along.arguments, &places, put_sections, made);
    free(points);
    return status;
}

int cli_surface_sections(const cli_arguments *arguments)
{
    sections made = { .every = 0 };
    if (!cli_given(arguments, CLI_EVERY) || !cli_given(arguments, CLI_WIDTH))
        return cli_usage("`paddock surface sections` needs --every M, from one section to the next, and --width M, how "
                         "far they reach");
    int status = cli_rate_of(arguments, CLI_EVERY, &made.every);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_WIDTH, &made.width);
    if (status != CLI_FINE) return status;
    status = cli_along_begin(arguments, &made.along);
    if (status == CLI_FINE) status = lay(&made);
    if (status == CLI_FINE) status = ask(&made);
    cli_along_end(&made.along);
    free(made.line);
    free(made.heights);
    return status;
}
