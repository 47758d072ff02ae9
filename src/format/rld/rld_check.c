/* The full check: two sweeps over the file, points then triangles, in stretches that fit the first cache. A file may
 * have a hundred million of each, so a kind of trouble is shown a few times and then counted. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/load.h"
#include "format/rld/rld.h"
#include "model/surface_scan.h"

enum { STRETCH = 1024, SHOWN = 10 };
static const uint64_t trim_after = UINT64_C(128) << 20;

typedef struct rld_sweep {
    const pdk_document *document;
    const pdk_rld *rld;
    pdk_report *report;
    pdk_bounds bounds;
    uint8_t *used;                 /* a bit for each point */
    uint64_t done, total, trimmed; /* bytes swept, to sweep, and when pages were last returned to the system */
    uint64_t odd_points, bad_indices, flat, first_flat;
} rld_sweep;

/* After each stretch: gives pages back now and then, reports progress. False = stop. */
static bool go_on(rld_sweep *sweep, uint64_t bytes)
{
    sweep->done += bytes;
    if (sweep->done - sweep->trimmed >= trim_after) {
        sweep->trimmed = sweep->done;
        pdk_trim(sweep->document);
        if (!pdk_document_progress(sweep->document, sweep->done, sweep->total)) return false;
    }
    return true;
}

static void report_rest(const rld_sweep *sweep, uint64_t count, const char *code, uint64_t offset, const char *where,
                        const char *what)
{
    if (count <= SHOWN) return;
    pdk_report_finding(sweep->report, PDK_ERROR, code, offset, where, "%" PRIu64 " more %s", count - SHOWN, what);
}

/* --------------------------------------------------------------------------------------------------- points */

static void report_odd_points(rld_sweep *sweep, uint64_t first, const float *positions, size_t points)
{
    for (size_t i = 0; i < 3 * points; i++) {
        if (isfinite(positions[i]) || sweep->odd_points++ >= SHOWN) continue;
        uint64_t point = first + i / 3;
        unsigned axis = (unsigned)(i % 3);
        char where[64];
        snprintf(where, sizeof where, "rld.point[%" PRIu64 "].%c", point, "xyz"[axis]);
        pdk_report_finding(sweep->report, PDK_ERROR, "rld.point.finite", sweep->rld->points_at + 12 * point + 4 * axis,
                           where, "a coordinate is %s; bounds leave the point out, and its triangles have no shape",
                           isnan(positions[i]) ? "not a number" : "infinite");
    }
}

static pdk_status sweep_points(rld_sweep *sweep, pdk_error *error)
{
    float buffer[3 * STRETCH];
    const pdk_rld *rld = sweep->rld;
    for (uint64_t first = 0; first < rld->point_count && !sweep->report->stopped; first += STRETCH) {
        size_t points = rld->point_count - first < STRETCH ? (size_t)(rld->point_count - first) : STRETCH;
        const float *positions = pdk_rld_floats(rld->points + 12 * first, 3 * points, buffer);
        if (pdk_bounds_add(&sweep->bounds, positions, points) > 0) report_odd_points(sweep, first, positions, points);
        if (!go_on(sweep, 12 * points)) return pdk_fail_cancelled(error);
    }
    report_rest(sweep, sweep->odd_points, "rld.point.finite", rld->points_at, "rld.point",
                "coordinates are not numbers or infinite");
    return PDK_OK;
}

/* Distance between neighbouring floats at the largest coordinate: how exactly a height there can be stored. */
static void report_precision(const rld_sweep *sweep)
{
    float most = 0;
    for (int axis = 0; axis < 3; axis++) {
        most = fmaxf(most, fmaxf(fabsf(sweep->bounds.minimum[axis]), fabsf(sweep->bounds.maximum[axis])));
    }
    if (!isfinite(most)) return;                              /* no points */
    double step = (double)most - (double)nextafterf(most, 0); /* down: above the largest float there is none */
    if (step <= 0.001) return;
    pdk_report_finding(sweep->report, PDK_NOTE, "rld.precision", sweep->rld->points_at, "rld.point",
                       "coordinates reach %.9g m, where a float32 has steps of %.3g mm: subtract an origin",
                       (double)most, step * 1000);
}

/* ------------------------------------------------------------------------------------------------ triangles */

static void report_bad_indices(rld_sweep *sweep, uint64_t first, const uint32_t *numbers, size_t count, size_t from)
{
    for (size_t i = from; i < count; i++) {
        if (numbers[i] < sweep->rld->point_count || sweep->bad_indices++ >= SHOWN) continue;
        uint64_t triangle = first + i / 3;
        unsigned corner = (unsigned)(i % 3);
        char where[64];
        snprintf(where, sizeof where, "rld.triangle[%" PRIu64 "].%c", triangle, "abc"[corner]);
        int64_t number = numbers[i];
        if (sweep->rld->point_count <= INT32_MAX) number = (int32_t)numbers[i];
        pdk_report_finding(sweep->report, PDK_ERROR, "rld.index.range",
                           sweep->rld->triangles_at + 12 * triangle + 4 * corner, where,
                           "point %" PRId64 " is used, but there are only %" PRIu64, number, sweep->rld->point_count);
    }
}

/* `sound`: every number is known to be in range. */
static void mark_used(rld_sweep *sweep, const uint32_t *numbers, size_t count, bool sound)
{
    uint8_t *used = sweep->used;
    uint64_t points = sweep->rld->point_count;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = numbers[i];
        if (sound || number < points) used[number / 8] |= (uint8_t)(1u << number % 8);
    }
}

static void count_flat(rld_sweep *sweep, uint64_t first, const uint32_t *numbers, size_t triangles, bool sound)
{
    const uint8_t *points = sweep->rld->points;
    for (size_t i = 0; i < triangles; i++) {
        const uint32_t *corners = numbers + 3 * i;
        if (!sound && pdk_scan_first_beyond(corners, 3, sweep->rld->point_count) < 3) continue;
        if (pdk_rld_is_flat(points, corners) && sweep->flat++ == 0) sweep->first_flat = first + i;
    }
}

static pdk_status sweep_triangles(rld_sweep *sweep, pdk_error *error)
{
    uint32_t buffer[3 * STRETCH];
    const pdk_rld *rld = sweep->rld;
    for (uint64_t first = 0; first < rld->triangle_count && !sweep->report->stopped; first += STRETCH) {
        size_t triangles = rld->triangle_count - first < STRETCH ? (size_t)(rld->triangle_count - first) : STRETCH;
        const uint32_t *numbers = pdk_rld_numbers(rld->triangles + 12 * first, 3 * triangles, buffer);
        size_t beyond = pdk_scan_first_beyond(numbers, 3 * triangles, rld->point_count);
        bool sound = beyond == 3 * triangles;
        if (!sound) report_bad_indices(sweep, first, numbers, 3 * triangles, beyond);
        mark_used(sweep, numbers, 3 * triangles, sound);
        count_flat(sweep, first, numbers, triangles, sound);
        if (!go_on(sweep, 12 * triangles)) return pdk_fail_cancelled(error);
    }
    report_rest(sweep, sweep->bad_indices, "rld.index.range", rld->triangles_at, "rld.triangle",
                "corners refer to points that do not exist");
    return PDK_OK;
}

static void report_flat(const rld_sweep *sweep)
{
    if (sweep->flat == 0) return;
    char where[64];
    snprintf(where, sizeof where, "rld.triangle[%" PRIu64 "]", sweep->first_flat);
    pdk_report_finding(sweep->report, PDK_NOTE, "rld.triangle.degenerate",
                       sweep->rld->triangles_at + 12 * sweep->first_flat, where,
                       "triangles without area: %" PRIu64 ", first this one; allowed, but useless", sweep->flat);
}

static void report_unused(const rld_sweep *sweep)
{
    const pdk_rld *rld = sweep->rld;
    uint64_t used = 0, first = 0;
    bool before = true;
    for (uint64_t i = 0; i < (rld->point_count + 7) / 8; i++) {
        used += (uint64_t)__builtin_popcount(sweep->used[i]);
        if (before && sweep->used[i] != 0xFF) {
            first = 8 * i + (uint64_t)__builtin_ctz(~(unsigned)sweep->used[i]);
            before = false;
        }
    }
    if (used == rld->point_count) return;
    char where[64];
    snprintf(where, sizeof where, "rld.point[%" PRIu64 "]", first);
    pdk_report_finding(sweep->report, PDK_NOTE, "rld.point.unused", rld->points_at + 12 * first, where,
                       "points in no triangle: %" PRIu64 ", first this one; allowed", rld->point_count - used);
}

pdk_status pdk_rld_check(const pdk_document *document, pdk_report *report, pdk_error *error)
{
    const pdk_rld *rld = document->state;
    rld_sweep state = { .document = document,
                        .rld = rld,
                        .report = report,
                        .bounds = pdk_bounds_empty(),
                        .total = 12 * (rld->point_count + rld->triangle_count) };
    pdk_status status = sweep_points(&state, error);
    if (status != PDK_OK || report->stopped) return status;
    report_precision(&state);
    if (rld->triangle_count == 0) return PDK_OK; /* a cloud: no point can be in a triangle */

    pdk_memory *memory = (pdk_memory *)(uintptr_t)&document->memory; /* locked within; the document stays as it is */
    state.used = pdk_alloc(memory, (size_t)((rld->point_count + 7) / 8));
    if (state.used == NULL) return pdk_fail_memory(error, memory, "the list of used points");
    status = sweep_triangles(&state, error);
    if (status == PDK_OK && !report->stopped) {
        report_flat(&state);
        report_unused(&state);
    }
    pdk_free(memory, state.used);
    return status;
}
