/* The bytes of a GLB's buffer views. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "format/glb/glb_export.h"

/* Steps of a 65535th of the mesh's size in each direction. */
static void put_quantized(const pdk_scene_extent *extent, const float point[3], uint8_t *to)
{
    memset(to, 0, 8);
    for (int k = 0; k < 3; k++) {
        double width = (double)extent->maximum[k] - (double)extent->minimum[k];
        double step = width > 0 ? ((double)point[k] - (double)extent->minimum[k]) / width * UINT16_MAX : 0;
        pdk_store_u16(to + 2 * k, (uint16_t)lround(step));
    }
}

static pdk_status fill_points(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                              uint8_t *bytes, pdk_error *error)
{
    float points[PDK_SCENE_RUN][3];
    pdk_status status = pdk_scene_view_points(&glb->scene, view->item, first, count, points, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (glb->quantized) put_quantized(&glb->scene.extents[view->item], points[i], bytes + 8 * i);
        else
            for (size_t k = 0; k < 3; k++) pdk_store_f32(bytes + 12 * i + 4 * k, points[i][k]);
    }
    return status;
}

/* Quantised points are stretched differently in each direction when they are shown, and normals the other way round: so
 * they are stretched beforehand. 16 bits, as little is left of "up" then where a surface is wide and low. */
static void put_normal(const pdk_scene_extent *extent, const float normal[3], uint8_t *to)
{
    double stretched[3], length = 0;
    memset(to, 0, 8);
    for (int k = 0; k < 3; k++) {
        double width = (double)extent->maximum[k] - (double)extent->minimum[k];
        stretched[k] = (double)normal[k] * (width > 0 ? width : 1);
        length += stretched[k] * stretched[k];
    }
    for (int k = 0; k < 3; k++) {
        long step = lround(stretched[k] / sqrt(length > 0 ? length : 1) * INT16_MAX);
        pdk_store_u16(to + 2 * k, (uint16_t)(int16_t)step);
    }
}

static pdk_status fill_normals(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                               uint8_t *bytes, pdk_error *error)
{
    float normals[PDK_SCENE_RUN][3];
    pdk_status status = pdk_scene_view_normals(&glb->scene, view->item, first, count, normals, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (glb->quantized) put_normal(&glb->scene.extents[view->item], normals[i], bytes + 8 * i);
        else
            for (size_t k = 0; k < 3; k++) pdk_store_f32(bytes + 12 * i + 4 * k, normals[i][k]);
    }
    return status;
}

static pdk_status fill_coordinates(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                                   uint8_t *bytes, pdk_error *error)
{
    float coordinates[PDK_SCENE_RUN][2];
    const pdk_scene_mesh *shown = pdk_scene_mesh_at(&glb->scene.scene, view->item);
    pdk_status status = shown->mesh.read_coordinates(&shown->mesh, first, count, coordinates, error);
    for (size_t i = 0; i < 2 * count && status == PDK_OK; i++) {
        float value = coordinates[i / 2][i % 2];
        if (i % 2 == 1 && shown->rows_up) value = 1 - value;
        pdk_store_f32(bytes + 4 * i, isfinite(value) ? value : 0);
    }
    return status;
}

static void fill_numbers(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                         uint8_t *bytes)
{
    const float(*numbers)[2] = pdk_scene_mesh_at(&glb->scene.scene, view->item)->numbers + first;
    for (size_t i = 0; i < 2 * count; i++) pdk_store_f32(bytes + 4 * i, numbers[i / 2][i % 2]);
}

/* Red, green, blue and opacity. */
static pdk_status fill_colors(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                              uint8_t *bytes, pdk_error *error)
{
    enum { RUN = 256 };
    float colors[RUN][4];
    const pdk_mesh *mesh = &pdk_scene_mesh_at(&glb->scene.scene, view->item)->mesh;
    const pdk_attribute *color = pdk_mesh_attribute(mesh, PDK_ATTRIBUTE_COLOR);
    for (size_t done = 0; done < count; done += RUN) {
        size_t some = count - done < RUN ? count - done : RUN;
        pdk_status status = pdk_attribute_read_color(color, first + done, some, colors, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < 4 * some; i++) {
            float value = colors[i / 4][i % 4];
            value = value > 0 ? (value < 1 ? value : 1) : 0; /* a NaN is 0 */
            uint8_t *to = bytes + view->size * (done + i / 4) + pdk_glb_color_size(color) * (i % 4);
            if (color->type == PDK_UINT8) *to = (uint8_t)lroundf(value * UINT8_MAX);
            else if (color->type == PDK_UINT16) pdk_store_u16(to, (uint16_t)lroundf(value * UINT16_MAX));
            else pdk_store_f32(to, value);
        }
    }
    return PDK_OK;
}

static pdk_status fill_corners(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                               pdk_glb_bytes to, pdk_error *error)
{
    uint32_t corners[PDK_SCENE_RUN][3];
    size_t kept;
    const pdk_scene_run *run = &pdk_scene_mesh_at(&glb->scene.scene, view->item)->runs[view->part];
    pdk_status status =
        pdk_scene_view_triangles(&glb->scene, view->item, run->first_triangle + first, count, corners, &kept, error);
    if (status != PDK_OK) return status;
    *to.size = 3 * kept * view->size;
    for (size_t i = 0; i < 3 * kept; i++) {
        if (view->size == sizeof(uint16_t)) pdk_store_u16(to.bytes + 2 * i, (uint16_t)corners[i / 3][i % 3]);
        else pdk_store_u32(to.bytes + 4 * i, corners[i / 3][i % 3]);
    }
    return PDK_OK;
}

static void fill_line(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count, uint8_t *bytes)
{
    const pdk_scene_line *line = pdk_scene_line_at(&glb->scene.scene, view->item);
    for (size_t i = 0; i < count; i++) {
        const float *point = line->points[first + i];
        double from[3] = { (double)point[0], (double)point[1], (double)point[2] }, to[3];
        pdk_scene_view_point(&glb->scene, from, to);
        if (view->kind == PDK_GLB_LINE_VALUES) pdk_store_f32(bytes + 4 * i, line->values[view->part].values[first + i]);
        else
            for (size_t k = 0; k < 3; k++) pdk_store_f32(bytes + 12 * i + 4 * k, (float)to[k]);
    }
}

uint64_t pdk_glb_things(const pdk_glb_export *glb, const pdk_glb_view *view)
{
    if (view->kind != PDK_GLB_CORNERS) return view->count;
    return pdk_scene_mesh_at(&glb->scene.scene, view->item)->runs[view->part].triangle_count;
}

pdk_status pdk_glb_fill(const pdk_glb_export *glb, const pdk_glb_view *view, uint64_t first, size_t count,
                        pdk_glb_bytes to, pdk_error *error)
{
    *to.size = count * view->size;
    switch (view->kind) {
    case PDK_GLB_POINTS: return fill_points(glb, view, first, count, to.bytes, error);
    case PDK_GLB_NORMALS: return fill_normals(glb, view, first, count, to.bytes, error);
    case PDK_GLB_COORDINATES: return fill_coordinates(glb, view, first, count, to.bytes, error);
    case PDK_GLB_COLORS: return fill_colors(glb, view, first, count, to.bytes, error);
    case PDK_GLB_NUMBERS: fill_numbers(glb, view, first, count, to.bytes); return PDK_OK;
    case PDK_GLB_CORNERS: return fill_corners(glb, view, first, count, (pdk_glb_bytes){ to.bytes, to.size }, error);
    case PDK_GLB_LINE_POINTS:
    case PDK_GLB_LINE_VALUES: fill_line(glb, view, first, count, to.bytes); return PDK_OK;
    case PDK_GLB_KEY_TIMES:
    case PDK_GLB_KEY_PLACES:
    case PDK_GLB_KEY_TURNS:
    case PDK_GLB_SHOWN_TIMES:
    case PDK_GLB_SHOWN_SCALES: pdk_glb_fill_movement(glb, view, first, count, to.bytes); return PDK_OK;
    case PDK_GLB_FRAME_TIMES:
    case PDK_GLB_FRAME_SCALES: pdk_glb_fill_frames(glb, view, first, count, to.bytes); return PDK_OK;
    case PDK_GLB_PICTURE: break;
    }
    memcpy(to.bytes, view->packed.data + first, count);
    return PDK_OK;
}
