/* A smooth line through the points that a user gives: at a corner, the rows of a grid would cross. */
#include <math.h>
#include <string.h>

#include "format/crg/crg_export.h"

#include "base/trigonometry.h"
#include "base/whole.h"

enum { PIECES_A_STEP = 8 };

static double distance(const double a[2], const double b[2])
{
    return pdk_hypot(b[0] - a[0], b[1] - a[1]);
}

double pdk_crg_length(const double (*line)[2], size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++) length += distance(line[i - 1], line[i]);
    return length;
}

/* Which way the line goes through point i, per metre: the parabola through it and its neighbours. A line that ends
 * where it begins continues there. */
static void direction_at(const double (*points)[2], size_t count, size_t i, double direction[2])
{
    bool closed = count > 3 && memcmp(points[0], points[count - 1], sizeof *points) == 0;
    size_t before = i > 0 ? i - 1 : closed ? count - 2 : i, behind = i + 1 < count ? i + 1 : closed ? 1 : i;
    double first = distance(points[before], points[i]), second = distance(points[i], points[behind]);
    for (int k = 0; k < 2; k++) {
        double arriving = first > 0 ? (points[i][k] - points[before][k]) / first : 0;
        double leaving = second > 0 ? (points[behind][k] - points[i][k]) / second : 0;
        direction[k] = (arriving * second + leaving * first) / (first + second);
        if (first <= 0) direction[k] = leaving;
        if (second <= 0) direction[k] = arriving;
    }
}

/* A cubic between two points, in pieces far shorter than a step. */
static void put_curve(const double (*points)[2], size_t count, size_t i, size_t pieces, double (*to)[2])
{
    double leaving[2], arriving[2], length = distance(points[i], points[i + 1]);
    direction_at(points, count, i, leaving);
    direction_at(points, count, i + 1, arriving);
    for (size_t piece = 0; piece < pieces; piece++) {
        double t = (double)(piece + 1) / (double)pieces, s = 1 - t;
        for (int k = 0; k < 2; k++) {
            to[piece][k] = s * s * (1 + 2 * t) * points[i][k] + t * t * (1 + 2 * s) * points[i + 1][k] +
                           s * t * length * (s * leaving[k] - t * arriving[k]);
        }
    }
    memcpy(to[pieces - 1], points[i + 1], sizeof *to);
}

static size_t pieces_between(const double a[2], const double b[2], double step)
{
    return pdk_whole_size(ceil(PIECES_A_STEP * distance(a, b) / step)) + 1;
}

pdk_status pdk_crg_smooth_line(const pdk_crg *crg, pdk_export *job, double (**line)[2], size_t *line_count,
                               pdk_error *error)
{
    const pdk_crg_options *options = &crg->options;
    double(*points)[2] = pdk_alloc_array(job->memory, options->line_count, sizeof *points);
    size_t count = 0, total = 1;
    if (points == NULL) return pdk_fail_memory(error, job->memory, "a reference line");
    for (size_t i = 0; i < options->line_count; i++) {
        for (int k = 0; k < 2; k++) points[count][k] = options->line[i][k] - job->report->origin[k];
        if (count == 0 || distance(points[count - 1], points[count]) > 0) count++;
    }
    const double(*fixed)[2] = (const double(*)[2])points;
    double length = pdk_crg_length(fixed, count);
    if (!(length / crg->step <= (double)PDK_CRG_MAX_NODES)) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "crg.size", "a line of %g m has too many steps of %g m",
                        length, crg->step);
    }
    for (size_t i = 0; i + 1 < count; i++) total += pieces_between(points[i], points[i + 1], crg->step);
    double(*to)[2] = pdk_alloc_array(job->memory, total, sizeof *to);
    if (to == NULL) return pdk_fail_memory(error, job->memory, "a reference line");
    *line = to;
    *line_count = total;
    memcpy(to++, points, sizeof *to);
    for (size_t i = 0; i + 1 < count; i++) {
        size_t pieces = pieces_between(points[i], points[i + 1], crg->step);
        put_curve(fixed, count, i, pieces, to);
        to += pieces;
    }
    pdk_free(job->memory, points);
    return PDK_OK;
}
