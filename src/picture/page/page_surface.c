/* Surfaces as blocks: points in steps, triangles, texture coordinates; simplified where there are too many. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/block_color.h"
#include "model/document.h"
#include "json/contract.h"
#include "mesh/stated_place.h"
#include "page/page_data.h"

static const double least_step = 0.001; /* m */
enum {
    STEPS = 1 << 20, /* across a surface, at most: a millimetre on one of a kilometre */
    SLACK = 2        /* times as many triangles as wanted are shown where they cannot be simplified */
};

static bool has_part(void)
{
    pdk_part_info part;
    for (size_t i = 0; pdk_part_at(i, &part); i++) {
        if (strcmp(part.id, "meshoptimizer") == 0) return part.present;
    }
    return false;
}

pdk_status pdk_page_surface_fits(const pdk_document *document, size_t index, uint64_t triangles, pdk_error *error)
{
    const pdk_surface_info *info = pdk_document_surface_at(document, index);
    if (info->triangles <= SLACK * triangles || has_part()) return PDK_OK;
    return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "simplify.without",
                    "%s has too many triangles for a page, and Paddock's part for meshes, which simplifies, is missing",
                    info->name);
}

/* How fine a surface is shown. */
typedef struct surface_detail {
    uint64_t triangles;
    double size;
} surface_detail;

/* About `triangles` of them, no point further away than a hundredth of the surface's size. */
static pdk_status simplify(const pdk_document *document, size_t index, surface_detail detail, const pdk_memory *memory,
                           pdk_document **made, pdk_error *error)
{
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.limits.memory = memory->limit;
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    how.error = detail.size / 100;
    how.ratio = (double)detail.triangles / (double)pdk_document_surface_at(document, index)->triangles;
    pdk_document *alone;
    pdk_status status = pdk_surface_extract(document, index, &options, &alone, error);
    if (status != PDK_OK) return status;
    status = pdk_surface_simplify(alone, &options, &how, made, NULL, error);
    pdk_close(alone);
    return status;
}

typedef struct extent {
    double minimum[3], maximum[3];
} extent;

static extent extent_of(const pdk_surface *surface)
{
    extent box = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        const float *point = surface->positions + 3 * i;
        if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) continue;
        for (int k = 0; k < 3; k++) {
            box.minimum[k] = fmin(box.minimum[k], (double)point[k]);
            box.maximum[k] = fmax(box.maximum[k], (double)point[k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        if (!(box.minimum[k] <= box.maximum[k])) box.minimum[k] = box.maximum[k] = 0;
    }
    return box;
}

static double size_of(const extent *box)
{
    double size = 0;
    for (int k = 0; k < 3; k++) size = fmax(size, box->maximum[k] - box->minimum[k]);
    return size;
}

static bool is_sound(const pdk_surface *surface, uint64_t triangle)
{
    for (int k = 0; k < 3; k++) {
        uint32_t corner = surface->triangles[3 * triangle + (uint64_t)k];
        if (corner >= surface->vertex_count) return false;
        const float *point = surface->positions + 3 * (uint64_t)corner;
        if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) return false;
    }
    return true;
}

/* The corners of sound triangles; *first_kept[i] = how many corners stand before those of triangle i. */
static uint32_t *sound_corners(const pdk_surface *surface, pdk_memory *memory, uint64_t **before, uint64_t *count)
{
    uint32_t *corners = pdk_alloc_array(memory, surface->triangle_count, 3 * sizeof *corners);
    *before = pdk_alloc_array(memory, surface->triangle_count + 1, sizeof **before);
    if (corners == NULL || *before == NULL) return NULL;
    *count = 0;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        (*before)[i] = *count;
        if (!is_sound(surface, i)) continue;
        memcpy(corners + *count, surface->triangles + 3 * i, 3 * sizeof *corners);
        *count += 3;
    }
    (*before)[surface->triangle_count] = *count;
    return corners;
}

/* The picture of that name, as pdk_page_put_image counts; SIZE_MAX = none. A path's last part is enough. */
static size_t find_picture(const pdk_page_file *file, const char *name)
{
    for (size_t i = 0; name != NULL && i < pdk_page_image_count(file); i++) {
        const char *there = pdk_page_image_info(file, i)->name, *last = strrchr(there, '/');
        if (strcmp(there, name) == 0 || (last != NULL && strcmp(last + 1, name) == 0)) return i;
    }
    return SIZE_MAX;
}

static void put_groups(pdk_json *json, const pdk_page_file *file, const pdk_surface *surface, const uint64_t *before)
{
    pdk_member_begin(json, PDK_KEY_OF(mesh, groups), '[');
    for (size_t i = 0; i < surface->group_count; i++) {
        const pdk_surface_group *group = &surface->groups[i];
        if (group->first_triangle > surface->triangle_count ||
            group->triangle_count > surface->triangle_count - group->first_triangle)
            continue;
        uint64_t first = before[group->first_triangle], end = before[group->first_triangle + group->triangle_count];
        size_t picture = find_picture(file, group->image);
        pdk_json_begin(json, '{');
        pdk_member_natural(json, PDK_KEY_OF(mesh_group, first), first);
        pdk_member_natural(json, PDK_KEY_OF(mesh_group, count), end - first);
        if (picture != SIZE_MAX) pdk_member_natural(json, PDK_KEY_OF(mesh_group, image), picture);
        else pdk_member_text(json, PDK_KEY_OF(mesh_group, image), NULL);
        pdk_member_text(json, PDK_KEY_OF(mesh_group, name), group->name != NULL ? group->name : "");
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* What is known about its points: blocks in colours, where there are several (no `colors` where there are not), and
 * other values (no `point_count` where the surface is not all that the document has). */
static pdk_status look_at_points(const pdk_document *document, const pdk_surface *surface, pdk_memory *memory,
                                 pdk_mesh *mesh, pdk_block_colors *blocks, pdk_error *error)
{
    *mesh = (pdk_mesh){ .point_count = 0 };
    *blocks = (pdk_block_colors){ .block_count = 0 };
    if (pdk_document_surface_count(document) != 1) return PDK_OK;
    pdk_mesh all;
    pdk_status status = pdk_document_mesh(document, memory, &all, error);
    if (status != PDK_OK || all.point_count != surface->vertex_count) return status;
    *mesh = all;
    if (surface->triangle_count == 0 || all.block_count < 2) return PDK_OK;
    return pdk_block_colors_make(&all, memory, blocks, error);
}

static void put_palette(pdk_json *json, const pdk_block_colors *blocks)
{
    if (blocks->colors == NULL) return;
    pdk_member_begin(json, PDK_KEY_OF(mesh, palette), '[');
    for (uint32_t i = 0; i < blocks->color_count; i++) {
        char text[8];
        uint8_t rgb[3];
        pdk_block_color(i, rgb);
        snprintf(text, sizeof text, "#%02x%02x%02x", (unsigned)rgb[0], (unsigned)rgb[1], (unsigned)rgb[2]);
        pdk_json_text(json, text);
    }
    pdk_json_end(json, ']');
}

/* The block of each triangle that is shown, by its first corner (-1 = none), and the colour of each block. */
static void put_blocks(pdk_page_block *block, const pdk_block_colors *blocks, const uint32_t *corners, uint64_t count)
{
    size_t hint = 0;
    if (blocks->colors == NULL) return;
    int32_t *numbers = pdk_alloc_array(block->memory, count / 3, sizeof *numbers);
    if (numbers == NULL) block->failed = true;
    for (uint64_t i = 0; i < count / 3 && numbers != NULL; i++)
        numbers[i] = pdk_block_spans_find(&blocks->spans, corners[3 * i], &hint);
    if (numbers == NULL) return;
    pdk_page_put_exact(block, "block", PDK_INT32, numbers, (size_t)(count / 3), NULL);
    pdk_page_put_exact(block, "block_color", PDK_UINT32, blocks->colors, blocks->block_count, NULL);
    pdk_free(block->memory, numbers);
}

static void put_head(pdk_json *json, const pdk_document *document, const pdk_surface_info *info, const extent *box,
                     uint64_t shown)
{
    bool y_up = info->frame == PDK_FRAME_Y_UP || info->frame == PDK_FRAME_GMOTOR;
    const pdk_stated_place place = pdk_document_stated_place(document);
    double origin[3];
    for (int k = 0; k < 3; k++) origin[k] = place.origin[k] + info->origin[k] + (box->minimum[k] + box->maximum[k]) / 2;
    pdk_member_text(json, PDK_KEY_OF(mesh, name), info->name);
    pdk_member_text(json, PDK_KEY_OF(mesh, up), y_up ? "y" : "z");
    if (info->unit != NULL) pdk_member_text(json, PDK_KEY_OF(mesh, unit), info->unit);
    pdk_member_numbers(json, PDK_KEY_OF(mesh, origin), origin, 3);
    pdk_member_natural(json, PDK_KEY_OF(mesh, shown), shown);
    pdk_member_natural(json, PDK_KEY_OF(mesh, total), info->triangles);
    pdk_member_text(json, PDK_KEY_OF(mesh, certainty), pdk_certainty_name(info->certainty));
}

typedef struct number_run {
    const float *values;
    size_t stride;
    uint64_t count;
} number_run;

static void put_numbers(pdk_page_block *block, const char *name, number_run run, double less, double step, double *room)
{
    for (uint64_t i = 0; i < run.count; i++) {
        double value = (double)run.values[i * run.stride] - less;
        room[i] = isfinite(value) ? value : NAN;
    }
    pdk_page_put_steps(block, name, PDK_FLOAT32, room, (size_t)run.count, (pdk_page_scale){ step, 0 });
}

typedef struct shown_surface {
    const pdk_surface_info *info;
    const pdk_surface *surface;
    const pdk_block_colors *blocks;
    const pdk_mesh *mesh; /* the same points with their other values; without points where these are not known */
} shown_surface;

static pdk_status put_surface(const pdk_page_file *file, shown_surface shown, pdk_memory *memory, pdk_output *output,
                              pdk_error *error)
{
    static const char *const names[] = { "x", "y", "z", "u", "v" };
    extent box = extent_of(shown.surface);
    double step = fmax(least_step, size_of(&box) / STEPS);
    uint64_t *before, count = 0, vertices = shown.surface->vertex_count;
    uint32_t *corners = sound_corners(shown.surface, memory, &before, &count);
    double *room = pdk_alloc_array(memory, vertices, sizeof *room);
    pdk_page_block block;
    if (corners == NULL || room == NULL) return pdk_fail_memory(error, memory, "a surface of a page");
    pdk_status status = pdk_page_block_begin(&block, memory, error);
    if (status != PDK_OK) return status;
    put_head(&block.json, file->document, shown.info, &box, count / 3);
    put_groups(&block.json, file, shown.surface, before);
    put_palette(&block.json, shown.blocks);
    for (size_t k = 0; k < 3; k++)
        put_numbers(&block, names[k], (number_run){ shown.surface->positions + k, 3, vertices },
                    (box.minimum[k] + box.maximum[k]) / 2, step, room);
    for (size_t k = 0; k < 2 && shown.surface->coordinates != NULL; k++)
        put_numbers(&block, names[3 + k], (number_run){ shown.surface->coordinates + k, 2, vertices }, 0, 1.0 / 4096,
                    room);
    pdk_page_put_exact(&block, "corner", PDK_UINT32, corners, (size_t)count, NULL);
    put_blocks(&block, shown.blocks, corners, count);
    status = pdk_page_put_points(&block, shown.mesh, error);
    pdk_free(memory, room);
    pdk_free(memory, before);
    pdk_free(memory, corners);
    if (status == PDK_OK) return pdk_page_block_end(&block, output, error);
    pdk_page_block_close(&block);
    return status;
}

pdk_status pdk_page_put_surface(const pdk_page_file *file, size_t index, uint64_t triangles, pdk_memory *memory,
                                pdk_output *output, pdk_error *error)
{
    const pdk_surface_info *info = pdk_document_surface_at(file->document, index);
    pdk_document *simpler = NULL;
    pdk_surface surface;
    pdk_status status = pdk_document_surface_read(file->document, index, &surface, error);
    if (status == PDK_OK && info->triangles > triangles && has_part()) {
        extent box = extent_of(&surface);
        status = simplify(file->document, index, (surface_detail){ triangles, size_of(&box) }, memory, &simpler, error);
        if (status == PDK_OK) status = pdk_document_surface_read(simpler, 0, &surface, error);
    }
    pdk_block_colors blocks;
    pdk_mesh mesh;
    const pdk_document *shown = simpler != NULL ? simpler : file->document;
    if (status == PDK_OK) status = look_at_points(shown, &surface, memory, &mesh, &blocks, error);
    if (status == PDK_OK)
        status = put_surface(file, (shown_surface){ info, &surface, &blocks, &mesh }, memory, output, error);
    pdk_close(simpler);
    return status;
}
