#include "mesh/points_table.h"

#include <string.h>

/* Values of a point are read side by side, and one of them is taken. */
static void take(const uint8_t *from, size_t item, size_t value, const pdk_batch *batch, uint8_t *to)
{
    for (size_t i = 0; i < batch->count; i++)
        memcpy(to + i * value, from + i * item + batch->column->number * value, value);
}

static pdk_status compute_place(const pdk_batch *batch, void *values)
{
    const pdk_mesh *mesh = batch->column->data;
    double points[PDK_BATCH][3];
    pdk_status status = mesh->read_points(mesh, batch->first, batch->count, points, batch->error);
    if (status == PDK_OK) take((const uint8_t *)points, sizeof *points, sizeof(double), batch, values);
    return status;
}

static pdk_status compute_normal(const pdk_batch *batch, void *values)
{
    const pdk_mesh *mesh = batch->column->data;
    float normals[PDK_BATCH][3];
    pdk_status status = mesh->read_normals(mesh, batch->first, batch->count, normals, batch->error);
    if (status == PDK_OK) take((const uint8_t *)normals, sizeof *normals, sizeof(float), batch, values);
    return status;
}

static pdk_status compute_coordinate(const pdk_batch *batch, void *values)
{
    const pdk_mesh *mesh = batch->column->data;
    float coordinates[PDK_BATCH][2];
    pdk_status status = mesh->read_coordinates(mesh, batch->first, batch->count, coordinates, batch->error);
    if (status == PDK_OK) take((const uint8_t *)coordinates, sizeof *coordinates, sizeof(float), batch, values);
    return status;
}

enum { MAX_COMPONENTS = 4 };

static pdk_status compute_attribute(const pdk_batch *batch, void *values)
{
    const pdk_attribute *attribute = batch->column->data;
    uint8_t buffer[PDK_BATCH * MAX_COMPONENTS * sizeof(double)];
    pdk_status status = attribute->read(attribute, batch->first, batch->count, buffer, batch->error);
    if (status == PDK_OK) take(buffer, pdk_attribute_size(attribute), pdk_type_size(attribute->type), batch, values);
    return status;
}

static void add_columns(pdk_table *table, const char *const *names, size_t count, pdk_column_info info,
                        pdk_compute compute, const void *data)
{
    for (size_t i = 0; i < count; i++) {
        info.name = names[i];
        pdk_table_add_computed(table, info, compute, data, i);
    }
}

static bool has_column(const pdk_attribute *attribute)
{
    return !attribute->of_triangles && attribute->components <= MAX_COMPONENTS;
}

static void add_attribute(pdk_table *table, const pdk_attribute *attribute)
{
    static const char *const colors[MAX_COMPONENTS] = { "red", "green", "blue", "alpha" };
    pdk_column_info info = {
        .name = attribute->name, .type = attribute->type, .unit = attribute->unit, .certainty = PDK_CONFIRMED
    };
    if (attribute->components == 1) pdk_table_add_computed(table, info, compute_attribute, attribute, 0);
    else if (attribute->role == PDK_ATTRIBUTE_COLOR)
        add_columns(table, colors, attribute->components, info, compute_attribute, attribute);
}

void pdk_document_add_points_table(pdk_document *document, const pdk_mesh *mesh, const char *meaning)
{
    static const char *const places[] = { "x", "y", "z" }, *const normals[] = { "nx", "ny", "nz" },
                             *const coordinates[] = { "u", "v" };
    static const pdk_role roles[] = { PDK_ROLE_X, PDK_ROLE_Y, PDK_ROLE_Z };
    size_t columns = 3 + 3 + 2;
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        if (has_column(&mesh->attributes[i])) columns += mesh->attributes[i].components;
    }
    pdk_table *table = pdk_document_add_table(document, "points", meaning, mesh->point_count, columns);
    pdk_table_set_unlocated(table);
    pdk_column_info info = { .type = PDK_FLOAT64, .certainty = document->info->certainty };
    for (uint64_t i = 0; i < 3; i++) {
        info.name = places[i];
        pdk_table_add_computed(table, info, compute_place, mesh, i);
        pdk_table_set_role(table, roles[i], mesh->frame);
    }
    info.type = PDK_FLOAT32;
    if (mesh->read_normals != NULL) add_columns(table, normals, 3, info, compute_normal, mesh);
    info.meaning =
        mesh->rows_down ? "across the picture; v 0 is its top row" : "across the picture; v 0 is its bottom row";
    if (mesh->read_coordinates != NULL) add_columns(table, coordinates, 2, info, compute_coordinate, mesh);
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        if (has_column(&mesh->attributes[i])) add_attribute(table, &mesh->attributes[i]);
    }
}
