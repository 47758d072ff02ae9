#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "track_props.h"
#include "track_rows.h"

enum { STEPS = 256 /* of an offset in a metre, and of a yaw in a turn */ };

static const double turn = 6.283185307179586;

typedef struct prop_moves {
    cli_moves *moves;
    cli_prop_scene scene;
    cli_prop_place *before,
        *now; /* of each prop in the track as it was, and with its nodes moved; malloc'd. NaN = none */
    size_t changed;
} prop_moves;

/* ------------------------------------------------------------------------------------- where the file has them */

static int read_places(prop_moves *all, const pdk_document *track, cli_prop_place **places)
{
    static const char *const names[] = { "x", "y", "z", "heading" };
    const pdk_table *props = pdk_document_own_table(track, "props");
    pdk_error error;
    double *values = calloc(all->scene.count + 1, sizeof *values);
    *places = calloc(all->scene.count + 1, sizeof **places);
    int status = values != NULL && *places != NULL ? CLI_FINE : cli_no_memory("props");
    for (int k = 0; k <= CLI_DIRECTIONS && status == CLI_FINE; k++) {
        size_t column = pdk_table_find_column(props, names[k]);
        if (pdk_table_read_f64(props, column, 0, all->scene.count, values, &error) != PDK_OK)
            status = cli_fail(all->moves->file, &error);
        for (size_t i = 0; i < all->scene.count && status == CLI_FINE; i++)
            *(k < CLI_DIRECTIONS ? &(*places)[i].place[k] : &(*places)[i].heading) = values[i];
    }
    free(values);
    return status;
}

/* With the nodes where they are now. */
static int read_moved(prop_moves *all, const pdk_document *track)
{
    pdk_document *moved = NULL;
    pdk_output *output = NULL;
    pdk_error error;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = pdk_document_format(track)->id;
    options.partial = 1;
    pdk_status status = pdk_output_memory(&output, &error);
    if (status == PDK_OK) status = pdk_edit_write(all->moves->edit, output, &error);
    if (status == PDK_OK) {
        pdk_bytes bytes = pdk_output_bytes(output);
        status = pdk_open_memory(bytes.data, bytes.size, &options, &moved, &error);
    }
    int result = status == PDK_OK ? read_places(all, moved, &all->now) : cli_fail(all->moves->file, &error);
    pdk_close(moved);
    pdk_output_close(output);
    return result;
}

/* ----------------------------------------------------------------------------------------------------- moves */

/* Half a step of the file is no move, nor is what floats lose. */
static bool has_moved(const cli_prop_place *from, const cli_prop_place *to)
{
    double largest = 0;
    for (int k = 0; k < CLI_DIRECTIONS; k++) largest = fmax(largest, fmax(fabs(from->place[k]), fabs(to->place[k])));
    for (int k = 0; k < CLI_DIRECTIONS; k++) {
        double off = 0.5 / STEPS + cli_float_loss(from->place[k], to->place[k], largest);
        if (fabs(to->place[k] - from->place[k]) > off) return true;
    }
    return fabs(remainder(to->heading - from->heading, turn)) > 0.5 * turn / STEPS + 1e-4;
}

static int fail_far(const prop_moves *all, size_t prop, int axis, double offset)
{
    pdk_error error = { .status = PDK_E_ARGUMENT, .offset = PDK_NO_OFFSET, .code = "set.value" };
    char path[64];
    double node = 0;
    snprintf(path, sizeof path, "prop[%zu].node", prop);
    int status = cli_get_place(all->moves, path, &node);
    if (status != CLI_FINE) return status;
    snprintf(error.message, sizeof error.message,
             "prop %zu: it would be %.6g m from its node %.0f along %s, but the file can store -128 to 127.996 m", prop,
             offset, node, cli_axes[axis]);
    return cli_fail(all->moves->file, &error);
}

/* Changes an offset by as many steps as the prop is off now. */
static int move_along(prop_moves *all, size_t prop, int axis, double by)
{
    char path[64];
    double offset = 0, steps = round(by * STEPS);
    if (fabs(steps) < 1) return CLI_FINE;
    snprintf(path, sizeof path, "prop[%zu].offset_%s", prop, cli_axes[axis]);
    int status = cli_get_place(all->moves, path, &offset);
    if (status != CLI_FINE) return status;
    offset += steps / STEPS;
    if (offset < -128 || offset > 127.9961) return fail_far(all, prop, axis, offset);
    return cli_set_place(all->moves, path, offset);
}

/* The file has the yaw clockwise, from -128 to 127 steps. */
static int turn_by(prop_moves *all, size_t prop, double by)
{
    char path[64];
    double yaw = 0;
    long steps = lround(remainder(by, turn) / turn * STEPS);
    if (steps == 0) return CLI_FINE;
    snprintf(path, sizeof path, "prop[%zu].yaw", prop);
    int status = cli_get_place(all->moves, path, &yaw);
    if (status != CLI_FINE) return status;
    long clockwise = -(lround(yaw / turn * STEPS) + steps) & (STEPS - 1);
    if (clockwise >= STEPS / 2) clockwise -= STEPS;
    return cli_set_place(all->moves, path, (double)-clockwise * turn / STEPS);
}

/* There an object is whose transforms were applied: its points have its place. */
static bool is_at_origin(const cli_prop_place *there)
{
    const double *place = there->place;
    return fabs(place[0]) + fabs(place[1]) + fabs(place[2]) + fabs(there->heading) < 1e-6;
}

static int move_prop(prop_moves *all, size_t prop)
{
    const cli_prop_place *before = &all->before[prop], *now = &all->now[prop];
    cli_prop_place there;
    size_t changes = all->moves->changes;
    if (!isfinite(before->heading) || !isfinite(now->heading)) return CLI_FINE; /* it has no node */
    int status = cli_place_prop(&all->scene, prop, &there);
    if (status != CLI_FINE || !has_moved(before, &there)) return status;
    if (all->scene.reshaped[prop] || is_at_origin(&there)) return cli_fail_shape(&all->scene, prop);
    for (int k = 0; k < CLI_DIRECTIONS && status == CLI_FINE; k++)
        status = move_along(all, prop, k, there.place[k] - now->place[k]);
    if (status == CLI_FINE) status = turn_by(all, prop, there.heading - now->heading);
    all->changed += all->moves->changes > changes;
    return status;
}

/* --------------------------------------------------------------------------------------------------- the scene */

/* The name of the node that has the props in `made`, which is different for each road; NUL-terminated. */
static int find_mark(const prop_moves *all, const pdk_document *made, char mark[64])
{
    cli_scene_nodes nodes = { 0 };
    int status = cli_read_nodes(&nodes, made, all->moves->file);
    mark[0] = '\0';
    for (size_t i = 0; i < nodes.count && status == CLI_FINE && mark[0] == '\0'; i++) {
        pdk_text name = nodes.items[i].name;
        if (name.size > 6 && name.size < 64 && memcmp(name.data, "props ", 6) == 0)
            snprintf(mark, 64, "%.*s", (int)name.size, name.data);
    }
    cli_forget_nodes(&nodes);
    return status;
}

/* If it is not there, the road was another one when the scene was made, and where props were is not known. */
static bool has_mark(const prop_moves *all, const char *mark)
{
    for (size_t i = 0; i < all->scene.nodes.count; i++) {
        size_t copy;
        if (cli_is_name(all->scene.nodes.items[i].name, mark, &copy)) return true;
    }
    return false;
}

static void note(const prop_moves *all)
{
    const cli_prop_scene *scene = &all->scene;
    size_t reshaped = 0;
    for (size_t i = 0; i < scene->count; i++) reshaped += scene->reshaped[i];
    if (scene->copies > 0)
        cli_note("%s: objects that are no props of the track, such as %.*s, are left out: %zu", scene->path,
                 (int)scene->copy.size, scene->copy.data, scene->copies);
    if (scene->there < scene->count)
        cli_note("%s: %zu of %zu props are not there and go with their nodes", scene->path, scene->count - scene->there,
                 scene->count);
    if (reshaped > 0)
        cli_note("%s: props whose points were changed, which does not come back: %zu", scene->path, reshaped);
    if (all->changed > 0) cli_note("%s: props that were moved or turned: %zu", scene->path, all->changed);
}

static int follow_props(prop_moves *all, const pdk_document *track, const pdk_document *made)
{
    char mark[64];
    int status = cli_find_props(&all->scene, track);
    if (status == CLI_FINE) status = find_mark(all, made, mark);
    if (status != CLI_FINE) return status;
    if (all->scene.there > 0 && !has_mark(all, mark)) {
        cli_note("%s: props go with their nodes: the scene has no object `%s`, so it was made when the road was "
                 "another one, or by an older version",
                 all->scene.path, mark);
        return CLI_FINE;
    }
    status = cli_check_prop_shapes(&all->scene, track);
    if (status == CLI_FINE) status = read_places(all, track, &all->before);
    if (status == CLI_FINE) status = read_moved(all, track);
    for (size_t i = 0; i < all->scene.count && status == CLI_FINE; i++) {
        if (all->scene.nodes_of[i] != CLI_NO_NODE) status = move_prop(all, i);
    }
    if (status == CLI_FINE) note(all);
    return status;
}

int cli_move_props(cli_moves *moves, const pdk_document *track, const pdk_document *made, const pdk_document *scene,
                   const char *path)
{
    prop_moves all = { .moves = moves, .scene = { .path = path, .document = scene } };
    int status = follow_props(&all, track, made);
    cli_forget_props(&all.scene);
    free(all.before);
    free(all.now);
    return status;
}
