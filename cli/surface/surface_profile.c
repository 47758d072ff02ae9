/* paddock surface profile: heights along a line or path. */
#include <math.h>

#include "along.h"
#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "output.h"

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

static void put_csv(cli_out *out, const cli_along *made)
{
    cli_print(out, "distance,x,y,z,normal_x,normal_y,normal_z\n");
    for (size_t i = 0; i < made->count; i++) {
        const pdk_profile_point shown = rounded(&made->points[i]), *point = &shown;
        cli_put_cell(out, point->distance, ",");
        cli_put_cell(out, point->x, ",");
        cli_put_cell(out, point->y, ",");
        cli_put_cell(out, point->z, ",");
        cli_put_cell(out, point->normal[0], ",");
        cli_put_cell(out, point->normal[1], ",");
        cli_put_cell(out, point->normal[2], "\n");
    }
}

static void put_profile_json(cli_out *out, const cli_along *made)
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

static int put_profile(void *user, cli_surface *surface, const pdk_height_index *index, cli_out *out)
{
    cli_along *made = user;
    int status = cli_along_follow(surface, index, made);
    size_t outside = 0;
    for (size_t i = 0; i < made->count && status == CLI_FINE; i++) outside += isnan(made->points[i].z) ? 1 : 0;
    if (outside > 0) {
        cli_note("%s: no surface at %zu of %zu samples", cli_file_name(surface->path), outside, made->count);
    }
    if (status == CLI_FINE && made->as_json) put_profile_json(out, made);
    else if (status == CLI_FINE) put_csv(out, made);
    return status;
}

int cli_surface_profile(const cli_arguments *arguments)
{
    cli_along made;
    int status = cli_along_begin(arguments, &made);
    if (status == CLI_FINE) status = cli_along_ask(&made, put_profile, &made);
    cli_along_end(&made);
    return status;
}
