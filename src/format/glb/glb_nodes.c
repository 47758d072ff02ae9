/* The table "nodes": every node of the scene, and where it is. */
#include <math.h>
#include <string.h>

#include "format/glb/glb_reader.h"

enum { AXES = 3, COLUMNS = 4 /* of a matrix: where the three axes point, and the place */, PLACE = 3 };

pdk_status pdk_glb_keep_place(pdk_glb *glb, const pdk_glb_matrix *own, const pdk_glb_matrix *place, uint32_t *number,
                              pdk_error *error)
{
    if (glb->places.count > 0 && memcmp(own, &pdk_glb_unmoved, sizeof *own) == 0) return PDK_OK;
    pdk_glb_matrix *kept = pdk_vector_push(&glb->places);
    if (kept == NULL) return pdk_glb_no_memory(glb, error);
    *kept = *place;
    *number = (uint32_t)(glb->places.count - 1);
    return PDK_OK;
}

static pdk_status compute_name(const pdk_batch *batch, void *values)
{
    const pdk_mesh_node *nodes = ((const pdk_glb *)batch->column->data)->tree.items;
    for (size_t i = 0; i < batch->count; i++) {
        const char *name = nodes[batch->first + i].name;
        ((pdk_text *)values)[i] = (pdk_text){ name != NULL ? name : "", name != NULL ? strlen(name) : 0 };
        if (name == NULL) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

enum { PARENT, BLOCK };

static pdk_status compute_row(const pdk_batch *batch, void *values)
{
    const pdk_mesh_node *nodes = ((const pdk_glb *)batch->column->data)->tree.items;
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_mesh_node *node = &nodes[batch->first + i];
        size_t row = batch->column->number == PARENT ? node->parent : node->block;
        ((uint64_t *)values)[i] = row;
        if (row == PDK_MESH_NONE) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

/* A number of the matrix; one that is beyond doubles is missing. */
static pdk_status compute_number(const pdk_batch *batch, void *values)
{
    const pdk_glb *glb = batch->column->data;
    const pdk_glb_matrix *places = glb->places.items;
    const uint32_t *numbers = glb->node_places.items;
    uint64_t which = batch->column->number;
    for (size_t i = 0; i < batch->count; i++) {
        double value = places[numbers[batch->first + i]].m[which / AXES][which % AXES];
        ((double *)values)[i] = value;
        if (!isfinite(value)) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static void add_matrix(pdk_table *table, const pdk_glb *glb)
{
    static const char *const names[COLUMNS][AXES] = { { "x_axis_x", "x_axis_y", "x_axis_z" },
                                                      { "y_axis_x", "y_axis_y", "y_axis_z" },
                                                      { "z_axis_x", "z_axis_y", "z_axis_z" },
                                                      { "x", "y", "z" } };
    static const char *const meanings[COLUMNS] = { "where its own x axis points; 1 long if it is not scaled",
                                                   "where its own y axis points; 1 long if it is not scaled",
                                                   "where its own z axis points; 1 long if it is not scaled",
                                                   "its place in the scene" };
    for (uint64_t i = 0; i < COLUMNS * AXES; i++) {
        uint64_t which = (i + PLACE * AXES) % (COLUMNS * AXES); /* the place comes first */
        pdk_column_info info = { .name = names[which / AXES][which % AXES],
                                 .unit = which / AXES == PLACE ? "m" : NULL,
                                 .meaning = meanings[which / AXES],
                                 .type = PDK_FLOAT64,
                                 .certainty = PDK_CONFIRMED,
                                 .nullable = true };
        pdk_table_add_computed(table, info, compute_number, glb, which);
    }
}

void pdk_glb_add_nodes(const pdk_glb *glb)
{
    pdk_column_info info = { .name = "name", .type = PDK_TEXT, .certainty = PDK_CONFIRMED, .nullable = true };
    pdk_table *table = pdk_document_add_table(glb->document, "nodes",
                                              "a row for each node of the scene, parents before their children",
                                              glb->tree.count, 3 + COLUMNS * AXES);
    pdk_table_set_unlocated(table);
    pdk_table_add_computed(table, info, compute_name, glb, 0);
    info.type = PDK_UINT64;
    info.name = "parent";
    info.meaning = "row of this table; none at the top";
    pdk_table_add_computed(table, info, compute_row, glb, PARENT);
    info.name = "block";
    info.meaning = "row of the table blocks: the points that it shows";
    pdk_table_add_computed(table, info, compute_row, glb, BLOCK);
    add_matrix(table, glb);
}
