#include "convert/colored_blocks.h"

#include <math.h>

#include "model/block_color.h"

enum { RUN = 512 };

typedef struct colored {
    const pdk_mesh *mesh; /* whose triangles these are */
    pdk_block_colors colors;
} colored;

static pdk_status read_material(const pdk_attribute *attribute, uint64_t first, size_t count, void *values,
                                pdk_error *error)
{
    const colored *all = attribute->state;
    uint32_t corners[RUN][3], *to = values;
    size_t hint = 0;
    for (size_t done = 0; done < count; done += RUN) {
        size_t some = count - done < RUN ? count - done : RUN;
        pdk_status status = all->mesh->read_triangles(all->mesh, first + done, some, corners, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < some; i++) {
            bool there = corners[i][0] < all->mesh->point_count;
            int32_t block = there ? pdk_block_spans_find(&all->colors.spans, corners[i][0], &hint) : -1;
            to[done + i] = block >= 0 ? 1 + all->colors.colors[block] : 0;
        }
    }
    return PDK_OK;
}

/* From what screens show to what is proportional to light. */
static double linear_of(uint8_t value)
{
    double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static pdk_mesh_material *make_materials(pdk_memory *memory, uint32_t count)
{
    pdk_mesh_material *made = pdk_alloc_array(memory, count, sizeof *made);
    for (uint32_t i = 0; i < count && made != NULL; i++) {
        uint8_t rgb[3];
        pdk_block_color(i, rgb);
        made[i] = (pdk_mesh_material){ .name = pdk_keep_printf(memory, "blocks of colour %u", (unsigned)i + 1),
                                       .image = PDK_MESH_NONE,
                                       .color = { 0, 0, 0, 1 },
                                       .roughness = 1 };
        for (int k = 0; k < 3; k++) made[i].color[k] = round(linear_of(rgb[k]) * 1e4) / 1e4;
        if (made[i].name == NULL) return NULL;
    }
    return made;
}

/* Its attributes except materials, and the new one. */
static pdk_attribute *list_attributes(pdk_memory *memory, const pdk_mesh *mesh, const colored *all, size_t *count)
{
    pdk_attribute *made = pdk_alloc_array(memory, mesh->attribute_count + 1, sizeof *made);
    *count = 0;
    for (size_t i = 0; i < mesh->attribute_count && made != NULL; i++)
        if (mesh->attributes[i].role != PDK_ATTRIBUTE_MATERIAL) made[(*count)++] = mesh->attributes[i];
    if (made != NULL) {
        made[(*count)++] = (pdk_attribute){ .name = "block colour",
                                            .role = PDK_ATTRIBUTE_MATERIAL,
                                            .of_triangles = true,
                                            .type = PDK_UINT32,
                                            .components = 1,
                                            .state = all,
                                            .read = read_material };
    }
    return made;
}

static pdk_status check(const pdk_export *job, const pdk_mesh *mesh, pdk_error *error)
{
    if (job->options->triangulate)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.block_colors",
                        "new triangles do not keep to blocks, so these cannot have colours");
    if (mesh->block_count > 0) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.block_colors",
                    "this %s file has no blocks, which an RLD has", job->document->info->id);
}

pdk_status pdk_export_color_blocks(pdk_export *job, pdk_mesh *mesh, pdk_error *error)
{
    pdk_status status = check(job, mesh, error);
    if (status != PDK_OK) return status;
    pdk_mesh *from = pdk_alloc(job->memory, sizeof *from);
    colored *all = pdk_alloc(job->memory, sizeof *all);
    if (from == NULL || all == NULL) return pdk_fail_memory(error, job->memory, "colours of blocks");
    *from = *mesh;
    all->mesh = from;
    status = pdk_block_colors_make(from, job->memory, &all->colors, error);
    if (status != PDK_OK) return status;
    mesh->materials = make_materials(job->memory, all->colors.color_count);
    mesh->material_count = all->colors.color_count;
    mesh->attributes = list_attributes(job->memory, from, all, &mesh->attribute_count);
    if (mesh->materials == NULL || mesh->attributes == NULL)
        return pdk_fail_memory(error, job->memory, "colours of blocks");
    pdk_export_note(job, PDK_NOTE, "convert.block_colors",
                    "%zu block%s in %u colour%s; blocks that meet in a triangle differ", all->colors.block_count,
                    all->colors.block_count == 1 ? "" : "s", (unsigned)all->colors.color_count,
                    all->colors.color_count == 1 ? "" : "s");
    return PDK_OK;
}
