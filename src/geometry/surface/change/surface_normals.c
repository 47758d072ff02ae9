/* Smooth normals: at each point the cross products of its triangles added up, in the order of the triangles, so that
 * the sum depends on nothing else. */
#include <string.h>

#include "surface/measure/point_ranges.h"
#include "surface/change/smooth.h"

typedef struct normal_buffer {
    double *sums;
    uint64_t capacity; /* points */
} normal_buffer;

typedef struct normal_step {
    pdk_surface_work *work;
    pdk_point_ranges ranges;
    float *normals;
    normal_buffer buffers[PDK_MAX_THREADS];
} normal_step;

static void survey_piece(void *user, size_t thread, uint64_t piece, uint64_t pieces)
{
    normal_step *step = user;
    (void)thread;
    (void)pieces; /* one at a time */
    pdk_ranges_add_piece(&step->ranges, step->work->surface, piece);
}

static void add_piece(const pdk_surface *surface, uint64_t piece, bool sound, const pdk_point_range *range,
                      double *sums)
{
    uint64_t first = piece * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE;
    if (end > surface->triangle_count) end = surface->triangle_count;
    for (uint64_t i = first; i < end; i++) {
        const uint32_t *c = surface->triangles + 3 * i;
        if (c[0] - range->first >= range->count && c[1] - range->first >= range->count &&
            c[2] - range->first >= range->count) {
            continue;
        }
        if (!sound && pdk_triangle_kind_of(surface, i) != PDK_TRIANGLE_VALID) continue;
        double cross[3];
        pdk_triangle_cross(surface, i, cross);
        for (int k = 0; k < 3; k++) {
            uint64_t point = c[k] - range->first;
            if (point >= range->count) continue;
            for (uint64_t axis = 0; axis < 3; axis++) sums[3 * point + axis] += cross[axis];
        }
    }
}

static void do_range(void *user, size_t thread, uint64_t number, uint64_t count)
{
    normal_step *step = user;
    pdk_surface_work *work = step->work;
    const pdk_point_range *range = &step->ranges.ranges[number];
    normal_buffer *buffer = &step->buffers[thread];
    (void)count; /* one at a time */
    if (buffer->capacity < range->count) {
        pdk_free(&work->memory, buffer->sums);
        *buffer =
            (normal_buffer){ pdk_alloc_raw(&work->memory, (size_t)range->count * 3 * sizeof(double)), range->count };
    }
    if (buffer->sums == NULL) {
        buffer->capacity = 0;
        atomic_store(&work->short_of_memory, true);
        return;
    }
    memset(buffer->sums, 0, (size_t)range->count * 3 * sizeof(double));
    for (uint64_t piece = 0; piece < step->ranges.piece_count; piece++) {
        const pdk_piece_span *span = &step->ranges.spans[piece];
        if (pdk_piece_overlaps(span, range)) add_piece(work->surface, piece, span->sound, range, buffer->sums);
    }
    for (uint64_t i = 0; i < range->count; i++) {
        const double *sum = buffer->sums + 3 * i;
        double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        float *normal = step->normals + 3 * (range->first + i);
        for (int axis = 0; axis < 3; axis++) normal[axis] = length > 0 ? (float)(sum[axis] / length) : axis == work->up;
    }
}

pdk_status pdk_make_normals(pdk_surface_work *work, double share, float *normals, bool *sound, pdk_error *error)
{
    normal_step step = { .work = work, .normals = normals };
    if (!pdk_ranges_begin(&step.ranges, work)) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ 0.4 * share, step.ranges.piece_count, 1 },
                                        survey_piece, &step, error);
    if (status != PDK_OK) return status;
    if (sound != NULL) *sound = true;
    for (uint64_t i = 0; sound != NULL && *sound && i < step.ranges.piece_count; i++)
        *sound = step.ranges.spans[i].sound;
    uint64_t all = 24 * work->surface->vertex_count, memory = work->step_memory < all ? work->step_memory : all;
    if (!pdk_ranges_divide(&step.ranges, work, memory / work->threads, 0, 24))
        return pdk_surface_fail_memory(work, error);
    status =
        pdk_surface_run(work, (pdk_surface_pass){ 0.6 * share, step.ranges.range_count, 1 }, do_range, &step, error);
    for (size_t i = 0; i < PDK_MAX_THREADS; i++) pdk_free(&work->memory, step.buffers[i].sums);
    return status;
}

pdk_status pdk_surface_normals(const pdk_surface *surface, const pdk_surface_options *options, float *normals,
                               pdk_error *error)
{
    pdk_surface_work work;
    pdk_status status = pdk_surface_work_begin(&work, surface, options, error);
    if (status == PDK_OK && normals == NULL && surface->vertex_count > 0) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "normals need an array to be written to");
    }
    if (status == PDK_OK) status = pdk_make_normals(&work, 1, normals, NULL, error);
    pdk_surface_work_end(&work);
    return status;
}
