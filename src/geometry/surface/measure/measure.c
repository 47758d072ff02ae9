/* The order of the steps, and what they have in common. */
#include "surface/measure/measure.h"

#include "base/number.h"

static bool make_room(pdk_measuring *measuring)
{
    pdk_surface_work *work = &measuring->work;
    uint64_t points = work->surface->vertex_count, bytes = points / 8 + 1;
    measuring->named = pdk_surface_alloc(work, bytes, 1);
    measuring->joined = pdk_surface_alloc(work, bytes, 1);
    measuring->boundary_points = pdk_surface_alloc(work, bytes, 1);
    measuring->doubtful = pdk_surface_alloc(work, bytes, 1);
    measuring->sets = pdk_alloc_raw(&work->memory, (size_t)points * sizeof *measuring->sets);
    return measuring->named != NULL && measuring->joined != NULL && measuring->boundary_points != NULL &&
           measuring->doubtful != NULL && measuring->sets != NULL;
}

static void find_unused(pdk_measuring *measuring)
{
    uint64_t points = measuring->stats->points, left = measuring->stats->unused_points;
    if (measuring->places == NULL || measuring->stats->triangles == 0)
        return; /* a cloud's are not meant for triangles */
    if (left > PDK_DEFECTS_SHOWN) left = PDK_DEFECTS_SHOWN;
    for (uint64_t i = 0; i < points && left > 0; i++) {
        if (pdk_atomic_has_bit(measuring->named, i) || pdk_atomic_has_bit(measuring->joined, i)) continue;
        pdk_defects_add(measuring->places, 0, PDK_DEFECT_UNUSED, i, 0);
        left--;
    }
}

pdk_status pdk_measure_all(pdk_measuring *measuring, pdk_error *error)
{
    pdk_surface_work *work = &measuring->work;
    *measuring->stats =
        (pdk_surface_stats){ .points = work->surface->vertex_count, .triangles = work->surface->triangle_count };
    if (!make_room(measuring)) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_measure_points(measuring, error);
    if (status == PDK_OK) status = pdk_measure_triangles(measuring, error);
    if (status == PDK_OK) status = pdk_measure_edges(measuring, error);
    if (status == PDK_OK) status = pdk_measure_same_triangles(measuring, error);
    pdk_free(&work->memory, (void *)measuring->sets);
    if (status == PDK_OK) status = pdk_measure_same_points(measuring, error);
    if (status != PDK_OK) return status;
    find_unused(measuring);
    for (int axis = 0; axis < 3; axis++) {
        double origin = work->options->origin[axis];
        if (origin == 0) continue; /* -0 stays */
        measuring->stats->minimum[axis] = pdk_sum_of_float((float)measuring->stats->minimum[axis], origin);
        measuring->stats->maximum[axis] = pdk_sum_of_float((float)measuring->stats->maximum[axis], origin);
        measuring->stats->mean[axis] += origin;
    }
    if (measuring->places != NULL) pdk_defects_gather(measuring->places);
    return PDK_OK;
}

pdk_status pdk_surface_measure(const pdk_surface *surface, const pdk_surface_options *options, pdk_surface_stats *stats,
                               pdk_error *error)
{
    pdk_surface_stats made;
    pdk_measuring measuring = { .stats = &made };
    pdk_status status = pdk_surface_work_begin(&measuring.work, surface, options, error);
    if (status == PDK_OK) status = pdk_measure_all(&measuring, error);
    pdk_surface_work_end(&measuring.work);
    if (status == PDK_OK) *stats = made;
    return status;
}
