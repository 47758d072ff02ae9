/* A surface with its holes closed by triangles between their corners. */
#include <stdlib.h>
#include <string.h>

#include "base/vector3.h"
#include "model/document_life.h"
#include "surface/change/fill_polygon.h"
#include "surface/change/surface_change.h"
#include "surface/measure/rim.h"

enum { MAX_TESTED = 16384 }; /* outer edges that are looked at for a hole */

/* Where an outer edge begins. */
typedef struct outer {
    double along; /* the axis in which the surface is longest */
    double place[3];
} outer;

typedef struct filling {
    pdk_surface_change *change;
    pdk_memory *memory;
    const pdk_surface *surface;
    pdk_rim_loops loops;
    size_t holes;
    double max_area;
    int axis; /* in which the surface is longest */
    outer *outers;
    size_t outer_count;
    double (*flat)[2];        /* this hole, seen along its normal, counter-clockwise */
    uint32_t (*triangles)[3]; /* its triangles, as numbers of corners */
    uint32_t (*made)[3];      /* all new triangles */
    uint64_t made_count, made_capacity;
} filling;

/* ------------------------------------------------------------------------------------------- what is in the way */

static int by_place(const void *a, const void *b)
{
    const outer *one = a, *other = b;
    return (one->along > other->along) - (one->along < other->along);
}

/* Sorted, so that a hole looks only at those beside it. */
static bool list_outers(filling *work, const pdk_surface_stats *stats)
{
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
        double length = stats->maximum[axis] - stats->minimum[axis];
        if (length > longest) work->axis = axis;
        if (length > longest) longest = length;
    }
    work->outer_count = work->loops.count - work->holes;
    work->outers = pdk_alloc_array(work->memory, work->outer_count, sizeof *work->outers);
    if (work->outers == NULL) return false;
    for (size_t i = 0; i < work->outer_count; i++) {
        const pdk_rim_loop *loop = &work->loops.loops[work->holes + i];
        pdk_rim_place(work->surface, work->loops.corners[loop->first], work->outers[i].place);
        work->outers[i].along = work->outers[i].place[work->axis];
    }
    if (work->outer_count > 0) qsort(work->outers, work->outer_count, sizeof *work->outers, by_place);
    return true;
}

static size_t first_outer(const filling *work, double along)
{
    size_t low = 0, high = work->outer_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (work->outers[middle].along < along) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Two directions across the normal, the second to the left of the first. */
static void plane_of(const double normal[3], double u[3], double v[3])
{
    int least = fabs(normal[0]) < fabs(normal[1]) ? 0 : 1;
    if (fabs(normal[2]) < fabs(normal[least])) least = 2;
    double axis[3] = { least == 0, least == 1, least == 2 };
    pdk_cross3(normal, axis, v);
    double length = sqrt(pdk_dot3(v, v));
    for (int k = 0; k < 3; k++) v[k] /= length;
    pdk_cross3(v, normal, u);
}

static void flatten(const double place[3], const double from[3], const double u[3], const double v[3], double to[2])
{
    double offset[3] = { place[0] - from[0], place[1] - from[1], place[2] - from[2] };
    to[0] = pdk_dot3(offset, u);
    to[1] = pdk_dot3(offset, v);
}

/* Is an island inside? Up to half of the hole's width above or below it; a bridge is further away. */
static bool is_around(const filling *work, const pdk_rim_loop *hole, const double u[3], const double v[3])
{
    double reach = sqrt(hole->area) / 2, flat[2];
    size_t first = first_outer(work, hole->minimum[work->axis] - reach), tested = 0;
    for (size_t i = first; i < work->outer_count; i++) {
        const outer *other = &work->outers[i];
        if (other->along > hole->maximum[work->axis] + reach) return false;
        if (++tested > MAX_TESTED) return true; /* better left open than covered twice */
        bool near = true;
        for (int axis = 0; axis < 3; axis++) {
            near = near && other->place[axis] >= hole->minimum[axis] - reach &&
                   other->place[axis] <= hole->maximum[axis] + reach;
        }
        flatten(other->place, hole->middle, u, v, flat);
        if (near && pdk_is_in_polygon((const double(*)[2])work->flat, (uint32_t)hole->count, flat)) return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------ new triangles */

static bool make_room(filling *work, uint64_t more)
{
    if (work->made_count + more <= work->made_capacity) return true;
    uint64_t capacity = 2 * work->made_capacity + more;
    uint32_t(*made)[3] = pdk_realloc(work->memory, work->made, (size_t)capacity * sizeof *made);
    if (made == NULL) return false;
    work->made = made;
    work->made_capacity = capacity;
    return true;
}

/* The surface is to the left of the loop, so what fills it goes around the other way. */
static uint32_t corner(const filling *work, const pdk_rim_loop *hole, uint64_t number)
{
    return work->loops.corners[hole->first + hole->count - 1 - number];
}

static pdk_fill_split split(filling *work, const pdk_rim_loop *hole)
{
    uint32_t count = (uint32_t)hole->count;
    pdk_fill_split how = pdk_fill_polygon(work->memory, (const double(*)[2])work->flat, count, work->triangles);
    if (how != PDK_FILL_SPLIT) return how;
    if (!make_room(work, count - 2)) return PDK_FILL_NO_MEMORY;
    for (uint32_t i = 0; i + 2 < count; i++) {
        for (int k = 0; k < 3; k++) work->made[work->made_count][k] = corner(work, hole, work->triangles[i][k]);
        work->made_count++;
    }
    return PDK_FILL_SPLIT;
}

static bool fill_hole(filling *work, const pdk_rim_loop *hole)
{
    pdk_surface_report *report = &work->change->report;
    double u[3], v[3], place[3];
    uint64_t *reason = &report->holes_tangled;
    pdk_fill_split how = PDK_FILL_TANGLED;
    if (hole->area > work->max_area) {
        reason = &report->holes_large;
    } else if (hole->area > 0 && hole->count <= PDK_FILL_MAX_CORNERS) {
        plane_of(hole->normal, u, v);
        for (uint64_t i = 0; i < hole->count; i++) {
            pdk_rim_place(work->surface, corner(work, hole, i), place);
            flatten(place, hole->middle, u, v, work->flat[i]);
        }
        if (is_around(work, hole, u, v)) reason = &report->holes_around;
        else how = split(work, hole);
    }
    if (how == PDK_FILL_SPLIT) report->holes_filled++;
    else ++*reason;
    *(how == PDK_FILL_SPLIT ? &report->area_filled : &report->area_left) += hole->area;
    return how != PDK_FILL_NO_MEMORY;
}

static pdk_status fill_holes(filling *work, const pdk_surface_stats *stats, pdk_error *error)
{
    work->flat = pdk_alloc_array(work->memory, PDK_FILL_MAX_CORNERS, sizeof *work->flat);
    work->triangles = pdk_alloc_array(work->memory, PDK_FILL_MAX_CORNERS, sizeof *work->triangles);
    if (work->flat == NULL || work->triangles == NULL || !list_outers(work, stats))
        return pdk_fail_memory(error, work->memory, "the holes of a surface");
    for (size_t i = 0; i < work->holes; i++) {
        if (!pdk_surface_progress(&work->change->work, (double)i / (double)work->holes))
            return pdk_fail_cancelled(error);
        if (!fill_hole(work, &work->loops.loops[i]))
            return pdk_fail_memory(error, work->memory, "the holes of a surface");
    }
    return PDK_OK;
}

/* --------------------------------------------------------------------------------------------------- the result */

static uint64_t copy_sound(const pdk_surface *from, uint32_t *to)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < from->triangle_count; i++) {
        pdk_triangle_kind kind = pdk_triangle_kind_of(from, i);
        if (kind == PDK_TRIANGLE_OUT_OF_RANGE || kind == PDK_TRIANGLE_NOT_FINITE) continue;
        memcpy(to + 3 * kept++, from->triangles + 3 * i, 12);
    }
    return kept;
}

static void copy(filling *work, pdk_surface_builder *made)
{
    const pdk_surface *from = work->surface;
    size_t points = (size_t)from->vertex_count;
    if (points > 0) memcpy(made->positions, from->positions, 12 * points);
    if (made->normals != NULL && points > 0) memcpy(made->normals, from->normals, 12 * points);
    if (made->coordinates != NULL && points > 0) memcpy(made->coordinates, from->coordinates, 8 * points);
    uint64_t kept = copy_sound(from, made->triangles);
    if (work->made_count > 0) memcpy(made->triangles + 3 * kept, work->made, 12 * (size_t)work->made_count);
    pdk_surface_report *report = &work->change->report;
    report->points = points;
    report->triangles_unsound = from->triangle_count - kept;
    report->triangles = kept + work->made_count;
}

static pdk_status build(filling *work, pdk_document **result, pdk_error *error)
{
    const pdk_surface *from = work->surface;
    const pdk_surface_source *whole = &work->change->whole;
    pdk_surface_builder made;
    pdk_surface_size size = { from->vertex_count, from->triangle_count + work->made_count, from->normals != NULL,
                              from->coordinates != NULL, whole->block_count };
    pdk_status status = pdk_surface_builder_begin(&made, whole, &work->change->options, size, error);
    if (status == PDK_OK) {
        copy(work, &made);
        if (work->change->report.triangles < size.triangles)
            pdk_surface_builder_shrink(&made, size.points, work->change->report.triangles);
        for (size_t i = 0; i < whole->block_count; i++) {
            const pdk_mesh_block *block = &whole->blocks[i];
            pdk_surface_builder_add_block(&made, block->name, block->first_point, block->point_count);
        }
        status = pdk_surface_builder_end(&made, result, error);
    }
    if (status != PDK_OK) pdk_surface_builder_drop(&made);
    return status;
}

static pdk_status fill(filling *work, pdk_measuring *measuring, pdk_document **made, pdk_error *error)
{
    pdk_rim rim;
    work->memory = &measuring->work.memory;
    measuring->boundary_edges = pdk_surface_alloc(&measuring->work, PDK_MAX_THREADS, sizeof *measuring->boundary_edges);
    if (measuring->boundary_edges == NULL) return pdk_surface_fail_memory(&measuring->work, error);
    pdk_status status = pdk_measure_all(measuring, error);
    if (status == PDK_OK) status = pdk_rim_find(measuring, &rim, error);
    if (status == PDK_OK) status = pdk_rim_trace(&rim, &work->loops, error);
    if (status != PDK_OK) return status;
    pdk_rim_sort_holes(&work->loops, &work->holes);
    work->change->work.done = 1; /* of what progress reports: the rest is short */
    status = fill_holes(work, measuring->stats, error);
    return status == PDK_OK ? build(work, made, error) : status;
}

pdk_status pdk_surface_fill(const pdk_document *document, const pdk_surface_options *options, double max_area,
                            pdk_document **made, pdk_surface_report *report, pdk_error *error)
{
    PDK_HOLD(document);
    pdk_surface_change change;
    pdk_surface_stats stats;
    pdk_measuring measuring = { .stats = &stats };
    pdk_status status = pdk_surface_change_begin(&change, document, options, made, error);
    if (status == PDK_OK && (made == NULL || !(max_area > 0) || !isfinite(max_area))) {
        status = pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "fill.area",
                          "the area up to which holes are filled must be a number above 0");
    }
    if (status == PDK_OK) {
        filling work = { .change = &change, .surface = &change.whole.surface, .max_area = max_area };
        status = pdk_surface_work_begin(&measuring.work, work.surface, &change.options, error);
        if (status == PDK_OK) status = fill(&work, &measuring, made, error);
        pdk_surface_work_end(&measuring.work);
    }
    return pdk_surface_change_end(&change, status, made, report, error);
}
