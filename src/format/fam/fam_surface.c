/* A 3D part as a surface: a vertex for every corner of every polygon, triangles in groups by texture. */
#include <string.h>

#include "base/load.h"
#include "base/text.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"
#include "model/frame.h"
#include "text/shown_text.h"

/* What a texture number of a part leads to. */
typedef struct texture_skin {
    const char *name, *image;
    double size[2];
    uint64_t triangles;
} texture_skin;

typedef struct mesh_plan {
    pdk_document *document;
    const pdk_fam_part *part;
    texture_skin *skins;     /* PDK_FAM_TEXTURES */
    uint32_t *first_corners; /* of each polygon */
    float *positions, *coordinates;
    uint32_t *triangles;
} mesh_plan;

static pdk_status find_skins(mesh_plan *mesh, pdk_error *error)
{
    pdk_document *document = mesh->document;
    const pdk_fam_entry **bitmaps = pdk_alloc_array(&document->memory, PDK_FAM_TEXTURES, sizeof *bitmaps);
    if (bitmaps == NULL) return pdk_fail_memory(error, &document->memory, "the textures of a 3D part");
    pdk_status status = pdk_fam_find_bitmaps(document, mesh->part, bitmaps, &document->memory, error);
    for (uint32_t i = 0; i < PDK_FAM_TEXTURES && status == PDK_OK; i++) {
        texture_skin *skin = &mesh->skins[i];
        skin->name = "";
        pdk_fam_bitmap_size(document, bitmaps[i], skin->size);
        if (bitmaps[i] != NULL) skin->image = bitmaps[i]->path;
        if (i >= mesh->part->textures) continue;
        const uint8_t *name = pdk_fam_texture_name(document, mesh->part, i);
        char shown[16];
        skin->name = pdk_strdup(&document->memory, pdk_text_show(shown, sizeof shown, name, pdk_text_length(name, 4)));
        if (skin->name == NULL) status = pdk_fail_memory(error, &document->memory, "the textures of a 3D part");
    }
    pdk_free(&document->memory, (void *)bitmaps);
    return status;
}

/* ---------------------------------------------------------------------------------------------- triangles */

static void put_corner(const mesh_plan *mesh, const pdk_fam_polygon *polygon, uint32_t corner, uint64_t to)
{
    const pdk_document *document = mesh->document;
    const pdk_fam_part *part = mesh->part;
    double place[3];
    pdk_fam_point(document, part, polygon->vertices[corner], place);
    for (size_t axis = 0; axis < 3; axis++) mesh->positions[to * 3 + axis] = (float)place[axis];
    memcpy(&mesh->coordinates[to * 2], pdk_fam_whole_bitmap[corner], sizeof pdk_fam_whole_bitmap[corner]);
    if (!polygon->has_uv) return;
    const texture_skin *skin = &mesh->skins[polygon->texture];
    const uint8_t *uv = document->content.data + part->offset + pdk_fam_model_number(document, part, "uv_offset") +
                        (uint64_t)polygon->uvs[corner] * pdk_orip_uv.size;
    mesh->coordinates[to * 2] = (float)(pdk_load_i32(uv) / skin->size[0]);
    mesh->coordinates[to * 2 + 1] = (float)(pdk_load_i32(uv + PDK_ORIP_UV_V) / skin->size[1]);
}

/* As stored the corners turn counter-clockwise seen from outside; flip turns a polygon over; two-sided ones get both.
 */
static void put_triangle(uint32_t *to, uint32_t first, uint32_t second, uint32_t third, bool turned)
{
    to[0] = first;
    to[1] = turned ? third : second;
    to[2] = turned ? second : third;
}

/* `triangle` is where its first one comes. */
static void put_polygon(const mesh_plan *mesh, const pdk_fam_polygon *polygon, uint32_t first, uint64_t *triangle)
{
    for (uint32_t i = 0; i < polygon->corners; i++) put_corner(mesh, polygon, i, first + i);
    for (int side = 0; side < (polygon->two_sided ? 2 : 1); side++) {
        for (uint32_t i = 1; i + 1 < polygon->corners; i++) {
            put_triangle(mesh->triangles + 3 * (*triangle)++, first, first + i, first + i + 1,
                         polygon->flip != (side == 1));
        }
    }
}

static void put_all(const mesh_plan *mesh)
{
    uint64_t next[PDK_FAM_TEXTURES], sum = 0;
    for (uint32_t i = 0; i < PDK_FAM_TEXTURES; i++) {
        next[i] = sum;
        sum += mesh->skins[i].triangles;
    }
    for (uint32_t i = 0; i < mesh->part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(mesh->document, mesh->part, i);
        if (polygon.drawn) put_polygon(mesh, &polygon, mesh->first_corners[i], &next[polygon.texture]);
    }
}

static void count_by_texture(const mesh_plan *mesh)
{
    for (uint32_t i = 0; i < mesh->part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(mesh->document, mesh->part, i);
        if (polygon.drawn)
            mesh->skins[polygon.texture].triangles += (polygon.corners - 2) * (polygon.two_sided ? 2 : 1);
    }
}

static pdk_status make_groups(const mesh_plan *mesh, pdk_surface *surface, pdk_error *error)
{
    pdk_memory *memory = &mesh->document->memory;
    size_t used = 0;
    for (uint32_t i = 0; i < PDK_FAM_TEXTURES; i++) used += mesh->skins[i].triangles > 0;
    pdk_surface_group *groups = pdk_alloc_array(memory, used, sizeof *groups);
    if (groups == NULL) return pdk_fail_memory(error, memory, "the groups of a 3D part");
    uint64_t first = 0;
    for (uint32_t i = 0; i < PDK_FAM_TEXTURES; i++) {
        const texture_skin *skin = &mesh->skins[i];
        if (skin->triangles == 0) continue;
        groups[surface->group_count++] = (pdk_surface_group){ skin->name, skin->image, first, skin->triangles };
        first += skin->triangles;
    }
    surface->groups = groups;
    return PDK_OK;
}

static pdk_status build(pdk_document *document, const void *state, pdk_surface *surface, pdk_error *error)
{
    const pdk_fam_part *part = state;
    pdk_memory *memory = &document->memory;
    mesh_plan mesh = { .document = document, .part = part };
    mesh.skins = pdk_alloc_array(memory, PDK_FAM_TEXTURES, sizeof *mesh.skins);
    mesh.first_corners = pdk_alloc_array(memory, part->polygons, sizeof *mesh.first_corners);
    mesh.positions = pdk_alloc_array(memory, part->corners, 3 * sizeof *mesh.positions);
    mesh.coordinates = pdk_alloc_array(memory, part->corners, 2 * sizeof *mesh.coordinates);
    mesh.triangles = pdk_alloc_array(memory, part->triangles, 3 * sizeof *mesh.triangles);
    if (mesh.skins == NULL || mesh.first_corners == NULL || mesh.positions == NULL || mesh.coordinates == NULL ||
        mesh.triangles == NULL) {
        return pdk_fail_memory(error, memory, "a 3D part");
    }
    *surface = (pdk_surface){ .positions = mesh.positions,
                              .coordinates = mesh.coordinates,
                              .triangles = mesh.triangles,
                              .vertex_count = part->corners,
                              .triangle_count = part->triangles };
    pdk_status status = find_skins(&mesh, error);
    if (status != PDK_OK) return status;
    count_by_texture(&mesh);
    pdk_fam_first_corners(document, part, mesh.first_corners);
    put_all(&mesh);
    status = make_groups(&mesh, surface, error);
    pdk_free(memory, mesh.skins);
    pdk_free(memory, mesh.first_corners);
    return status;
}

void pdk_fam_add_surfaces(pdk_document *document)
{
    const pdk_fam *fam = document->state;
    for (size_t i = 0; i < fam->parts.count; i++) {
        const pdk_fam_part *part = pdk_fam_part_at(fam, i);
        if (part->kind != PDK_FAM_ORIP || part->triangles == 0) continue;
        pdk_surface_entry surface = { .info = { .name = part->path,
                                                .frame = PDK_FRAME_TRACK,
                                                .vertices = part->corners,
                                                .triangles = part->triangles,
                                                .certainty = PDK_LIKELY },
                                      .build = build,
                                      .state = part };
        pdk_document_add_surface(document, &surface);
    }
}
