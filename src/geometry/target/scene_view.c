/* Scenes in the axes of a target. */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/trigonometry.h"
#include "target/scene_view.h"

enum { RUN = PDK_SCENE_RUN };

/* ---------------------------------------------------------------------------------------------------- places */

static void turn_and_scale(const pdk_scene_view *view, const double from[3], double to[3])
{
    pdk_turn_point(view->job->turn, from, to);
    for (int k = 0; k < 3; k++) to[k] = to[k] * view->job->scale + 0.0; /* a zero without a sign */
}

void pdk_scene_view_point(const pdk_scene_view *view, const double from[3], double to[3])
{
    turn_and_scale(view, from, to);
    for (int k = 0; k < 3; k++) to[k] += view->shift[k];
}

bool pdk_scene_view_has_numbers(const pdk_scene_view *view, size_t mesh)
{
    const pdk_export *job = view->job;
    const pdk_scene_mesh *source = pdk_scene_mesh_at(&view->scene, mesh);
    const pdk_turn usual = pdk_frame_turn(source->mesh.frame, PDK_FRAME_Y_UP);
    const double *shift = view->shift;
    bool placed = memcmp(&job->turn, &usual, sizeof usual) == 0 && job->scale >= 1 && job->scale <= 1 &&
                  !(shift[0] < 0 || shift[0] > 0 || shift[1] < 0 || shift[1] > 0 || shift[2] < 0 || shift[2] > 0);
    return source->numbers != NULL && job->make_scene == NULL && placed;
}

void pdk_scene_view_place(const pdk_scene_view *view, const pdk_scene_node *node, double place[3], double turn[4])
{
    static const double up[3] = { 0, 0, 1 };
    if (node->movement != NULL && node->movement->key_count > 0) {
        pdk_scene_view_key(view, node->movement, 0, place, turn);
        return;
    }
    bool shared = node->mesh != PDK_SCENE_NONE && pdk_scene_mesh_at(&view->scene, node->mesh)->shared;
    if (shared) pdk_scene_view_point(view, node->place, place);
    else memset(place, 0, 3 * sizeof *place); /* its points are where they are */
    pdk_turn_point(view->job->turn, up, turn);
    for (int k = 0; k < 3; k++) turn[k] *= pdk_sin(node->heading / 2);
    turn[3] = pdk_cos(node->heading / 2);
}

void pdk_scene_view_key(const pdk_scene_view *view, const pdk_scene_movement *movement, size_t key, double place[3],
                        double turn[4])
{
    const float *from = movement->turns[key];
    const double axis[3] = { (double)from[0], (double)from[1], (double)from[2] };
    pdk_scene_view_point(view, movement->places[key], place);
    pdk_turn_point(view->job->turn, axis, turn); /* a turn of axes turns what others turn about */
    for (int k = 0; k < 3; k++) turn[k] += 0.0;  /* a zero without a sign */
    turn[3] = (double)from[3];
}

static bool is_odd(const pdk_scene_extent *extent, uint64_t point)
{
    return extent->odd != NULL && (extent->odd[point / 64] >> point % 64 & 1) != 0;
}

/* Points as floats, whatever they are. */
static pdk_status read_points(const pdk_scene_view *view, const pdk_scene_mesh *mesh, uint64_t first, size_t count,
                              float (*points)[3], pdk_error *error)
{
    double from[RUN][3];
    pdk_status status = mesh->mesh.read_points(&mesh->mesh, first, count, from, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        double to[3];
        if (mesh->shared) turn_and_scale(view, from[i], to);
        else pdk_scene_view_point(view, from[i], to);
        for (int k = 0; k < 3; k++) points[i][k] = (float)to[k];
    }
    return status;
}

pdk_status pdk_scene_view_points(const pdk_scene_view *view, size_t number, uint64_t first, size_t count,
                                 float (*points)[3], pdk_error *error)
{
    const pdk_scene_extent *extent = &view->extents[number];
    pdk_status status = read_points(view, pdk_scene_mesh_at(&view->scene, number), first, count, points, error);
    for (size_t i = 0; i < count && status == PDK_OK && extent->odd != NULL; i++) {
        if (is_odd(extent, first + i)) memcpy(points[i], extent->minimum, sizeof points[i]);
    }
    return status;
}

pdk_status pdk_scene_view_normals(const pdk_scene_view *view, size_t number, uint64_t first, size_t count,
                                  float (*normals)[3], pdk_error *error)
{
    const pdk_scene_mesh *shown = pdk_scene_mesh_at(&view->scene, number);
    const pdk_mesh *mesh = &shown->mesh;
    pdk_turn turn = view->job->turn;
    pdk_status status = PDK_OK;
    if (shown->normals != NULL) memcpy(normals, shown->normals + first, count * sizeof *normals);
    else status = mesh->read_normals(mesh, first, count, normals, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        float *normal = normals[i], from[3] = { normal[0], normal[1], normal[2] };
        float length = sqrtf(from[0] * from[0] + from[1] * from[1] + from[2] * from[2]);
        bool none = !(length > 0) || !isfinite(length);
        for (int k = 0; k < 3; k++) {
            float own = none ? (turn.axis[k] == 2 ? 1 : 0) : from[turn.axis[k]] / length;
            normal[k] = (float)turn.sign[k] * own;
        }
    }
    return status;
}

pdk_status pdk_scene_view_triangles(const pdk_scene_view *view, size_t number, uint64_t first, size_t count,
                                    uint32_t (*corners)[3], size_t *kept, pdk_error *error)
{
    const pdk_mesh *mesh = &pdk_scene_mesh_at(&view->scene, number)->mesh;
    const pdk_scene_extent *extent = &view->extents[number];
    *kept = 0;
    pdk_status status = mesh->read_triangles(mesh, first, count, corners, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        const uint32_t *t = corners[i];
        if (t[0] >= mesh->point_count || t[1] >= mesh->point_count || t[2] >= mesh->point_count) continue;
        if (extent->odd != NULL && (is_odd(extent, t[0]) || is_odd(extent, t[1]) || is_odd(extent, t[2]))) continue;
        if (*kept != i) memcpy(corners[*kept], t, sizeof corners[i]);
        ++*kept;
    }
    return status;
}

/* ----------------------------------------------------------------------------------------------- measuring */

typedef struct measuring {
    const pdk_scene_view *view;
    size_t mesh;
    uint64_t base;  /* triangle the count begins at */
    size_t threads; /* that take part */
    struct share {
        float minimum[3], maximum[3];
        uint64_t count; /* points that are not numbers, or sound triangles */
        pdk_status status;
        pdk_error error;
    } shares[PDK_MAX_THREADS];
} measuring;

static bool is_finite(const float point[3])
{
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

static void measure_points(void *user, size_t thread, uint64_t first, uint64_t count)
{
    measuring *job = user;
    struct share *share = &job->shares[thread];
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&job->view->scene, job->mesh);
    float points[RUN][3];
    for (uint64_t end = first + count; first < end && share->status == PDK_OK; first += RUN) {
        size_t some = end - first < RUN ? (size_t)(end - first) : RUN;
        share->status = read_points(job->view, mesh, first, some, points, &share->error);
        for (size_t i = 0; i < some && share->status == PDK_OK; i++) {
            if (!is_finite(points[i])) {
                share->count++;
                continue;
            }
            for (int k = 0; k < 3; k++) {
                if (points[i][k] < share->minimum[k]) share->minimum[k] = points[i][k];
                if (points[i][k] > share->maximum[k]) share->maximum[k] = points[i][k];
            }
        }
    }
}

static void count_triangles(void *user, size_t thread, uint64_t first, uint64_t count)
{
    measuring *job = user;
    struct share *share = &job->shares[thread];
    uint32_t corners[RUN][3];
    for (uint64_t end = first + count; first < end && share->status == PDK_OK; first += RUN) {
        size_t some = end - first < RUN ? (size_t)(end - first) : RUN, kept;
        share->status =
            pdk_scene_view_triangles(job->view, job->mesh, job->base + first, some, corners, &kept, &share->error);
        share->count += kept;
    }
}

enum { PIECE = 1 << 16 };

/* Walks over `count` things. */
static void share_out(measuring *job, uint64_t count,
                      void (*work)(void *user, size_t thread, uint64_t first, uint64_t count))
{
    job->threads = pdk_processors();
    if (count / PIECE < job->threads) job->threads = (size_t)(count / PIECE) + 1;
    for (size_t t = 0; t < job->threads; t++) {
        job->shares[t] = (struct share){ .minimum = { INFINITY, INFINITY, INFINITY },
                                         .maximum = { -INFINITY, -INFINITY, -INFINITY } };
    }
    pdk_parallel_run(
        &(pdk_parallel){ .count = count, .piece = PIECE, .threads = job->threads, .work = work, .user = job });
    if (count > PIECE) pdk_trim(job->view->job->document);
}

/* The first thread's share becomes that of all. */
static pdk_status sum_shares(measuring *job, pdk_error *error)
{
    struct share *sum = &job->shares[0];
    for (size_t t = 0; t < job->threads; t++) {
        struct share *share = &job->shares[t];
        if (share->status != PDK_OK) {
            if (error != NULL) *error = share->error;
            return share->status;
        }
        if (t == 0) continue;
        sum->count += share->count;
        for (int k = 0; k < 3; k++) {
            sum->minimum[k] = fminf(sum->minimum[k], share->minimum[k]);
            sum->maximum[k] = fmaxf(sum->maximum[k], share->maximum[k]);
        }
    }
    return PDK_OK;
}

/* Which points are not numbers; rare, so one walk more does not matter. */
static pdk_status mark_odd(const pdk_scene_view *view, size_t number, pdk_scene_extent *extent, pdk_error *error)
{
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&view->scene, number);
    uint64_t total = mesh->mesh.point_count;
    extent->odd = pdk_alloc_array(view->job->memory, total / 64 + 1, sizeof *extent->odd);
    if (extent->odd == NULL) return pdk_fail_memory(error, view->job->memory, "a scene");
    float points[RUN][3];
    for (uint64_t at = 0; at < total; at += RUN) {
        size_t count = total - at < RUN ? (size_t)(total - at) : RUN;
        pdk_status status = read_points(view, mesh, at, count, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            if (!is_finite(points[i])) extent->odd[(at + i) / 64] |= UINT64_C(1) << (at + i) % 64;
        }
    }
    return PDK_OK;
}

static pdk_status measure(pdk_scene_view *view, measuring *job, pdk_error *error)
{
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&view->scene, job->mesh);
    pdk_scene_extent *extent = &view->extents[job->mesh];
    share_out(job, mesh->mesh.point_count, measure_points);
    pdk_status status = sum_shares(job, error);
    if (status != PDK_OK) return status;
    const struct share *all = &job->shares[0];
    bool any = all->minimum[0] <= all->maximum[0];
    for (int k = 0; k < 3 && any; k++) {
        extent->minimum[k] = all->minimum[k];
        extent->maximum[k] = all->maximum[k];
    }
    extent->not_finite = all->count;
    if (all->count > 0) status = mark_odd(view, job->mesh, extent, error);
    extent->kept = pdk_alloc_array(view->job->memory, mesh->run_count, sizeof *extent->kept);
    if (status == PDK_OK && extent->kept == NULL) status = pdk_fail_memory(error, view->job->memory, "a scene");
    for (size_t r = 0; r < mesh->run_count && status == PDK_OK; r++) {
        const pdk_scene_run *run = &mesh->runs[r];
        job->base = run->first_triangle;
        share_out(job, run->triangle_count, count_triangles);
        status = sum_shares(job, error);
        extent->kept[r] = job->shares[0].count;
        extent->kept_in_all += extent->kept[r];
    }
    uint64_t points = mesh->mesh.point_count, triangles = mesh->mesh.triangle_count;
    extent->empty = points == extent->not_finite || (triangles > 0 && extent->kept_in_all == 0);
    return status;
}

static void report_mesh(pdk_scene_view *view, size_t number)
{
    const pdk_scene_mesh *mesh = pdk_scene_mesh_at(&view->scene, number);
    const pdk_scene_extent *extent = &view->extents[number];
    uint64_t shown = 0;
    for (size_t r = 0; r < mesh->run_count; r++) shown += mesh->runs[r].triangle_count;
    uint64_t lost = shown - extent->kept_in_all;
    if (!extent->empty) view->job->report->points += mesh->mesh.point_count;
    view->job->report->triangles += extent->kept_in_all;
    view->job->report->dropped += lost + extent->not_finite;
    if (lost > 0) {
        pdk_export_note(view->job, PDK_WARNING, "scene.triangles",
                        "%s: %llu triangles are left out: a corner of theirs does not exist", mesh->name,
                        (unsigned long long)lost);
    }
    if (extent->not_finite > 0) {
        pdk_export_note(view->job, PDK_WARNING, "scene.points",
                        "%s: %llu points that are not finite numbers are moved to a corner", mesh->name,
                        (unsigned long long)extent->not_finite);
    }
}

pdk_status pdk_scene_view_accept(const pdk_export *job, pdk_error *error)
{
    if (pdk_scene_is_whole(job->document)) return PDK_OK;
    if (job->options->scene->block_colors != 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.block_colors",
                        "the parts of this %s have their own materials, and no blocks", job->document->info->id);
    if (!job->options->triangulate) return PDK_OK;
    return pdk_fail(
        error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "convert.triangulate",
        "triangles are made only for points without any; the parts of this %s have their own, and are written with "
        "them",
        job->document->info->id);
}

void pdk_scene_view_begin(pdk_export *job, pdk_scene_view *view)
{
    *view = (pdk_scene_view){ .job = job };
    turn_and_scale(view, job->options->source_origin, view->shift);
    for (int k = 0; k < 3; k++) view->shift[k] = view->shift[k] - job->report->origin[k] + 0.0;
}

pdk_status pdk_scene_view_open(pdk_export *job, pdk_scene_view *view, pdk_error *error)
{
    pdk_scene_view_begin(job, view);
    pdk_status status = job->make_scene != NULL
                            ? job->make_scene(job, &view->scene, error)
                            : pdk_scene_make(job->document, &job->source, job->options->scene->art, job->options->note,
                                             job->options->note_user, job->memory, &view->scene, error);
    if (status != PDK_OK) return status;
    measuring *measured = pdk_alloc(job->memory, sizeof *measured);
    view->extents = pdk_alloc_array(job->memory, view->scene.meshes.count, sizeof *view->extents);
    if (measured == NULL || view->extents == NULL) return pdk_fail_memory(error, job->memory, "a scene");
    job->report->dropped += view->scene.dropped;
    measured->view = view;
    for (size_t i = 0; i < view->scene.meshes.count && status == PDK_OK; i++) {
        measured->mesh = i;
        status = measure(view, measured, error);
        if (status == PDK_OK) report_mesh(view, i);
    }
    if (status != PDK_OK || job->make_scene != NULL) return status;
    return pdk_export_need_points(job->report->points, error);
}
