/* The table "triangles": the points of each, and what it looks like. */
#include <string.h>

#include "format/glb/glb_reader.h"

enum { A, B, C };

static pdk_status compute_corner(const pdk_batch *batch, void *values)
{
    const pdk_glb *glb = batch->column->data;
    const uint32_t(*triangles)[3] = (const uint32_t(*)[3])glb->triangles.items + batch->first;
    for (size_t i = 0; i < batch->count; i++) ((uint32_t *)values)[i] = triangles[i][batch->column->number];
    return PDK_OK;
}

enum { MATERIAL, IMAGE };

static const char *name_of(const pdk_glb *glb, uint64_t triangle, uint64_t which)
{
    const uint32_t *materials = glb->triangle_materials.items;
    uint32_t number = triangle < glb->triangle_materials.count ? materials[triangle] : 0;
    const pdk_mesh_material *material = number > 0 ? &glb->materials[number - 1] : NULL;
    if (material == NULL || which == MATERIAL) return material != NULL ? material->name : NULL;
    const pdk_image_info *image = pdk_document_image_at(glb->document, material->image);
    return image != NULL ? image->name : NULL;
}

static pdk_status compute_name(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const char *name = name_of(batch->column->data, batch->first + i, batch->column->number);
        ((pdk_text *)values)[i] = (pdk_text){ name != NULL ? name : "", name != NULL ? strlen(name) : 0 };
        if (name == NULL) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

void pdk_glb_add_triangles(const pdk_glb *glb)
{
    static const char *const corners[] = { "a", "b", "c" }, *const names[] = { "material", "image" };
    static const char *const meanings[] = { "its name", "of the colour: the name of a picture of this file" };
    pdk_column_info corner = { .type = PDK_UINT32, .meaning = "row of the table points", .certainty = PDK_CONFIRMED };
    pdk_column_info name = { .type = PDK_TEXT, .certainty = PDK_CONFIRMED, .nullable = true };
    pdk_table *table = pdk_document_add_table(
        glb->document, "triangles", "a row for each triangle; its corners run counter-clockwise seen from outside",
        glb->triangles.count, 5);
    pdk_table_set_unlocated(table);
    for (uint64_t i = A; i <= C; i++) {
        corner.name = corners[i];
        pdk_table_add_computed(table, corner, compute_corner, glb, i);
    }
    for (uint64_t i = MATERIAL; i <= IMAGE; i++) {
        name.name = names[i];
        name.meaning = meanings[i];
        pdk_table_add_computed(table, name, compute_name, glb, i);
    }
}
