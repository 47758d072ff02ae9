/* What depends on a single triangle: area, slope, which points it names and joins. */
#include "surface/measure/measure.h"

#include "base/trigonometry.h"
#include "surface/union_find.h"

typedef struct piece_of_triangles {
    double area2, projected2; /* twice */
    double normal[3];         /* sum of cross products */
    double smallest2, largest2;
    double flattest, steepest; /* squared sine of the slope */
    uint64_t out_of_range, not_finite, degenerate, flipped, sound;
} piece_of_triangles;

typedef struct triangle_step {
    pdk_measuring *measuring;
    piece_of_triangles *pieces;
} triangle_step;

static const piece_of_triangles nothing = { .smallest2 = INFINITY, .flattest = INFINITY };

static void take_shape(const triangle_step *step, size_t thread, uint64_t triangle, piece_of_triangles *piece)
{
    double cross[3];
    pdk_triangle_cross(step->measuring->work.surface, triangle, cross);
    int up = step->measuring->work.up;
    double flat2 = cross[0] * cross[0] + cross[3 - up] * cross[3 - up], length2 = flat2 + cross[up] * cross[up];
    if (!(length2 > 0)) {
        piece->degenerate++;
        pdk_defects_add(step->measuring->places, thread, PDK_DEFECT_DEGENERATE, triangle, 0);
        return;
    }
    double area2 = sqrt(length2), sine = flat2 / length2;
    piece->area2 += area2;
    piece->projected2 += fabs(cross[up]);
    for (int axis = 0; axis < 3; axis++) piece->normal[axis] += cross[axis];
    if (area2 < piece->smallest2) piece->smallest2 = area2;
    if (area2 > piece->largest2) piece->largest2 = area2;
    if (sine < piece->flattest) piece->flattest = sine;
    if (sine > piece->steepest) piece->steepest = sine;
    if (cross[up] < 0) {
        piece->flipped++;
        pdk_defects_add(step->measuring->places, thread, PDK_DEFECT_FLIPPED, triangle, 0);
    }
}

static void mark_named(const pdk_measuring *measuring, const uint32_t *corners)
{
    for (int i = 0; i < 3; i++) {
        if (corners[i] < measuring->work.surface->vertex_count) pdk_atomic_set_bit(measuring->named, corners[i]);
    }
}

static void add_piece(void *user, size_t thread, uint64_t number, uint64_t pieces)
{
    const triangle_step *step = user;
    pdk_measuring *measuring = step->measuring;
    const pdk_surface *surface = measuring->work.surface;
    (void)pieces; /* one at a time */
    uint64_t first = number * PDK_SURFACE_PIECE, end = first + PDK_SURFACE_PIECE, links = 0;
    if (end > surface->triangle_count) end = surface->triangle_count;
    piece_of_triangles piece = nothing;
    pdk_piece_summary spans = pdk_ranges_piece_begin(&measuring->ranges);
    for (uint64_t i = first; i < end; i++) {
        const uint32_t *c = surface->triangles + 3 * i;
        pdk_triangle_kind kind = pdk_triangle_kind_of(surface, i);
        pdk_ranges_piece_add(&spans, c, kind == PDK_TRIANGLE_VALID);
        if (kind != PDK_TRIANGLE_VALID) mark_named(measuring, c);
        if (kind == PDK_TRIANGLE_OUT_OF_RANGE) {
            piece.out_of_range++;
            pdk_defects_add(measuring->places, thread, PDK_DEFECT_OUT_OF_RANGE, i, 0);
        } else if (kind == PDK_TRIANGLE_NOT_FINITE) {
            piece.not_finite++;
        } else if (kind == PDK_TRIANGLE_REPEATED_CORNER) {
            piece.degenerate++;
            pdk_defects_add(measuring->places, thread, PDK_DEFECT_DEGENERATE, i, 0);
        } else {
            piece.sound++;
            take_shape(step, thread, i, &piece);
            links += pdk_sets_join(measuring->sets, c[0], c[1]);
            links += pdk_sets_join(measuring->sets, c[1], c[2]);
        }
    }
    atomic_fetch_add(&measuring->links, links);
    pdk_ranges_piece_end(&spans, number);
    step->pieces[number] = piece;
}

static double degrees(double squared_sine)
{
    return pdk_asin(sqrt(fmin(squared_sine, 1))) * (180 / 3.14159265358979323846);
}

static void add_up(pdk_measuring *measuring, const piece_of_triangles *pieces, uint64_t count)
{
    pdk_surface_stats *stats = measuring->stats;
    piece_of_triangles sum = nothing;
    for (uint64_t i = 0; i < count; i++) {
        const piece_of_triangles *piece = &pieces[i];
        sum.area2 += piece->area2;
        sum.projected2 += piece->projected2;
        for (int axis = 0; axis < 3; axis++) sum.normal[axis] += piece->normal[axis];
        sum.smallest2 = fmin(sum.smallest2, piece->smallest2);
        sum.largest2 = fmax(sum.largest2, piece->largest2);
        sum.flattest = fmin(sum.flattest, piece->flattest);
        sum.steepest = fmax(sum.steepest, piece->steepest);
        stats->triangles_out_of_range += piece->out_of_range;
        stats->triangles_not_finite += piece->not_finite;
        stats->degenerate += piece->degenerate;
        stats->flipped += piece->flipped;
        sum.sound += piece->sound;
    }
    bool any = sum.area2 > 0;
    stats->area = sum.area2 / 2;
    stats->area_projected = sum.projected2 / 2;
    stats->has_areas = any;
    stats->triangle_area_min = any ? sum.smallest2 / 2 : (double)NAN;
    stats->triangle_area_max = any ? sum.largest2 / 2 : (double)NAN;
    stats->slope_min = any ? degrees(sum.flattest) : (double)NAN;
    stats->slope_max = any ? degrees(sum.steepest) : (double)NAN;
    double length = sqrt(sum.normal[0] * sum.normal[0] + sum.normal[1] * sum.normal[1] + sum.normal[2] * sum.normal[2]);
    stats->has_normal = length > 0;
    for (int axis = 0; axis < 3; axis++) stats->normal[axis] = length > 0 ? sum.normal[axis] / length : (double)NAN;
    uint64_t joined = pdk_count_bits(measuring->joined, stats->points);
    stats->components = joined - atomic_load(&measuring->links);
    stats->euler = (int64_t)joined + (int64_t)sum.sound; /* the edges go off later */
    stats->unused_points = stats->points - pdk_count_bits_of_either(measuring->named, measuring->joined, stats->points);
}

static void begin_sets(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    pdk_sets_begin(user, first, count);
}

/* Points are in a sound triangle when they have been joined to another: they have a parent, or are one. The sets begin
 * again, for the boundaries. `first` is a multiple of 8. */
static void end_sets(void *user, size_t thread, uint64_t first, uint64_t count)
{
    const pdk_measuring *measuring = user;
    (void)thread;
    for (uint64_t from = first; from < first + count; from += 8) {
        unsigned bits = 0;
        for (uint64_t i = from; i < from + 8 && i < first + count; i++) {
            uint32_t parent = atomic_load_explicit(&measuring->sets[i], memory_order_relaxed);
            if (parent == i) continue;
            bits |= 1u << (i - from);
            pdk_atomic_set_bit(measuring->joined, parent);
        }
        if (bits != 0) atomic_fetch_or_explicit(&measuring->joined[from / 8], (uint8_t)bits, memory_order_relaxed);
    }
    pdk_sets_begin(measuring->sets, first, count);
}

pdk_status pdk_measure_triangles(pdk_measuring *measuring, pdk_error *error)
{
    pdk_surface_work *work = &measuring->work;
    uint64_t count = pdk_surface_pieces(work->surface->triangle_count), points = work->surface->vertex_count;
    triangle_step step = { measuring, pdk_surface_alloc(work, count, sizeof *step.pieces) };
    if (step.pieces == NULL || !pdk_ranges_begin(&measuring->ranges, work)) return pdk_surface_fail_memory(work, error);
    pdk_status status = pdk_surface_run(work, (pdk_surface_pass){ 0.02, points, PDK_SURFACE_PIECE }, begin_sets,
                                        (void *)measuring->sets, error);
    if (status == PDK_OK) status = pdk_surface_run(work, (pdk_surface_pass){ 0.33, count, 1 }, add_piece, &step, error);
    if (status == PDK_OK)
        status =
            pdk_surface_run(work, (pdk_surface_pass){ 0.02, points, PDK_SURFACE_PIECE }, end_sets, measuring, error);
    if (status == PDK_OK) add_up(measuring, step.pieces, count);
    pdk_free(&work->memory, step.pieces);
    atomic_store(&measuring->links, 0);
    return status;
}
