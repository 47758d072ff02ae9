/* The holes of a surface, as they are listed. */
#include <string.h>

#include "surface/measure/rim.h"

static pdk_status find(pdk_measuring *measuring, pdk_rim_loops *loops, pdk_error *error)
{
    pdk_rim rim;
    measuring->boundary_edges = pdk_surface_alloc(&measuring->work, PDK_MAX_THREADS, sizeof *measuring->boundary_edges);
    if (measuring->boundary_edges == NULL) return pdk_surface_fail_memory(&measuring->work, error);
    pdk_status status = pdk_measure_all(measuring, error);
    if (status == PDK_OK) status = pdk_rim_find(measuring, &rim, error);
    return status == PDK_OK ? pdk_rim_trace(&rim, loops, error) : status;
}

static pdk_surface_hole describe(const pdk_rim_loop *loop, const double origin[3])
{
    pdk_surface_hole hole = { .area = loop->area, .perimeter = loop->perimeter, .sides = loop->count };
    for (int axis = 0; axis < 3; axis++) {
        hole.middle[axis] = loop->middle[axis] + origin[axis];
        hole.minimum[axis] = loop->minimum[axis] + origin[axis];
        hole.maximum[axis] = loop->maximum[axis] + origin[axis];
    }
    return hole;
}

static void list(pdk_rim_loops *loops, const double origin[3], pdk_surface_hole *holes, size_t capacity,
                 pdk_surface_holes *found)
{
    size_t count;
    pdk_rim_sort_holes(loops, &count);
    *found = (pdk_surface_holes){ .count = count, .outer = loops->count - count, .open_sides = loops->open };
    for (size_t i = 0; i < count; i++) {
        found->area += loops->loops[i].area;
        if (i < capacity) holes[i] = describe(&loops->loops[i], origin);
    }
}

pdk_status pdk_surface_find_holes(const pdk_surface *surface, const pdk_surface_options *options,
                                  pdk_surface_hole *holes, size_t capacity, pdk_surface_holes *found, pdk_error *error)
{
    pdk_surface_stats stats;
    pdk_rim_loops loops;
    pdk_measuring measuring = { .stats = &stats };
    pdk_status status = pdk_surface_work_begin(&measuring.work, surface, options, error);
    if (status == PDK_OK && (found == NULL || (holes == NULL && capacity > 0))) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "holes need room to be listed in");
    }
    if (status == PDK_OK) status = find(&measuring, &loops, error);
    if (status == PDK_OK) list(&loops, measuring.work.options->origin, holes, capacity, found);
    pdk_surface_work_end(&measuring.work);
    return status;
}
