#include "mesh/mesh_arrays.h"

#include <string.h>

static pdk_status read_points(const pdk_mesh *mesh, uint64_t first, size_t count, double (*points)[3], pdk_error *error)
{
    (void)error;
    const pdk_mesh_arrays *arrays = mesh->state;
    if (count > 0) memcpy(points, arrays->points + first, count * sizeof *points);
    return PDK_OK;
}

static pdk_status read_triangles(const pdk_mesh *mesh, uint64_t first, size_t count, uint32_t (*corners)[3],
                                 pdk_error *error)
{
    (void)error;
    const pdk_mesh_arrays *arrays = mesh->state;
    if (count > 0) memcpy(corners, arrays->triangles + first, count * sizeof *corners);
    return PDK_OK;
}

static pdk_status read_normals(const pdk_mesh *mesh, uint64_t first, size_t count, float (*normals)[3],
                               pdk_error *error)
{
    (void)error;
    const pdk_mesh_arrays *arrays = mesh->state;
    if (count > 0) memcpy(normals, arrays->normals + first, count * sizeof *normals);
    return PDK_OK;
}

static pdk_status read_coordinates(const pdk_mesh *mesh, uint64_t first, size_t count, float (*to)[2], pdk_error *error)
{
    (void)error;
    const pdk_mesh_arrays *arrays = mesh->state;
    if (count > 0) memcpy(to, arrays->coordinates + first, count * sizeof *to);
    return PDK_OK;
}

pdk_mesh pdk_mesh_of_arrays(const pdk_mesh_arrays *arrays, uint64_t points, uint64_t triangles, pdk_frame frame)
{
    return (pdk_mesh){ .point_count = points,
                       .triangle_count = triangles,
                       .frame = frame,
                       .state = arrays,
                       .read_points = read_points,
                       .read_triangles = read_triangles,
                       .read_normals = arrays->normals != NULL ? read_normals : NULL,
                       .read_coordinates = arrays->coordinates != NULL ? read_coordinates : NULL };
}

void pdk_document_add_blocks(pdk_document *document, const pdk_mesh *mesh, const char *meaning)
{
    size_t count = mesh->block_count;
    if (count == 0) return;
    pdk_memory *memory = &document->memory;
    pdk_text *names = pdk_alloc_array(memory, count, sizeof *names);
    uint64_t *starts = pdk_alloc_array(memory, count, sizeof *starts),
             *points = pdk_alloc_array(memory, count, sizeof *points);
    if (names == NULL || starts == NULL || points == NULL) {
        document->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = mesh->blocks[i].name != NULL ? mesh->blocks[i].name : "";
        names[i] = (pdk_text){ name, strlen(name) };
        starts[i] = mesh->blocks[i].first_point;
        points[i] = mesh->blocks[i].point_count;
    }
    pdk_certainty certainty = document->info->certainty;
    pdk_table *table = pdk_document_add_table(document, "blocks", meaning, count, 3);
    pdk_table_add_array(table, (pdk_column_info){ .name = "name", .type = PDK_TEXT, .certainty = certainty }, names);
    pdk_table_add_array(
        table,
        (pdk_column_info){ .name = "start", .type = PDK_UINT64, .meaning = "its first point", .certainty = certainty },
        starts);
    pdk_table_add_array(
        table, (pdk_column_info){ .name = "points", .type = PDK_UINT64, .meaning = "how many", .certainty = certainty },
        points);
}
