/* The reference line of a grid: smoothly through given points, or straight through the middle of the surface; cut into
 * steps of one length, with rows across it. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "format/crg/crg_export.h"
#include "format/crg/crg_spread.h"

#include "base/trigonometry.h"

enum { MAX_TESTED = 100000, MAX_PIECES = 1000 };

/* ------------------------------------------------------------------------------------- how dense, how wide */

/* Marks the points of triangles that have a height somewhere, and sums up their area seen from above. */
static pdk_status walk_triangles(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error)
{
    enum { RUN = 1024 };
    uint32_t buffer[RUN][3];
    crg->used = pdk_alloc_array(job->memory, job->mesh.point_count / 64 + 1, sizeof *crg->used);
    if (crg->used == NULL) return pdk_fail_memory(error, job->memory, "the points of a surface");
    for (uint64_t at = 0; at < job->mesh.triangle_count; at += RUN) {
        size_t some = job->mesh.triangle_count - at < RUN ? (size_t)(job->mesh.triangle_count - at) : RUN, kept;
        const uint32_t(*corners)[3];
        pdk_status status = pdk_export_corners(job, at, some, buffer, &corners, &kept, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < kept; i++) {
            const float *a = positions + 3 * (size_t)corners[i][0], *b = positions + 3 * (size_t)corners[i][1],
                        *c = positions + 3 * (size_t)corners[i][2];
            double twice = ((double)b[0] - (double)a[0]) * ((double)c[1] - (double)a[1]) -
                           ((double)b[1] - (double)a[1]) * ((double)c[0] - (double)a[0]);
            if (!isfinite(twice) || !(fabs(twice) > 0)) continue;
            for (int k = 0; k < 3; k++) crg->used[corners[i][k] / 64] |= UINT64_C(1) << corners[i][k] % 64;
            crg->area += fabs(twice) / 2;
            crg->flat++;
        }
    }
    return PDK_OK;
}

/* The spacing of points on a regular grid of as many triangles and as much area seen from above, rounded to 1, 2 or 5.
 */
static pdk_status find_spacing(const pdk_crg *crg, double *spacing, pdk_error *error)
{
    double exact = sqrt(2 * crg->area / (double)crg->flat), power = pow(10, floor(log10(exact)));
    if (!(exact > 0) || !isfinite(exact)) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.flat", "the surface has no area seen from above");
    }
    double digits = exact / power;
    *spacing = power * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
    return PDK_OK;
}

/* A box along a direction. */
typedef struct turned_box {
    double heading, minimum[2], maximum[2]; /* along and to the left */
} turned_box;

/* Does a triangle use this point? Others say nothing about where the surface is. */
static bool is_used(const pdk_crg *crg, uint64_t point)
{
    return (crg->used[point / 64] >> point % 64 & 1) != 0;
}

static turned_box box_along(const pdk_crg *crg, const float *positions, uint64_t count, double heading)
{
    turned_box box = { heading, { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    double c = pdk_cos(heading), s = pdk_sin(heading);
    for (uint64_t i = 0; i < count; i++) {
        if (!is_used(crg, i)) continue;
        double x = (double)positions[3 * i], y = (double)positions[3 * i + 1];
        double place[2] = { c * x + s * y, c * y - s * x };
        if (!isfinite(place[0]) || !isfinite(place[1])) continue;
        for (int k = 0; k < 2; k++) {
            box.minimum[k] = fmin(box.minimum[k], place[k]);
            box.maximum[k] = fmax(box.maximum[k], place[k]);
        }
    }
    return box;
}

/* The direction in which points are spread most. */
static double main_heading(const pdk_crg *crg, const float *positions, uint64_t count)
{
    pdk_crg_spread spread = { 0 };
    uint64_t first = 0;
    while (first < count && !is_used(crg, first)) first++;
    for (uint64_t i = first; i < count; i++) {
        if (!is_used(crg, i)) continue;
        double x = (double)positions[3 * i] - (double)positions[3 * first],
               y = (double)positions[3 * i + 1] - (double)positions[3 * first + 1];
        if (isfinite(x) && isfinite(y)) pdk_crg_spread_add(&spread, x, y);
    }
    return pdk_crg_spread_heading(&spread);
}

static double area_of(const turned_box *box)
{
    return (box->maximum[0] - box->minimum[0]) * (box->maximum[1] - box->minimum[1]);
}

/* Along x or y, whichever is longer; along the surface itself where that makes the box clearly smaller. */
static turned_box choose_box(const pdk_crg *crg, const float *positions, uint64_t count)
{
    static const double quarter = 1.5707963267948966;
    turned_box straight = box_along(crg, positions, count, 0);
    if (straight.maximum[1] - straight.minimum[1] > straight.maximum[0] - straight.minimum[0]) {
        straight = box_along(crg, positions, count, quarter);
    }
    turned_box turned = box_along(crg, positions, count, main_heading(crg, positions, count));
    return area_of(&turned) < 0.9 * area_of(&straight) ? turned : straight;
}

/* ---------------------------------------------------------------------------------------------------- rows */

static pdk_status make_rows(pdk_crg *crg, pdk_export *job, double length, pdk_error *error)
{
    double rows = floor(length / crg->step * (1 + 1e-9) + 1e-9) + 1;
    if (!(rows >= 2)) {
        pdk_status status = job->options->crg->step != 0 ? PDK_E_ARGUMENT : PDK_E_UNSUPPORTED;
        return pdk_fail(error, status, PDK_NO_OFFSET, "crg.step",
                        "the line is %g m long, shorter than one step of %g m", length, crg->step);
    }
    if (!(rows <= (double)PDK_CRG_MAX_NODES)) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "crg.size", "a line of %g m has too many steps of %g m",
                        length, crg->step);
    }
    crg->rows = (size_t)rows;
    crg->line = pdk_alloc_array(job->memory, crg->rows, sizeof *crg->line);
    crg->heading = pdk_alloc_array(job->memory, crg->rows, sizeof *crg->heading);
    if (crg->line == NULL || crg->heading == NULL) return pdk_fail_memory(error, job->memory, "a reference line");
    return PDK_OK;
}

/* Which way rows stand: halfway between the directions before and after, as readers of OpenCRG take it. */
static void set_rows_across(pdk_crg *crg)
{
    crg->heading[0] = crg->heading[1];
    for (size_t i = 0; i < crg->rows; i++) {
        double before = crg->heading[i], behind = crg->heading[i + 1 < crg->rows ? i + 1 : i];
        double half = remainder(behind - before, 2 * 3.141592653589793) / 2, middle = before + half,
               stretch = 1 / pdk_cos(half);
        crg->line[i].left_x = -pdk_sin(middle) * stretch;
        crg->line[i].left_y = pdk_cos(middle) * stretch;
        if (before != behind) crg->bent = true;
    }
}

static pdk_status lay_straight(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error)
{
    turned_box box = choose_box(crg, positions, job->mesh.point_count);
    double half = floor((box.maximum[1] - box.minimum[1]) / 2 / crg->step * (1 + 1e-9) + 1e-9);
    pdk_status status = make_rows(crg, job, box.maximum[0] - box.minimum[0], error);
    if (status != PDK_OK) return status;
    if (!(2 * half + 1 <= (double)PDK_CRG_MAX_NODES)) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "crg.size", "the surface has too many steps of %g m",
                        crg->step);
    }
    crg->right = -half * crg->step;
    crg->sections = (size_t)(2 * half) + 1;
    double c = pdk_cos(box.heading), s = pdk_sin(box.heading), middle = (box.minimum[1] + box.maximum[1]) / 2;
    for (size_t i = 0; i < crg->rows; i++) {
        double along = box.minimum[0] + crg->step * (double)i;
        crg->line[i] = (pdk_crg_row){ .x = c * along - s * middle, .y = s * along + c * middle };
        crg->heading[i] = box.heading;
    }
    set_rows_across(crg);
    return PDK_OK;
}

/* ----------------------------------------------------------------------------------------- through given points */

/* The next place on the line at just `step` from `from`, looked for from piece *piece on; false when the line ends
 * first. */
static bool next_place(const double (*line)[2], size_t count, size_t *piece, double step, const double from[2],
                       double to[2])
{
    for (; *piece + 1 < count; ++*piece) {
        const double *a = line[*piece], *b = line[*piece + 1];
        if (pdk_hypot(b[0] - from[0], b[1] - from[1]) < step * (1 - 1e-9)) continue;
        /* |a + t (b - a) - from| = step, the later of the two. */
        double dx = b[0] - a[0], dy = b[1] - a[1], fx = a[0] - from[0], fy = a[1] - from[1];
        double square = dx * dx + dy * dy, mixed = fx * dx + fy * dy, rest = fx * fx + fy * fy - step * step;
        double root = mixed * mixed - square * rest;
        if (!(square > 0) || !(root >= 0)) continue;
        double t = fmin((-mixed + sqrt(root)) / square, 1);
        to[0] = a[0] + t * dx;
        to[1] = a[1] + t * dy;
        return true;
    }
    return false;
}

/* A point beside the line. */
typedef struct beside {
    double nearest, off; /* how far from the line, and how far to its left */
    bool beyond;         /* before its first or after its last point */
} beside;

static void pass_piece(const pdk_crg_row *a, const pdk_crg_row *b, const double at[2], bool first, bool last,
                       beside *found)
{
    double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    double t = square > 0 ? ((at[0] - a->x) * dx + (at[1] - a->y) * dy) / square : 0, on = fmin(fmax(t, 0), 1);
    double distance = pdk_hypot(at[0] - a->x - on * dx, at[1] - a->y - on * dy);
    if (!(distance < found->nearest)) return;
    found->nearest = distance;
    found->off = dx * (at[1] - a->y) - dy * (at[0] - a->x) < 0 ? -distance : distance;
    found->beyond = (first && t < 0) || (last && t > 1);
}

/* How far points are from the line, from a sample of both. */
static void measure_width(const pdk_crg *crg, const float *positions, uint64_t count, double *right, double *left)
{
    uint64_t skip = count / MAX_TESTED + 1;
    size_t stride = crg->rows / MAX_PIECES + 1, end = crg->rows - 1;
    for (uint64_t i = 0; i < count; i += skip) {
        if (!is_used(crg, i)) continue;
        double at[2] = { (double)positions[3 * i], (double)positions[3 * i + 1] };
        beside found = { .nearest = INFINITY };
        for (size_t row = 0; row < end; row += stride) {
            size_t next = row + stride < end ? row + stride : end;
            pass_piece(&crg->line[row], &crg->line[next], at, row == 0, next == end, &found);
        }
        if (!isfinite(found.nearest) || found.beyond) continue;
        *right = fmin(*right, found.off);
        *left = fmax(*left, found.off);
    }
}

static pdk_status lay_along(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error)
{
    size_t count = 0, piece = 0, row = 1;
    double(*line)[2] = NULL;
    pdk_status status = pdk_crg_smooth_line(crg, job, &line, &count, error);
    if (status != PDK_OK) return status;
    const double(*fixed)[2] = (const double(*)[2])line;
    status = make_rows(crg, job, pdk_crg_length(fixed, count), error);
    if (status != PDK_OK) return status;
    double at[2] = { line[0][0], line[0][1] }, next[2];
    crg->line[0] = (pdk_crg_row){ .x = at[0], .y = at[1] };
    for (; row < crg->rows && next_place(fixed, count, &piece, crg->step, at, next); row++) {
        crg->heading[row] = pdk_atan2(next[1] - at[1], next[0] - at[0]);
        crg->line[row] = (pdk_crg_row){ .x = next[0], .y = next[1] };
        memcpy(at, next, sizeof at);
    }
    crg->rows = row;
    pdk_free(job->memory, line);
    if (row < 2) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "crg.step",
                        "the line ends within one step of %g m of its first point", crg->step);
    }
    set_rows_across(crg);
    double right = 0, left = 0;
    measure_width(crg, positions, job->mesh.point_count, &right, &left);
    double margin = 2 + (left - right) / crg->step / 20; /* what no sample saw; empty sections go later */
    double first = floor(right / crg->step - margin), last = ceil(left / crg->step + margin);
    if (!(last - first <= (double)PDK_CRG_MAX_NODES)) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "crg.size", "the surface has too many steps of %g m",
                        crg->step);
    }
    crg->right = first * crg->step;
    crg->sections = (size_t)(last - first) + 1;
    return PDK_OK;
}

/* Rows must not cross: where the line bends, they meet at its centre. */
pdk_status pdk_crg_check_bends(const pdk_crg *crg, pdk_error *error)
{
    if (crg->kept != NULL) return PDK_OK; /* its reader has reported it */
    for (size_t i = 1; i < crg->rows; i++) {
        double sides[] = { crg->right + crg->across * (double)crg->first,
                           crg->right + crg->across * (double)(crg->end - 1) };
        for (int k = 0; k < 2; k++) {
            const pdk_crg_row *a = &crg->line[i - 1], *b = &crg->line[i];
            double dx = b->x + b->left_x * sides[k] - a->x - a->left_x * sides[k];
            double dy = b->y + b->left_y * sides[k] - a->y - a->left_y * sides[k];
            if (dx * pdk_cos(crg->heading[i]) + dy * pdk_sin(crg->heading[i]) > 0) continue;
            return pdk_fail(
                error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.bend",
                "the line bends too sharply at %g m: rows would cross %g m to the side; make the line smoother, or "
                "the surface narrower",
                crg->step * (double)i, fabs(sides[k]));
        }
    }
    return PDK_OK;
}

static pdk_status check_line(const pdk_crg_options *options, pdk_error *error)
{
    bool fine = options->line_count >= 2 || options->line == NULL;
    for (size_t i = 0; i < options->line_count && options->line != NULL; i++) {
        fine = fine && isfinite(options->line[i][0]) && isfinite(options->line[i][1]);
    }
    if (fine) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "crg.line",
                    "a reference line needs at least two points, all of them finite numbers");
}

/* Before memory for the grid is allocated: more than this many times the heights that the surface can fill is a line or
 * box that hardly meets it. */
static pdk_status check_size(const pdk_crg *crg, pdk_export *job, pdk_error *error)
{
    static const double usual_heights = 16e6, gaps_of_a_winding_road = 1000;
    uint64_t heights = (uint64_t)crg->rows * crg->sections;
    double filled = crg->area / (crg->step * crg->across);
    if ((double)heights > usual_heights && (double)heights > gaps_of_a_winding_road * filled) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "crg.size",
                        "of %" PRIu64 " heights the surface could fill %.0f: give a line along it, or choose a larger "
                        "step",
                        heights, filled);
    }
    if (!pdk_memory_book(job->memory, PDK_CRG_HEIGHT_MEMORY * heights)) {
        return pdk_fail_memory(error, job->memory, "a grid of heights");
    }
    pdk_memory_unbook(job->memory, PDK_CRG_HEIGHT_MEMORY * heights);
    return PDK_OK;
}

/* Without a line that is given: the source's own, or the middle of the road. */
static pdk_status find_line(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error)
{
    double(*line)[2] = NULL;
    if (crg->options.line != NULL) return PDK_OK;
    pdk_status status = pdk_crg_keep(crg, job, &line, &crg->options.line_count, error);
    if (status == PDK_OK && crg->options.middle == 1)
        status = pdk_crg_find_middle(crg, job, positions, &line, &crg->options.line_count, error);
    if (status == PDK_OK) crg->options.line = (const double(*)[2])line;
    return status;
}

static pdk_status check_options(const pdk_crg_options *options, pdk_error *error)
{
    if (!isfinite(options->step) || options->step < 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "crg.step", "the step must be a number above 0");
    if (!isfinite(options->width) || options->width < 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "crg.width", "the width must be a number above 0");
    if (options->middle > 1)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "pdk_crg_options.middle is 0 or 1");
    return check_line(options, error);
}

/* No wider than asked, on both sides of the line. */
static void narrow(pdk_crg *crg)
{
    if (!(crg->options.width > 0)) return;
    double half = floor(crg->options.width / 2 / crg->step * (1 + 1e-9) + 1e-9), first = round(crg->right / crg->step),
           last = first + (double)(crg->sections - 1);
    first = fmax(first, -half);
    last = fmin(last, half);
    crg->right = first * crg->step;
    crg->sections = last >= first ? (size_t)(last - first) + 1 : 0;
}

/* A new grid: its step, its line, how wide it is. */
static pdk_status lay_new(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error)
{
    pdk_status status = PDK_OK;
    crg->step = crg->options.step;
    if (crg->step == 0) status = find_spacing(crg, &crg->step, error);
    crg->across = crg->step;
    if (status != PDK_OK) return status;
    status =
        crg->options.line != NULL ? lay_along(crg, job, positions, error) : lay_straight(crg, job, positions, error);
    if (status == PDK_OK) narrow(crg);
    return status;
}

static pdk_status check_grid(const pdk_crg *crg, pdk_error *error)
{
    if (crg->sections < 2) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.narrow",
                        "the surface is narrower than one step of %g m beside the line", crg->step);
    }
    if (crg->sections > PDK_CRG_MAX_NODES / crg->rows) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "crg.size",
                        "%zu rows of %zu heights are too many: choose a larger step", crg->rows, crg->sections);
    }
    if (crg->step > 1e-6) return PDK_OK; /* readers of OpenCRG take that for none */
    return pdk_fail(error, crg->options.step != 0 ? PDK_E_ARGUMENT : PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "crg.step",
                    "heights %g m apart are too close: OpenCRG needs more than a micrometre between them", crg->step);
}

pdk_status pdk_crg_lay(pdk_crg *crg, pdk_export *job, const float *positions, pdk_error *error)
{
    crg->options = *job->options->crg;
    pdk_status status = check_options(&crg->options, error);
    if (status == PDK_OK) status = walk_triangles(crg, job, positions, error);
    if (status == PDK_OK) status = find_line(crg, job, positions, error);
    if (status == PDK_OK && crg->kept == NULL) status = lay_new(crg, job, positions, error);
    if (status == PDK_OK) status = check_grid(crg, error);
    return status == PDK_OK ? check_size(crg, job, error) : status;
}
