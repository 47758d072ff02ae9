/* Several surfaces as one: copied one after the other, then cleaned up in place, so there is one copy at any time. */
#include <string.h>

#include "mesh/stated_place.h"
#include "model/document_life.h"
#include "model/float_loss.h"
#include "surface/change/surface_builder.h"
#include "surface/change/join_points.h"
#include "surface/change/merge_attributes.h"

enum { RUN = 1024, REPORT = 1 << 18 };
static const uint64_t trim_every = UINT64_C(256) << 20;

/* Surfaces on their way to being one. */
typedef struct joining {
    pdk_surface_work work;
    const pdk_document *const *documents;
    pdk_mesh *meshes;
    double (*shifts)[3]; /* of each, in the axes of the first: to the origin that was subtracted from the first */
    size_t count, block_count, shifted;
    uint64_t points, triangles;
    uint64_t copied, trimmed; /* bytes: read so far, and when pages were last returned to the system */
    bool normals, coordinates;
    pdk_surface_builder made;
    pdk_merged_attributes attributes;
    pdk_surface_report report;
} joining;

static pdk_status read_meshes(joining *all, pdk_error *error)
{
    pdk_memory *memory = &all->work.memory;
    all->meshes = pdk_alloc_array(memory, all->count, sizeof *all->meshes);
    if (all->meshes == NULL) return pdk_surface_fail_memory(&all->work, error);
    all->normals = all->coordinates = true;
    for (size_t i = 0; i < all->count; i++) {
        pdk_mesh *mesh = &all->meshes[i];
        pdk_status status = pdk_document_mesh(all->documents[i], memory, mesh, error);
        if (status != PDK_OK) return status;
        all->points += mesh->point_count;
        all->triangles += mesh->triangle_count;
        all->block_count += mesh->block_count > 0 ? mesh->block_count : 1;
        all->normals = all->normals && mesh->read_normals != NULL;
        all->coordinates = all->coordinates && mesh->read_coordinates != NULL;
    }
    if (all->points < UINT32_MAX && all->triangles < UINT32_MAX) return PDK_OK;
    return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "surface.size",
                    "the surfaces together have more than 2^32 points or triangles");
}

static bool is_zero(const double vector[3])
{
    return vector[0] == 0 && vector[1] == 0 && vector[2] == 0;
}

/* What the caller knows, or the file itself states. */
static void origin_of(const joining *all, size_t number, double origin[3])
{
    const double(*given)[3] = all->work.options->origins;
    pdk_stated_place place = pdk_document_stated_place(all->documents[number]);
    memcpy(origin, given != NULL ? given[number] : place.origin, 3 * sizeof *origin);
}

/* A shift of 0 stays exactly that: points keep their bits. */
static pdk_status find_shifts(joining *all, pdk_error *error)
{
    pdk_frame frame = all->meshes[0].frame;
    all->shifts = pdk_alloc_array(&all->work.memory, all->count, sizeof *all->shifts);
    if (all->shifts == NULL) return pdk_surface_fail_memory(&all->work, error);
    double first[3] = { 0 };
    for (size_t i = 0; i < all->count; i++) {
        double own[3], origin[3];
        origin_of(all, i, own);
        pdk_turn_point(pdk_frame_turn(all->meshes[i].frame, frame), own, origin);
        for (int axis = 0; axis < 3; axis++) {
            if (!isfinite(origin[axis])) {
                return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                                "the origin of surface %zu is not of finite numbers", i);
            }
            if (i == 0) first[axis] = origin[axis];
            all->shifts[i][axis] = origin[axis] - first[axis];
        }
        all->shifted += !is_zero(all->shifts[i]);
    }
    return PDK_OK;
}

/* Points of one of them in the axes of the first, less what was subtracted from that. -0 stays. */
static void place_points(const joining *all, const pdk_mesh *mesh, double (*points)[3], size_t count)
{
    const double *shift = all->shifts[mesh - all->meshes];
    pdk_turn turn = pdk_frame_turn(mesh->frame, all->meshes[0].frame);
    bool turned = !pdk_turn_is_none(turn);
    for (size_t i = 0; i < count; i++) {
        double point[3];
        if (turned) pdk_turn_point(turn, points[i], point);
        else memcpy(point, points[i], sizeof point);
        for (int axis = 0; axis < 3; axis++)
            points[i][axis] = shift[axis] != 0 ? point[axis] + shift[axis] : point[axis];
    }
}

/* All as one mesh, of which `first_*` say where each begins: enough to find an origin. */
static pdk_status read_joined_points(const pdk_mesh *whole, uint64_t first, size_t count, double (*points)[3],
                                     pdk_error *error)
{
    const joining *all = whole->state;
    const pdk_mesh *mesh = all->meshes;
    for (size_t done = 0; done < count;) {
        while (first >= mesh->point_count) first -= mesh++->point_count;
        uint64_t left = mesh->point_count - first;
        size_t some = count - done < left ? count - done : (size_t)left;
        pdk_status status = mesh->read_points(mesh, first, some, points + done, error);
        if (status != PDK_OK) return status;
        place_points(all, mesh, points + done, some);
        done += some;
        first += some;
    }
    return PDK_OK;
}

static pdk_status read_joined_triangles(const pdk_mesh *whole, uint64_t first, size_t count, uint32_t (*corners)[3],
                                        pdk_error *error)
{
    const joining *all = whole->state;
    const pdk_mesh *mesh = all->meshes;
    uint64_t before = 0;
    for (size_t done = 0; done < count;) {
        for (; first >= mesh->triangle_count; mesh++) {
            first -= mesh->triangle_count;
            before += mesh->point_count;
        }
        uint64_t left = mesh->triangle_count - first;
        size_t some = count - done < left ? count - done : (size_t)left;
        pdk_status status = mesh->read_triangles(mesh, first, some, corners + done, error);
        if (status != PDK_OK) return status;
        for (size_t i = done; i < done + some; i++) {
            for (int k = 0; k < 3; k++)
                corners[i][k] = corners[i][k] < mesh->point_count ? (uint32_t)(before + corners[i][k]) : UINT32_MAX;
        }
        done += some;
        first += some;
    }
    return PDK_OK;
}

/* What the new surface leaves out of its points, where floats need that; of one origin for all, that of the first. */
static pdk_status choose_origin(const joining *all, double origin[3], pdk_error *error)
{
    pdk_mesh whole = { .point_count = all->points,
                       .triangle_count = all->triangles,
                       .frame = all->meshes[0].frame,
                       .state = all,
                       .read_points = read_joined_points,
                       .read_triangles = read_joined_triangles };
    pdk_extent extent;
    pdk_status status = pdk_mesh_extent(&whole, &extent, error);
    if (status != PDK_OK || !pdk_extent_loses(&extent, origin)) return status; /* that of the first will do */
    return pdk_mesh_needed_origin(&whole, &extent, origin, error);
}

/* So many bytes more have been read of a document. */
static pdk_status report_progress(joining *all, const pdk_mesh *mesh, uint64_t more, pdk_error *error)
{
    all->copied += more;
    if (all->copied - all->trimmed < trim_every / 16) return PDK_OK;
    pdk_trim(all->documents[mesh - all->meshes]);
    all->trimmed = all->copied;
    double whole = 12.0 * (double)(all->points + all->triangles);
    return pdk_surface_progress(&all->work, (double)all->copied / whole) ? PDK_OK : pdk_fail_cancelled(error);
}

/* In the axes of the first, less the new surface's origin. */
static pdk_status copy_points(joining *all, const pdk_mesh *mesh, uint64_t to, pdk_error *error)
{
    const pdk_mesh *first = &all->meshes[0];
    pdk_mesh *made = all->made.mesh;
    pdk_turn turn = pdk_frame_turn(mesh->frame, first->frame);
    bool turned = !pdk_turn_is_none(turn);
    double points[RUN][3];
    for (uint64_t at = 0; at < mesh->point_count; at += RUN) {
        size_t count = mesh->point_count - at < RUN ? (size_t)(mesh->point_count - at) : RUN;
        pdk_status status = mesh->read_points(mesh, at, count, points, error);
        if (status != PDK_OK) return status;
        place_points(all, mesh, points, count);
        for (size_t i = 0; i < count; i++) {
            float *place = all->made.positions + 3 * (to + at + i);
            for (int axis = 0; axis < 3; axis++) {
                if (made->origin[axis] != 0) points[i][axis] -= made->origin[axis];
                place[axis] = (float)points[i][axis];
            }
            pdk_float_loss_add(&made->loss, points[i], place);
        }
        status = pdk_merge_attributes_copy(&all->attributes, (size_t)(mesh - all->meshes), at, count, to + at, error);
        if (status == PDK_OK) status = report_progress(all, mesh, 12 * count, error);
        if (status != PDK_OK) return status;
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
    float(*coordinates)[2] = (float(*)[2])(all->made.coordinates + 2 * to);
    pdk_status status = mesh->read_coordinates(mesh, 0, mesh->point_count, coordinates, error);
    for (uint64_t i = 0; i < mesh->point_count && status == PDK_OK && mesh->rows_down != first->rows_down; i++)
        coordinates[i][1] = 1 - coordinates[i][1]; /* rows of pictures count the other way there */
    return status;
}

static pdk_status copy_triangles(joining *all, const pdk_mesh *mesh, uint64_t to, uint64_t first_point,
                                 pdk_error *error)
{
    for (uint64_t at = 0; at < mesh->triangle_count; at += RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        uint32_t *corners = all->made.triangles + 3 * (to + at);
        pdk_status status = mesh->read_triangles(mesh, at, count, (uint32_t(*)[3])corners, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < 3 * count; i++) { /* an invalid corner must not become a point of the next surface */
            corners[i] = corners[i] < mesh->point_count ? (uint32_t)(first_point + corners[i]) : UINT32_MAX;
        }
        status = report_progress(all, mesh, 12 * count, error);
        if (status != PDK_OK) return status;
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
        if (status == PDK_OK) status = pdk_document_unchanged(all->documents[i], error);
        if (status != PDK_OK) return status;
        pdk_trim(all->documents[i]);
        point += mesh->point_count;
        triangle += mesh->triangle_count;
    }
    return PDK_OK;
}

/* Are all points floats to begin with, less the same origin? */
static bool all_single(const joining *all)
{
    for (size_t i = 0; i < all->count; i++) {
        if (!all->meshes[i].single) return false;
    }
    return true;
}

static pdk_status join(joining *all, pdk_error *error)
{
    pdk_status status = read_meshes(all, error);
    if (status == PDK_OK) status = find_shifts(all, error);
    if (status != PDK_OK) return status;
    pdk_surface_source like = { .frame = all->meshes[0].frame, .rows_down = all->meshes[0].rows_down };
    memcpy(like.origin, all->meshes[0].origin, sizeof like.origin);
    if (all->shifted > 0 || (all->count > 1 && !all_single(all))) status = choose_origin(all, like.origin, error);
    if (status != PDK_OK) return status;
    all->work.given.document = NULL; /* one is not the source: all of them are */
    status = pdk_surface_builder_begin(
        &all->made, &like, all->work.options,
        (pdk_surface_size){ all->points, all->triangles, all->normals, all->coordinates, all->block_count }, error);
    if (status == PDK_OK) {
        status =
            pdk_merge_attributes_begin(&all->attributes, all->meshes, all->count, &all->made, &all->work.memory, error);
    }
    for (size_t i = 0; status == PDK_OK && i < all->count; i++)
        pdk_document_add_source(all->made.document, all->documents[i]);
    if (status == PDK_OK) status = copy_meshes(all, error);
    return status == PDK_OK ? pdk_surface_work_on(&all->work, all->made.surface, error) : status;
}

/* --------------------------------------------------------------------------------------------- what has to go */

/* Replaces each point's joined point by that point's new number. Returns how many points remain. */
static uint64_t number_anew(joining *all, uint32_t *same_as)
{
    uint32_t next = 0;
    for (uint64_t i = 0; i < all->points; i++) same_as[i] = same_as[i] == i ? next++ : same_as[same_as[i]];
    return next;
}

/* Renumbers the corners of triangles. */
static pdk_status keep_triangles(joining *all, const uint32_t *numbers, uint64_t *kept, pdk_error *error)
{
    pdk_surface_report *report = &all->report;
    uint32_t *triangles = all->made.triangles;
    *kept = 0;
    for (uint64_t i = 0; i < all->triangles; i++) {
        if (i % REPORT == 0 && !pdk_surface_progress(&all->work, (double)i / (double)all->triangles))
            return pdk_fail_cancelled(error);
        uint32_t c[3];
        memcpy(c, triangles + 3 * i, sizeof c);
        pdk_triangle_kind kind = pdk_triangle_kind_of(all->made.surface, i);
        if (kind == PDK_TRIANGLE_OUT_OF_RANGE || kind == PDK_TRIANGLE_NOT_FINITE) {
            report->triangles_unsound++;
            continue;
        }
        for (int k = 0; k < 3 && numbers != NULL; k++) c[k] = numbers[c[k]];
        bool thin = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
        if (thin && kind == PDK_TRIANGLE_VALID) report->triangles_collapsed++;
        else memcpy(triangles + 3 * (*kept)++, c, sizeof c);
    }
    return PDK_OK;
}

/* Keeps the points that are not joined to an earlier one: numbers are given in their order. */
static void keep_points(joining *all, const uint32_t *numbers)
{
    pdk_surface_builder *made = &all->made;
    uint64_t to = 0;
    for (uint64_t i = 0; i < all->points; i++) {
        if (numbers[i] != to) continue;
        memmove(made->positions + 3 * to, made->positions + 3 * i, 3 * sizeof(float));
        if (made->normals != NULL) memmove(made->normals + 3 * to, made->normals + 3 * i, 3 * sizeof(float));
        if (made->coordinates != NULL)
            memmove(made->coordinates + 2 * to, made->coordinates + 2 * i, 2 * sizeof(float));
        pdk_merge_attributes_move(&all->attributes, i, to);
        to++;
    }
}

/* A block keeps those of its points that stay: from the first number new in it to the first new after it. */
static void add_blocks(joining *all, const uint32_t *numbers)
{
    uint64_t point = 0, to = 0, at = 0;
    for (size_t i = 0; i < all->count; i++) {
        const pdk_mesh *mesh = &all->meshes[i];
        const pdk_mesh_block whole = { .point_count = mesh->point_count };
        for (size_t b = 0; b < (mesh->block_count > 0 ? mesh->block_count : 1); b++) {
            const pdk_mesh_block *block = mesh->block_count > 0 ? &mesh->blocks[b] : &whole;
            uint64_t first = point + block->first_point, end = first + block->point_count;
            for (; at < first; at++) to += numbers == NULL || numbers[at] == to;
            uint64_t begin = to;
            for (; at < end; at++) to += numbers == NULL || numbers[at] == to;
            pdk_surface_builder_add_block(&all->made, block->name, begin, to - begin);
        }
        point += mesh->point_count;
    }
}

static pdk_status settle(joining *all, double weld, pdk_error *error)
{
    pdk_surface_work *work = &all->work;
    uint32_t *numbers = NULL;
    uint64_t points = all->points, triangles;
    if (weld >= 0) {
        numbers = pdk_surface_alloc(work, points, sizeof *numbers);
        if (numbers == NULL) return pdk_surface_fail_memory(work, error);
        pdk_surface_begin_step(work, 0.5);
        pdk_status status = pdk_join_near_points(work, all->made.positions, points, weld, numbers, error);
        if (status != PDK_OK) return status;
        points = number_anew(all, numbers);
    }
    pdk_surface_begin_step(work, 0.2);
    pdk_status status = keep_triangles(all, numbers, &triangles, error);
    if (status != PDK_OK) return status;
    if (points < all->points) keep_points(all, numbers);
    if (points < all->points || triangles < all->triangles) pdk_surface_builder_shrink(&all->made, points, triangles);
    if (points < all->points) pdk_merge_attributes_shrink(&all->attributes, all->made.document, points);
    add_blocks(all, numbers);
    all->report.points = points;
    all->report.triangles = triangles;
    all->report.points_joined = all->points - points;
    return PDK_OK;
}

/* Normals and texture coordinates stay where all surfaces have them, and all come to one origin. */
static void note_some(const joining *all, pdk_document *made)
{
    bool normals = false, coordinates = false;
    for (size_t i = 0; i < all->count; i++) {
        normals = normals || all->meshes[i].read_normals != NULL;
        coordinates = coordinates || all->meshes[i].read_coordinates != NULL;
    }
    if (normals && !all->normals) {
        pdk_document_add_finding(made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "",
                                 "normals: left out, because not all of the surfaces have them");
    }
    if (coordinates && !all->coordinates) {
        pdk_document_add_finding(made, PDK_NOTE, "surface.left_out", PDK_NO_OFFSET, "",
                                 "texture coordinates: left out, because not all of the surfaces have them");
    }
    if (all->shifted > 0) {
        pdk_document_add_finding(made, PDK_NOTE, "surface.origin", PDK_NO_OFFSET, "",
                                 "%zu of the surfaces: moved to the origin of the first, because another one was "
                                 "subtracted from their points",
                                 all->shifted);
    }
}

pdk_status pdk_surface_merge(const pdk_document *const *documents, size_t count, const pdk_surface_options *options,
                             double weld, pdk_document **made, pdk_surface_report *report, pdk_error *error)
{
    PDK_HOLD_EACH(documents, sizeof *documents, count);
    joining all = { .documents = documents, .count = count };
    if (documents == NULL || count == 0 || made == NULL || isnan(weld)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "merging needs surfaces and a pointer for the new one");
    }
    *made = NULL;
    pdk_status status = pdk_surface_work_prepare(&all.work, options, error);
    pdk_surface_begin_step(&all.work, weld >= 0 ? 0.3 : 0.8);
    if (status == PDK_OK) status = join(&all, error);
    if (status == PDK_OK) status = settle(&all, weld, error);
    if (status == PDK_OK) status = pdk_surface_builder_end(&all.made, made, error);
    if (status == PDK_OK) status = pdk_surface_take_facts(*made, documents, count, error);
    if (status == PDK_OK) note_some(&all, *made);
    if (status != PDK_OK) {
        pdk_surface_builder_drop(&all.made);
        *made = NULL;
    }
    pdk_surface_work_end(&all.work);
    if (status == PDK_OK && report != NULL) *report = all.report;
    return status;
}
