#include "track_props.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"

int cli_fail_prop(const cli_prop_scene *scene, size_t prop, pdk_status status, const char *what)
{
    pdk_error error = { .status = status, .offset = PDK_NO_OFFSET, .code = "track.props" };
    snprintf(error.message, sizeof error.message, "prop %zu: %s", prop, what);
    return cli_fail(scene->path, &error);
}

/* "prop 3" is prop 3, and so is "prop 3.001", as Blender calls it where there is another "prop 3". */
static bool is_prop(pdk_text name, size_t *prop, size_t *copy)
{
    static const char begin[] = "prop ";
    size_t at = sizeof begin - 1;
    char whole[32];
    if (name.size <= at || memcmp(name.data, begin, at) != 0) return false;
    *prop = 0;
    for (; at < name.size && name.data[at] >= '0' && name.data[at] <= '9' && *prop < UINT32_MAX; at++)
        *prop = *prop * 10 + (size_t)(name.data[at] - '0');
    snprintf(whole, sizeof whole, "%s%zu", begin, *prop);
    return cli_is_name(name, whole, copy);
}

static void leave_out(cli_prop_scene *scene, size_t node)
{
    if (scene->copies++ == 0) scene->copy = scene->nodes.items[node].name;
}

/* If there are several, the one whose name has no number after it, or the least. */
static void find_props(cli_prop_scene *scene, size_t *copies)
{
    for (size_t i = 0; i < scene->nodes.count; i++) {
        size_t prop, copy;
        if (!is_prop(scene->nodes.items[i].name, &prop, &copy)) continue;
        if (prop >= scene->count) {
            leave_out(scene, i);
            continue;
        }
        size_t *node = &scene->nodes_of[prop];
        if (*node != CLI_NO_NODE) leave_out(scene, copy < copies[prop] ? *node : i);
        else scene->there++;
        if (*node != CLI_NO_NODE && copy >= copies[prop]) continue;
        *node = i;
        copies[prop] = copy;
    }
}

int cli_find_props(cli_prop_scene *scene, const pdk_document *track)
{
    scene->count = (size_t)pdk_table_rows(pdk_document_own_table(track, "props"));
    scene->nodes_of = malloc((scene->count + 1) * sizeof *scene->nodes_of);
    scene->reshaped = calloc(scene->count + 1, sizeof *scene->reshaped);
    size_t *copies = calloc(scene->count + 1, sizeof *copies);
    int status =
        scene->nodes_of != NULL && scene->reshaped != NULL && copies != NULL ? CLI_FINE : cli_no_memory("props");
    if (status == CLI_FINE) status = cli_read_nodes(&scene->nodes, scene->document, scene->path);
    for (size_t i = 0; i < scene->count && status == CLI_FINE; i++) scene->nodes_of[i] = CLI_NO_NODE;
    if (status == CLI_FINE) find_props(scene, copies);
    free(copies);
    return status;
}

void cli_forget_props(cli_prop_scene *scene)
{
    cli_forget_nodes(&scene->nodes);
    free(scene->nodes_of);
    free(scene->reshaped);
    scene->nodes_of = NULL;
    scene->reshaped = NULL;
}
