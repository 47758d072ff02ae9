/* Props as cards: bitmaps stand upright on their foot, facing those who come along their heading. Models live in the
 * FAM and are left out here. */
#include <math.h>

#include "format/tri/tri_mesh.h"

#include "base/trigonometry.h"

/* An upright card from its left foot, `width` along the direction (x, y). */
static void add_card(pdk_tri_mesh *mesh, uint32_t bitmap, const double foot[3], const double along[2], double width,
                     double height)
{
    uint32_t first = mesh->vertex_count;
    for (int corner = 0; corner < 4; corner++) {
        bool right = corner == 1 || corner == 2, top = corner >= 2;
        double place[3] = { foot[0] + (right ? along[0] * width : 0), foot[1] + (right ? along[1] * width : 0),
                            foot[2] + (top ? height : 0) };
        pdk_tri_mesh_vertex(mesh, place, right ? 1 : 0, top ? 0 : 1);
    }
    pdk_tri_mesh_triangle(mesh, bitmap, first, first + 1, first + 2);
    pdk_tri_mesh_triangle(mesh, bitmap, first, first + 2, first + 3);
}

static uint32_t bitmap_of(const pdk_record *kind, const char *field, const uint8_t *type)
{
    return (uint32_t)pdk_tri_number(kind, field, type) / 4;
}

static void add_prop(const pdk_tri_track *track, pdk_tri_mesh *mesh, const uint8_t *prop)
{
    double foot[3], heading;
    int64_t number = pdk_tri_number(&pdk_tri_prop, "prop_type", prop);
    if (number >= track->type_count || !pdk_tri_prop_place(track, prop, foot, &heading)) return;
    const uint8_t *type = pdk_tri_type_at(track, (uint32_t)number);
    int64_t which = pdk_tri_number(&pdk_tri_prop_type, "kind", type);
    if (which != PDK_TRI_BITMAP && which != PDK_TRI_CORNER) return;
    const pdk_record *kind = pdk_tri_prop_kind((unsigned)which);
    double width = pdk_tri_value(kind, "width", type), height = pdk_tri_value(kind, "height", type);
    if (!(height > 0)) return;
    if (!(width > 0)) width = height; /* the game takes the bitmap's shape, which is not in this file */
    double right[2] = { pdk_cos(heading), pdk_sin(heading) }, ahead[2] = { -pdk_sin(heading), pdk_cos(heading) };
    foot[0] -= right[0] * width / 2;
    foot[1] -= right[1] * width / 2;
    add_card(mesh, bitmap_of(kind, "resource", type), foot, right, width, height);
    if (which != PDK_TRI_CORNER) return;
    double depth = pdk_tri_value(kind, "second_width", type);
    foot[0] += right[0] * width;
    foot[1] += right[1] * width;
    if (depth > 0) add_card(mesh, bitmap_of(kind, "second_resource", type), foot, ahead, depth, height);
}

static void fill(const pdk_tri_track *track, pdk_tri_mesh *mesh)
{
    for (uint32_t i = 0; i < track->prop_count; i++) add_prop(track, mesh, pdk_tri_prop_at(track, i));
}

static char *image(pdk_memory *memory, const pdk_tri_track *track, uint32_t group)
{
    return track->closed ? pdk_text_printf(memory, "1/0/%02u00", (unsigned)group)
                         : pdk_text_printf(memory, "1/%u/0000", (unsigned)group);
}

const pdk_tri_part pdk_tri_props = {
    .name = "props",
    .group = "bitmap",
    .certainty = PDK_LIKELY,
    .fill = fill,
    .image = image,
};
