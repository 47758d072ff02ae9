/* Several surfaces as one: first one behind the other, then, where something has to go, the part that stays. */
#include <string.h>

#include "analysis/surface/made.h"
#include "analysis/surface/weld.h"

enum { RUN = 4096 };

/* Surfaces on their way to being one. */
typedef struct joining {
    pdk_surface_work work;
    pdk_mesh *meshes;
    size_t count, block_count;
    uint64_t points, triangles;
    bool normals, coordinates;
    pdk_made made;
    pdk_surface_report report;
} joining;

static pdk_status read_meshes(joining *all, const pdk_document *const *documents, pdk_error *error)
{
    pdk_memory *memory = &all->work.memory;
    all->meshes = pdk_alloc_array(memory, all->count, sizeof *all->meshes);
    if (all->meshes == NULL) return pdk_surface_no_room(&all->work, error);
    all->normals = all->coordinates = true;
    for (size_t i = 0; i < all->count; i++) {
        pdk_mesh *mesh = &all->meshes[i];
        pdk_status status = pdk_document_mesh(documents[i], memory, mesh, error);
        if (status != PDK_OK) return status;
        all->points += mesh->point_count;
        all->triangles += mesh->triangle_count;
        all->block_count += mesh->block_count > 0 ? mesh->block_count : 1;
        all->normals = all->normals && mesh->read_normals != NULL;
        all->coordinates = all->coordinates && mesh->read_coordinates != NULL;
    }
    if (all->points < UINT32_MAX && all->triangles < UINT32_MAX) return PDK_OK;
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "surface.size", "together they have more than 2^32 points or triangles");
}

/* In the axes of the first, less its origin. */
static pdk_status copy_points(joining *all, const pdk_mesh *mesh, uint64_t to, pdk_error *error)
{
    const pdk_mesh *first = &all->meshes[0];
    pdk_turn turn = pdk_frame_turn(mesh->frame, first->frame);
    bool turned = !pdk_turn_is_none(turn);
    double points[RUN][3];
    for (uint64_t at = 0; at < mesh->point_count; at += RUN) {
        size_t count = mesh->point_count - at < RUN ? (size_t)(mesh->point_count - at) : RUN;
        pdk_status status = mesh->read_points(mesh, at, count, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            double point[3];
            if (turned) pdk_turn_point(turn, points[i], point);
            else memcpy(point, points[i], sizeof point);
            float *place = all->made.positions + 3 * (to + at + i);
            for (int axis = 0; axis < 3; axis++) {
                double origin = first->origin[axis];
                place[axis] = (float)(origin != 0 ? point[axis] - origin : point[axis]); /* -0 stays */
            }
        }
        if (!all->normals) continue;
        float(*normals)[3] = (float(*)[3])(all->made.normals + 3 * (to + at));
        status = mesh->read_normals(mesh, at, count, normals, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count && turned; i++) {
            double from[3] = { (double)normals[i][0], (double)normals[i][1], (double)normals[i][2] }, normal[3];
            pdk_turn_point(turn, from, normal);
            for (int axis = 0; axis < 3; axis++) normals[i][axis] = (float)normal[axis];
        }
    }
    if (!all->coordinates) return PDK_OK;
    return mesh->read_coordinates(mesh, 0, mesh->point_count, (float(*)[2])(all->made.coordinates + 2 * to), error);
}

static pdk_status copy_triangles(joining *all, const pdk_mesh *mesh, uint64_t to, uint64_t first_point, pdk_error *error)
{
    for (uint64_t at = 0; at < mesh->triangle_count; at += RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        uint32_t *corners = all->made.triangles + 3 * (to + at);
        pdk_status status = mesh->read_triangles(mesh, at, count, (uint32_t(*)[3])corners, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < 3 * count; i++) { /* a corner that is not there must not become one of the next */
            corners[i] = corners[i] < mesh->point_count ? (uint32_t)(first_point + corners[i]) : UINT32_MAX;
        }
    }
    return PDK_OK;
}

static pdk_status copy_meshes(joining *all, pdk_error *error)
{
    uint64_t point = 0, triangle = 0;
    for (size_t i = 0; i < all->count; i++) {
        const pdk_mesh *mesh = &all->meshes[i];
        pdk_status status = copy_points(all, mesh, point, error);
        if (status == PDK_OK) status = copy_triangles(all, mesh, triangle, point, error);
        if (status != PDK_OK) return status;
        for (size_t b = 0; b < mesh->block_count; b++) {
            const pdk_mesh_block *block = &mesh->blocks[b];
            pdk_made_add_block(&all->made, block->name, point + block->first_point, block->point_count);
        }
        if (mesh->block_count == 0) pdk_made_add_block(&all->made, NULL, point, mesh->point_count);
        point += mesh->point_count;
        triangle += mesh->triangle_count;
    }
    return PDK_OK;
}

static pdk_status join(joining *all, const pdk_document *const *documents, const pdk_surface_options *options, pdk_error *error)
{
    pdk_status status = read_meshes(all, documents, error);
    if (status != PDK_OK) return status;
    pdk_whole like = { .frame = all->meshes[0].frame };
    memcpy(like.origin, all->meshes[0].origin, sizeof like.origin);
    status = pdk_made_begin(&all->made, &like, options, all->points, all->triangles, all->normals, all->coordinates,
                            all->block_count, error);
    if (status == PDK_OK) status = copy_meshes(all, error);
    for (size_t i = 0; i < all->count && status == PDK_OK; i++) status = pdk_document_unchanged(documents[i], error);
    pdk_document *made;
    if (status == PDK_OK) status = pdk_made_end(&all->made, &made, error);
    return status;
}

/* --------------------------------------------------------------------------------------------- what has to go */

typedef struct kept_parts {
    uint8_t *points, *triangles; /* bits: kept */
    uint32_t *same_as;           /* NULL = nothing is welded */
} kept_parts;

/* Triangles with their new corners, where they have any. */
static void choose_triangles(joining *all, const pdk_surface *surface, kept_parts *kept)
{
    pdk_surface_report *report = &all->report;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        uint32_t *c = all->made.triangles + 3 * i;
        pdk_triangle_kind kind = pdk_triangle_kind_of(surface, i);
        if (kind == PDK_TRIANGLE_RANGE || kind == PDK_TRIANGLE_ODD) {
            report->triangles_unsound++;
            continue;
        }
        for (int k = 0; k < 3 && kept->same_as != NULL; k++) c[k] = kept->same_as[c[k]];
        bool thin = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
        if (thin && kind == PDK_TRIANGLE_SOUND) report->triangles_collapsed++;
        else pdk_set_bit(kept->triangles, i);
    }
}

static pdk_status choose(joining *all, const pdk_surface *surface, double weld, kept_parts *kept, pdk_error *error)
{
    pdk_surface_work *work = &all->work;
    kept->points = pdk_surface_room(work, surface->vertex_count / 8 + 1, 1);
    kept->triangles = pdk_surface_room(work, surface->triangle_count / 8 + 1, 1);
    if (kept->points == NULL || kept->triangles == NULL) return pdk_surface_no_room(work, error);
    if (weld >= 0) {
        kept->same_as = pdk_surface_room(work, surface->vertex_count, sizeof *kept->same_as);
        if (kept->same_as == NULL) return pdk_surface_no_room(work, error);
        pdk_status status = pdk_weld(work, surface->positions, surface->vertex_count, weld, kept->same_as, error);
        if (status != PDK_OK) return status;
    }
    for (uint64_t i = 0; i < surface->vertex_count; i++) {
        if (kept->same_as == NULL || kept->same_as[i] == i) pdk_set_bit(kept->points, i);
        else all->report.points_joined++;
    }
    choose_triangles(all, surface, kept);
    return PDK_OK;
}

static bool all_sound(const pdk_surface *surface)
{
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        pdk_triangle_kind kind = pdk_triangle_kind_of(surface, i);
        if (kind == PDK_TRIANGLE_RANGE || kind == PDK_TRIANGLE_ODD) return false;
    }
    return true;
}

/* *made = what was joined, or the part of it that stays. */
static pdk_status settle(joining *all, const pdk_surface_options *options, double weld, pdk_document **made, pdk_error *error)
{
    pdk_whole whole = { .frame = all->made.mesh->frame, .blocks = all->made.mesh->blocks, .block_count = all->made.mesh->block_count };
    memcpy(whole.origin, all->made.mesh->origin, sizeof whole.origin);
    pdk_status status = pdk_document_surface(all->made.document, 0, &whole.surface, error);
    if (status == PDK_OK) status = pdk_surface_work_on(&all->work, &whole.surface, error);
    if (status != PDK_OK) return status;
    kept_parts kept = { 0 };
    if (weld >= 0 || !all_sound(&whole.surface)) {
        status = choose(all, &whole.surface, weld, &kept, error);
        if (status == PDK_OK) {
            status = pdk_made_part(&whole, options, &all->work.memory, kept.points, kept.triangles, made, error);
        }
        if (status != PDK_OK) return status;
        pdk_made_drop(&all->made);
    } else {
        *made = all->made.document;
        all->made.document = NULL;
    }
    const pdk_surface_info *info = pdk_document_surface_info(*made, 0);
    all->report.points = info->vertices;
    all->report.triangles = info->triangles;
    return PDK_OK;
}

pdk_status pdk_surface_merge(const pdk_document *const *documents, size_t count, const pdk_surface_options *options, double weld,
                             pdk_document **made, pdk_surface_report *report, pdk_error *error)
{
    joining all = { .count = count };
    if (documents == NULL || count == 0 || made == NULL || isnan(weld)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "merging needs surfaces and a place for the new one");
    }
    *made = NULL;
    pdk_status status = pdk_surface_work_prepare(&all.work, options, error);
    if (status == PDK_OK) status = join(&all, documents, options, error);
    if (status == PDK_OK) status = settle(&all, options, weld, made, error);
    pdk_made_drop(&all.made);
    pdk_surface_work_end(&all.work);
    if (status == PDK_OK && report != NULL) *report = all.report;
    return status;
}
