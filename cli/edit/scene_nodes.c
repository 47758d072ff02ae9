#include "scene_nodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"

enum { AXES = 3, RUN = 256 };

/* Some rows of a column of numbers. */
static pdk_status read_run(const pdk_table *table, const char *column, uint64_t first, size_t count, double *values,
                           pdk_error *error)
{
    return pdk_table_read_f64(table, pdk_table_find_column(table, column), first, count, values, error);
}

static size_t row_of(double value)
{
    return value >= 0 ? (size_t)value : CLI_NO_NODE; /* a missing one is NaN */
}

static pdk_status read_rows(cli_scene_node *nodes, const pdk_table *table, size_t first, size_t count, pdk_error *error)
{
    double parents[RUN], blocks[RUN];
    pdk_status status = read_run(table, "parent", first, count, parents, error);
    if (status == PDK_OK) status = read_run(table, "block", first, count, blocks, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        nodes[i].parent = row_of(parents[i]);
        nodes[i].block = row_of(blocks[i]);
    }
    return status;
}

static pdk_status read_places(cli_scene_node *nodes, const pdk_table *table, size_t first, size_t count,
                              pdk_error *error)
{
    static const char *const names[AXES] = { "x", "z", "y" }; /* x left, y up, z forward */
    double values[RUN];
    for (int axis = 0; axis < AXES; axis++) {
        pdk_status status = read_run(table, names[axis], first, count, values, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) nodes[i].place[axis] = axis == 0 ? -values[i] : values[i];
    }
    return PDK_OK;
}

static pdk_status read_axes(cli_scene_node *nodes, const pdk_table *table, size_t first, size_t count, pdk_error *error)
{
    static const char *const names[AXES * AXES] = { "x_axis_x", "x_axis_y", "x_axis_z", "y_axis_x", "y_axis_y",
                                                    "y_axis_z", "z_axis_x", "z_axis_y", "z_axis_z" };
    double values[RUN];
    for (int k = 0; k < AXES * AXES; k++) {
        pdk_status status = read_run(table, names[k], first, count, values, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) nodes[i].axes[k / AXES][k % AXES] = values[i];
    }
    return PDK_OK;
}

/* The names are the scene's. */
static pdk_status read_names(cli_scene_node *nodes, const pdk_table *table, size_t first, size_t count,
                             pdk_error *error)
{
    pdk_text names[RUN];
    pdk_status status = pdk_table_read_column(table, pdk_table_find_column(table, "name"), first, count, names, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) nodes[i].name = names[i];
    return status;
}

static pdk_status read_all(cli_scene_nodes *nodes, const pdk_table *table, pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (size_t first = 0; first < nodes->count && status == PDK_OK; first += RUN) {
        size_t count = nodes->count - first < RUN ? nodes->count - first : RUN;
        cli_scene_node *run = nodes->items + first;
        status = read_names(run, table, first, count, error);
        if (status == PDK_OK) status = read_rows(run, table, first, count, error);
        if (status == PDK_OK) status = read_places(run, table, first, count, error);
        if (status == PDK_OK) status = read_axes(run, table, first, count, error);
    }
    return status;
}

int cli_read_nodes(cli_scene_nodes *nodes, const pdk_document *scene, const char *file)
{
    const pdk_table *table = pdk_document_own_table(scene, "nodes");
    pdk_error error;
    nodes->count = (size_t)pdk_table_rows(table);
    nodes->items = calloc(nodes->count + 1, sizeof *nodes->items);
    if (nodes->items == NULL) return cli_no_memory("nodes of a scene");
    return read_all(nodes, table, &error) == PDK_OK ? CLI_FINE : cli_fail(file, &error);
}

void cli_forget_nodes(cli_scene_nodes *nodes)
{
    free(nodes->items);
    *nodes = (cli_scene_nodes){ 0 };
}

bool cli_is_name(pdk_text text, const char *name, size_t *copy)
{
    size_t length = strlen(name);
    *copy = 0;
    if (text.size < length || memcmp(text.data, name, length) != 0) return false;
    if (text.size == length) return true;
    if (text.data[length] != '.' || text.size == length + 1 || text.size > length + 9) return false;
    for (size_t i = length + 1; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9') return false;
        *copy = *copy * 10 + (size_t)(text.data[i] - '0');
    }
    ++*copy; /* ".000" is none, but is no name of ours either */
    return true;
}
