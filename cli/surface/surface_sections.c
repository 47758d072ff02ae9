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
    pdk_section_options options;
    size_t count, across;
    pdk_section *all; /* in the coordinates of the line */
    double *heights;  /* of each from right to left; NaN = no surface */
    double moved[2];  /* line - moved = the surface's own coordinates: a replay has those */
    double origin[3]; /* of the surface */
} sections;

static int lay(sections *made)
{
    const cli_along *path = &made->along;
    pdk_error error;
    made->options.path = (const double(*)[2])path->path;
    made->options.corners = path->corners;
    pdk_status laid = pdk_surface_sections_lay(&made->options, NULL, 0, &made->count, &made->across, &error);
    if (laid != PDK_OK) return cli_usage("%s", error.message);
    uint64_t size = sizeof *made->all + made->across * (sizeof *made->heights + 2 * sizeof(double));
    int status = cli_within_memory(path->arguments, path->arguments->operands[0], made->count, size, "sections");
    if (status != CLI_FINE) return status;
    made->all = calloc(made->count, sizeof *made->all);
    made->heights = malloc(made->count * made->across * sizeof *made->heights);
    if (made->all == NULL || made->heights == NULL) return cli_no_memory("sections");
    pdk_surface_sections_lay(&made->options, made->all, made->count, &made->count, &made->across, &error);
    return CLI_FINE;
}

static double offset_of(const sections *made, size_t number)
{
    return ((double)number - (double)(made->across / 2)) * made->options.step;
}

static double shown(const sections *made, double place, int axis)
{
    return cli_nine_decimals(place + made->origin[axis]);
}

/* In the surface's own coordinates. */
static int take_heights(sections *made, const cli_surface *surface, const pdk_height_index *index)
{
    double near = cli_along_near(surface, &made->along);
    pdk_error error;
    made->options.has_height = !isnan(near);
    made->options.height = made->options.has_height ? near : 0;
    for (size_t i = 0; i < made->count; i++) {
        made->all[i].x -= made->moved[0];
        made->all[i].y -= made->moved[1];
    }
    if (pdk_surface_sections(index, made->all, made->count, &made->options, made->heights, &error) != PDK_OK)
        return cli_fail(cli_file_name(surface->path), &error);
    for (size_t i = 0; i < made->count * made->across; i++) made->heights[i] += made->origin[2];
    return CLI_FINE;
}

/* --------------------------------------------------------------------------------------------------------- output */

static void put_csv(cli_out *out, const sections *made)
{
    cli_print(out, "distance,offset,x,y,z\n");
    for (size_t i = 0; i < made->count; i++) {
        for (size_t k = 0; k < made->across; k++) {
            double at[2];
            pdk_section_point(&made->all[i], offset_of(made, k), at);
            cli_put_cell(out, cli_nine_decimals(made->all[i].distance), ",");
            cli_put_cell(out, cli_nine_decimals(offset_of(made, k)), ",");
            cli_put_cell(out, shown(made, at[0], 0), ",");
            cli_put_cell(out, shown(made, at[1], 1), ",");
            cli_put_cell(out, cli_nine_decimals(made->heights[i * made->across + k]), "\n");
        }
    }
}

static void put_section(pdk_json *json, const sections *made, const pdk_section *section, const double *heights)
{
    pdk_json_begin(json, '{');
    pdk_member_number(json, "distance", cli_nine_decimals(section->distance));
    pdk_member_number(json, "x", shown(made, section->x, 0));
    pdk_member_number(json, "y", shown(made, section->y, 1));
    pdk_member_number(json, "heading", cli_nine_decimals(section->heading));
    pdk_member_begin(json, "points", '[');
    for (size_t k = 0; k < made->across; k++) {
        pdk_json_begin(json, '{');
        pdk_member_number(json, "offset", cli_nine_decimals(offset_of(made, k)));
        pdk_member_number(json, "z", cli_nine_decimals(heights[k]));
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
    pdk_json_end(json, '}');
}

static void put_json(cli_out *out, const sections *made)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_number(&json, "every", made->options.every);
    pdk_member_number(&json, "width", made->options.width);
    pdk_member_number(&json, "step", made->options.step);
    pdk_member_begin(&json, "sections", '[');
    for (size_t i = 0; i < made->count; i++) put_section(&json, made, &made->all[i], made->heights + i * made->across);
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static int put_sections(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out)
{
    sections *made = user;
    size_t heights = made->count * made->across, missing = 0;
    for (int k = 0; k < 3; k++) made->origin[k] = surface->origin[k];
    for (int k = 0; k < 2; k++) made->moved[k] = cli_given(made->along.arguments, CLI_PATH) ? 0 : surface->origin[k];
    int status = take_heights(made, surface, index);
    if (status != CLI_FINE) return status;
    for (size_t i = 0; i < heights; i++) missing += isnan(made->heights[i]) ? 1 : 0;
    if (missing > 0) cli_note("%s: no surface at %zu of %zu points", cli_file_name(surface->path), missing, heights);
    if (made->along.as_json) put_json(out, made);
    else put_csv(out, made);
    return CLI_FINE;
}

/* Where the index must be true: at every point. */
static int ask(sections *made)
{
    size_t count = made->count * made->across;
    double(*points)[2] = malloc(count * sizeof *points);
    if (points == NULL) return cli_no_memory("sections");
    for (size_t i = 0; i < count; i++)
        pdk_section_point(&made->all[i / made->across], offset_of(made, i % made->across), points[i]);
    cli_places places = { points[0], count, 2, false, cli_given(made->along.arguments, CLI_PATH) };
    int status = cli_surface_ask(made->along.arguments, &places, put_sections, made);
    free(points);
    return status;
}

int cli_surface_sections(const cli_arguments *arguments)
{
    sections made = { .options = PDK_SECTION_OPTIONS_INIT };
    if (!cli_given(arguments, CLI_EVERY) || !cli_given(arguments, CLI_WIDTH))
        return cli_usage("`paddock surface sections` needs --every M, from one section to the next, and --width M, how "
                         "far they reach");
    int status = cli_rate_of(arguments, CLI_EVERY, &made.options.every);
    if (status == CLI_FINE) status = cli_rate_of(arguments, CLI_WIDTH, &made.options.width);
    if (status != CLI_FINE) return status;
    status = cli_along_begin(arguments, &made.along);
    made.options.step = made.along.step;
    if (status == CLI_FINE) status = lay(&made);
    if (status == CLI_FINE) status = ask(&made);
    cli_along_end(&made.along);
    free(made.all);
    free(made.heights);
    return status;
}
