/* A road along a surface: the grid that OpenCRG would have is laid on it, and says heights, leans and widths. */
#include <inttypes.h>
#include <math.h>

#include "base/trigonometry.h"
#include "format/crg/crg_export.h"
#include "format/crg/crg_import.h"
#include "opendrive/road.h"

/* The heights of a row, from right to left. */
typedef struct section {
    const pdk_crg *crg;
    size_t row;
} section;

static double offset_of(const pdk_crg *crg, size_t i)
{
    return crg->kept != NULL ? crg->kept->sections[i].v : crg->right + crg->across * (double)i;
}

static double height_of(const section *at, size_t i)
{
    return (double)at->crg->high[at->row * at->crg->sections + i];
}

/* The section with a height that is nearest to the line; SIZE_MAX where there is none. */
static size_t nearest(const section *at)
{
    size_t best = SIZE_MAX;
    for (size_t i = at->crg->first; i < at->crg->end; i++) {
        bool nearer = best == SIZE_MAX || fabs(offset_of(at->crg, i)) < fabs(offset_of(at->crg, best));
        if (nearer && isfinite(height_of(at, i))) best = i;
    }
    return best;
}

/* Height and lean of the straight line through the heights from one section to another, by least squares. */
static void level(const section *at, size_t from, size_t to, double *height, double *lean)
{
    double count = 0, v = 0, z = 0, vv = 0, vz = 0;
    for (size_t i = from; i <= to; i++) {
        double offset = offset_of(at->crg, i), here = height_of(at, i);
        count++;
        v += offset;
        z += here;
        vv += offset * offset;
        vz += offset * here;
    }
    double all = count * vv - v * v;
    *lean = all > 0 ? (count * vz - v * z) / all : (double)NAN;
    *height = all > 0 ? (z - *lean * v) / count : z / count;
}

static pdk_road_point point_of(const pdk_road *road, const pdk_crg *crg, size_t row)
{
    const section at = { crg, row };
    const double *origin = road->job->report->origin;
    double stretch = pdk_hypot(crg->line[row].left_x, crg->line[row].left_y);
    pdk_road_point point = { crg->line[row].x + origin[0], crg->line[row].y + origin[1], NAN, NAN, NAN, NAN };
    size_t middle = nearest(&at), from = middle, to = middle;
    if (middle == SIZE_MAX) return point;
    while (from > crg->first && isfinite(height_of(&at, from - 1))) from--;
    while (to + 1 < crg->end && isfinite(height_of(&at, to + 1))) to++;
    point.left = fmax(offset_of(crg, to) * stretch, 0);
    point.right = fmax(-offset_of(crg, from) * stretch, 0);
    level(&at, from, to, &point.z, &point.lean);
    point.z += crg->kept != NULL ? pdk_crg_kept_base(crg, origin[2]) : origin[2];
    return point;
}

/* Does the line come back to its first row? *rows gets how many rows there are without that one. */
static bool is_closed(const pdk_crg *crg, size_t *rows)
{
    enum { LEAST_ROWS = 20 };
    const pdk_crg_row *first = &crg->line[0], *last = &crg->line[crg->rows - 1];
    *rows = crg->rows;
    double gap = pdk_hypot(last->x - first->x, last->y - first->y);
    double turn = pdk_wrap_angle(crg->heading[crg->rows - 1] - crg->heading[0]);
    if (crg->rows < LEAST_ROWS || !(gap <= 1.5 * crg->step) || !(fabs(turn) < 0.2)) return false;
    if (gap < 0.5 * crg->step) *rows -= 1;
    return true;
}

static pdk_status add_rows(pdk_road *road, const pdk_crg *crg, pdk_error *error)
{
    pdk_status status = PDK_OK;
    size_t rows;
    road->closed = is_closed(crg, &rows);
    for (size_t row = 0; row < rows && status == PDK_OK; row++) {
        pdk_road_point point = point_of(road, crg, row);
        status = pdk_road_add(road, &point, error);
    }
    return status;
}

pdk_status pdk_road_from_surface(pdk_road *road, pdk_error *error)
{
    const float *positions;
    pdk_export *job = road->job;
    pdk_crg crg = { 0 };
    pdk_status status = pdk_export_count_sound(job, error);
    if (status == PDK_OK && job->sound_triangles == 0)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "opendrive.triangles",
                        "there are no triangles to take heights from: add --triangulate");
    if (status == PDK_OK) status = pdk_export_positions(job, &positions, error);
    if (status == PDK_OK) status = pdk_crg_lay(&crg, job, positions, error);
    if (status == PDK_OK) status = pdk_crg_fill(&crg, job, positions, error);
    if (status == PDK_OK && crg.filled == 0)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "opendrive.empty",
                        "no part of the road meets the surface: the line is elsewhere");
    if (status == PDK_OK && crg.layered > 0)
        pdk_export_note(job, PDK_WARNING, "opendrive.layers",
                        "the surface has several heights (a bridge, a wall) at %" PRIu64 " of %" PRIu64
                        " places: the highest counts",
                        crg.layered, crg.filled);
    return status == PDK_OK ? add_rows(road, &crg, error) : status;
}
