/* paddock surface holes: where there is no surface inside of it. */
#include <stdlib.h>

#include "arguments.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "surface.h"

typedef struct list {
    pdk_surface_hole *holes;
    pdk_surface_holes found;
} list;

/* As many as there usually are; a surface with more is measured again. */
static int find(cli_surface_input *input, const char *path, list *made)
{
    uint64_t capacity = 1024;
    for (;;) {
        pdk_error error;
        made->holes = calloc((size_t)capacity + 1, sizeof *made->holes);
        if (made->holes == NULL) return cli_no_memory("holes");
        pdk_status status = pdk_surface_find_holes(&input->surface, &input->options, made->holes, (size_t)capacity,
                                                   &made->found, &error);
        if (status != PDK_OK) return cli_fail(cli_file_name(path), &error);
        if (made->found.count <= capacity) return CLI_FINE;
        capacity = made->found.count;
        free(made->holes);
    }
}

static void put_csv(cli_out *out, const list *made)
{
    cli_print(out, "x,y,z,area,perimeter,sides,min_x,min_y,min_z,max_x,max_y,max_z\n");
    for (uint64_t i = 0; i < made->found.count; i++) {
        const pdk_surface_hole *hole = &made->holes[i];
        for (int axis = 0; axis < 3; axis++)
            cli_put_number(out, cli_nine_decimals(hole->middle[axis]), PDK_FLOAT64, ",");
        cli_put_number(out, cli_nine_decimals(hole->area), PDK_FLOAT64, ",");
        cli_put_number(out, cli_nine_decimals(hole->perimeter), PDK_FLOAT64, ",");
        cli_print(out, "%llu", (unsigned long long)hole->sides);
        for (int k = 0; k < 6; k++) {
            cli_print(out, ",");
            cli_put_number(out, cli_nine_decimals(k < 3 ? hole->minimum[k] : hole->maximum[k - 3]), PDK_FLOAT64, "");
        }
        cli_print(out, "\n");
    }
}

static void put_place(pdk_json *json, const char *name, const double place[3])
{
    double shown[3];
    for (int axis = 0; axis < 3; axis++) shown[axis] = cli_nine_decimals(place[axis]);
    pdk_member_numbers(json, name, shown, 3);
}

static void put_json(cli_out *out, const char *path, const list *made)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", path);
    pdk_member_natural(&json, "count", made->found.count);
    pdk_member_number(&json, "area", cli_nine_decimals(made->found.area));
    pdk_member_natural(&json, "outer", made->found.outer);
    pdk_member_natural(&json, "open_sides", made->found.open_sides);
    pdk_member_begin(&json, "holes", '[');
    for (uint64_t i = 0; i < made->found.count; i++) {
        const pdk_surface_hole *hole = &made->holes[i];
        pdk_json_begin(&json, '{');
        put_place(&json, "middle", hole->middle);
        put_place(&json, "min", hole->minimum);
        put_place(&json, "max", hole->maximum);
        pdk_member_number(&json, "area", cli_nine_decimals(hole->area));
        pdk_member_number(&json, "perimeter", cli_nine_decimals(hole->perimeter));
        pdk_member_natural(&json, "sides", hole->sides);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

static void say(const char *path, const pdk_surface_holes *found)
{
    if (found->count == 0) cli_note("%s: no holes", cli_file_name(path));
    else
        cli_note("%s: %llu holes, of %.6g m2 together", cli_file_name(path), (unsigned long long)found->count,
                 found->area);
    if (found->open_sides > 0)
        cli_note("%s: %llu boundary edges are in no closed loop, as triangles beside them are wound against each "
                 "other; `paddock surface check` lists such edges",
                 cli_file_name(path), (unsigned long long)found->open_sides);
}

static int put(const cli_arguments *arguments, const char *path, const list *made)
{
    cli_out out;
    int status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, path, made);
    else put_csv(&out, made);
    return cli_close_out(&out, CLI_FINE);
}

int cli_surface_holes(const cli_arguments *arguments)
{
    const char *path = arguments->operands[0];
    cli_surface_input input;
    list made = { .holes = NULL };
    int status = cli_open_surface(&input, arguments, path, "measuring");
    if (status != CLI_FINE) return status;
    status = find(&input, path, &made);
    cli_progress_end(&input.progress);
    if (status == CLI_FINE) status = cli_unchanged(&input.input, path);
    cli_close_surface(&input);
    if (status == CLI_FINE) status = put(arguments, path, &made);
    if (status == CLI_FINE) say(path, &made.found);
    free(made.holes);
    return status;
}
