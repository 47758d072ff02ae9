/* A 3D part as a surface: a vertex for every corner of every polygon, triangles in groups by texture. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "base/text.h"
#include "format/fam/fam_index.h"
#include "format/fam/fam_layout.h"
#include "model/frame.h"
#include "text/shown_text.h"

enum { MAX_TEXTURES = 256 }; /* a polygon's texture number is a byte */

/* What a texture number of a part leads to. */
typedef struct texture_skin {
    const char *name, *image;
    double width, height; /* 1 when the bitmap is not known: coordinates then stay as stored */
    uint64_t corners, triangles;
} texture_skin;

typedef struct mesh_plan {
    pdk_document *document;
    const pdk_fam_part *part;
    texture_skin *skins; /* MAX_TEXTURES */
    float *positions, *coordinates;
    uint32_t *triangles;
} mesh_plan;

/* --------------------------------------------------------------------------------------- textures by name */

static int by_name(const void *left, const void *right)
{
    const pdk_fam_entry *const *a = left, *const *b = right;
    int order = memcmp((*a)->name, (*b)->name, sizeof(*a)->name);
    if (order != 0) return order;
    return (*a)->number < (*b)->number ? -1 : (*a)->number > (*b)->number;
}

static bool is_shown(const pdk_document *document, const pdk_fam_entry *entry)
{
    const uint8_t *block = document->content.data + entry->offset;
    return entry->use == PDK_FAM_BITMAP && entry->whole && entry->offset != 0 && entry->number != PDK_FAM_NONE &&
           pdk_load_u16(block + PDK_SHPI_WIDTH) > 0 && pdk_load_u16(block + PDK_SHPI_HEIGHT) > 0;
}

/* The first bitmap of this name in a sorted list. */
static const pdk_fam_entry *find_bitmap(const pdk_fam_entry **sorted, size_t count, const uint8_t *name)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memcmp(sorted[middle]->name, name, 4) < 0) low = middle + 1;
        else high = middle;
    }
    return low < count && memcmp(sorted[low]->name, name, 4) == 0 ? sorted[low] : NULL;
}

static pdk_status sort_bitmaps(pdk_document *document, const pdk_fam_part *part, const pdk_fam_entry ***sorted,
                               size_t *count, pdk_error *error)
{
    const pdk_fam *fam = document->state;
    *count = 0;
    const pdk_fam_part *set = part->pictures != PDK_FAM_NONE ? pdk_fam_part_at(fam, part->pictures) : NULL;
    *sorted = pdk_alloc_array(&document->memory, set != NULL ? set->entry_count : 0, sizeof **sorted);
    if (*sorted == NULL) return pdk_fail_memory(error, &document->memory, "the textures of a 3D part");
    for (uint32_t i = 0; set != NULL && i < set->entry_count; i++) {
        const pdk_fam_entry *entry = pdk_fam_entry_at(fam, set->first_entry + i);
        if (is_shown(document, entry)) (*sorted)[(*count)++] = entry;
    }
    qsort(*sorted, *count, sizeof **sorted, by_name);
    return PDK_OK;
}

static pdk_status find_skins(mesh_plan *mesh, pdk_error *error)
{
    pdk_document *document = mesh->document;
    const pdk_fam_entry **sorted;
    size_t count;
    pdk_status status = sort_bitmaps(document, mesh->part, &sorted, &count, error);
    if (status != PDK_OK) return status;
    uint64_t list = mesh->part->offset + pdk_fam_model_number(document, mesh->part, "texture_offset");
    uint32_t entry_offset = pdk_record_field(&pdk_orip_texture, "entry")->offset;
    for (uint32_t i = 0; i < MAX_TEXTURES; i++) {
        texture_skin *skin = &mesh->skins[i];
        skin->name = "";
        skin->width = skin->height = 1;
        if (i >= mesh->part->textures) continue;
        const uint8_t *name = document->content.data + list + (uint64_t)i * pdk_orip_texture.size + entry_offset;
        char shown[16];
        skin->name = pdk_strdup(&document->memory, pdk_text_show(shown, sizeof shown, name, pdk_text_length(name, 4)));
        if (skin->name == NULL) return pdk_fail_memory(error, &document->memory, "the textures of a 3D part");
        const pdk_fam_entry *bitmap = find_bitmap(sorted, count, name);
        if (bitmap == NULL) continue;
        const uint8_t *block = document->content.data + bitmap->offset;
        skin->image = bitmap->path;
        skin->width = pdk_load_u16(block + PDK_SHPI_WIDTH);
        skin->height = pdk_load_u16(block + PDK_SHPI_HEIGHT);
    }
    pdk_free(&document->memory, (void *)sorted);
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------- triangles */

/* Where polygons of one texture are put next. */
typedef struct cursor {
    uint64_t corner, triangle;
} cursor;

static void put_corner(const mesh_plan *mesh, const pdk_fam_polygon *polygon, uint32_t corner, uint64_t to)
{
    /* a polygon without coordinates shows the whole bitmap, from its first corner at the top left */
    static const float whole[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    const pdk_document *document = mesh->document;
    const pdk_fam_part *part = mesh->part;
    const uint8_t *vertex = document->content.data + part->offset +
                            pdk_fam_model_number(document, part, "vertex_offset") +
                            (uint64_t)polygon->vertices[corner] * pdk_orip_vertex.size;
    static const char *const axes[] = { "x", "y", "z" };
    for (size_t axis = 0; axis < 3; axis++) {
        double stored = pdk_get_f64(pdk_record_field(&pdk_orip_vertex, axes[axis]), 0, vertex);
        mesh->positions[to * 3 + axis] = (float)(stored * part->scale);
    }
    memcpy(&mesh->coordinates[to * 2], whole[corner], sizeof whole[corner]);
    if (!polygon->has_uv) return;
    const texture_skin *skin = &mesh->skins[polygon->texture];
    const uint8_t *uv = document->content.data + part->offset + pdk_fam_model_number(document, part, "uv_offset") +
                        (uint64_t)polygon->uvs[corner] * pdk_orip_uv.size;
    mesh->coordinates[to * 2] = (float)(pdk_load_i32(uv) / skin->width);
    mesh->coordinates[to * 2 + 1] = (float)(pdk_load_i32(uv + PDK_ORIP_UV_V) / skin->height);
}

/* As stored the corners turn counter-clockwise seen from outside; flip turns a polygon over; two-sided ones get both.
 */
static void put_triangle(uint32_t *to, uint32_t first, uint32_t second, uint32_t third, bool turned)
{
    to[0] = first;
    to[1] = turned ? third : second;
    to[2] = turned ? second : third;
}

static void put_polygon(const mesh_plan *mesh, const pdk_fam_polygon *polygon, cursor *next)
{
    uint32_t first = (uint32_t)next->corner;
    for (uint32_t i = 0; i < polygon->corners; i++) put_corner(mesh, polygon, i, next->corner++);
    for (int side = 0; side < (polygon->two_sided ? 2 : 1); side++) {
        for (uint32_t i = 1; i + 1 < polygon->corners; i++) {
            put_triangle(mesh->triangles + 3 * next->triangle++, first, first + i, first + i + 1,
                         polygon->flip != (side == 1));
        }
    }
}

static void put_all(const mesh_plan *mesh)
{
    cursor next[MAX_TEXTURES];
    cursor sum = { 0, 0 };
    for (uint32_t i = 0; i < MAX_TEXTURES; i++) {
        next[i] = sum;
        sum.corner += mesh->skins[i].corners;
        sum.triangle += mesh->skins[i].triangles;
    }
    for (uint32_t i = 0; i < mesh->part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(mesh->document, mesh->part, i);
        if (polygon.drawn) put_polygon(mesh, &polygon, &next[polygon.texture]);
    }
}

static void count_by_texture(const mesh_plan *mesh)
{
    for (uint32_t i = 0; i < mesh->part->polygons; i++) {
        pdk_fam_polygon polygon = pdk_fam_read_polygon(mesh->document, mesh->part, i);
        if (!polygon.drawn) continue;
        mesh->skins[polygon.texture].corners += polygon.corners;
        mesh->skins[polygon.texture].triangles += (polygon.corners - 2) * (polygon.two_sided ? 2 : 1);
    }
}

static pdk_status make_groups(const mesh_plan *mesh, pdk_surface *surface, pdk_error *error)
{
    pdk_memory *memory = &mesh->document->memory;
    size_t used = 0;
    for (uint32_t i = 0; i < MAX_TEXTURES; i++) used += mesh->skins[i].triangles > 0;
    pdk_surface_group *groups = pdk_alloc_array(memory, used, sizeof *groups);
    if (groups == NULL) return pdk_fail_memory(error, memory, "the groups of a 3D part");
    uint64_t first = 0;
    for (uint32_t i = 0; i < MAX_TEXTURES; i++) {
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
    mesh.skins = pdk_alloc_array(memory, MAX_TEXTURES, sizeof *mesh.skins);
    mesh.positions = pdk_alloc_array(memory, part->corners, 3 * sizeof *mesh.positions);
    mesh.coordinates = pdk_alloc_array(memory, part->corners, 2 * sizeof *mesh.coordinates);
    mesh.triangles = pdk_alloc_array(memory, part->triangles, 3 * sizeof *mesh.triangles);
    if (mesh.skins == NULL || mesh.positions == NULL || mesh.coordinates == NULL || mesh.triangles == NULL) {
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
    put_all(&mesh);
    status = make_groups(&mesh, surface, error);
    pdk_free(memory, mesh.skins);
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
